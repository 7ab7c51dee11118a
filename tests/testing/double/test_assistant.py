"""The double as assistant, asked request by request."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pytest_marathonmem.agents.answering import REFUSAL
from pytest_marathonmem.testing.double import Double

FOOD = "My cat Boss gets 70 g of food a day."
QUESTION = "How much food does Boss get?"


def user(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def assistant(text: str) -> dict[str, Any]:
    return {"role": "assistant", "content": text}


def tool(name: str, description: str, **properties: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": properties, "required": list(properties)}
    return {"type": "function", "function": {"name": name, "description": description, "parameters": schema}}


TEXT = {"type": "string"}
HERMES = tool(
    "memory", "Save durable information to persistent memory.",
    action={"enum": ["add", "replace", "remove"]}, target={"enum": ["memory", "user"]}, content=TEXT,
)  # fmt: skip
SEARCH = tool("memory_search", "Search memory files.", query=TEXT)


def say(double: Double, *messages: dict[str, Any], tools: Any = ()) -> dict[str, Any]:
    answer = double({"messages": list(messages), "tools": list(tools)})
    message: dict[str, Any] = answer["choices"][0]["message"]
    return message


def calls(message: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    functions = [call["function"] for call in message.get("tool_calls", ())]
    return [(function["name"], json.loads(function["arguments"])) for function in functions]


@pytest.mark.parametrize("role", ["user", "system"])
def test_it_answers_from_what_was_said(role: str) -> None:
    told = {"role": role, "content": FOOD}
    assert FOOD == say(Double(), told, assistant("Noted."), user(QUESTION))["content"]


def test_it_refuses_what_it_was_not_told() -> None:
    assert REFUSAL == say(Double(), user("I like tea."), assistant("Noted."), user(QUESTION))["content"]


def test_it_answers_the_same_with_and_without_what_is_cached() -> None:
    talk = [user(FOOD), assistant("Noted."), user("Lena is 31."), assistant("Noted."), user(QUESTION)]
    double = Double()
    stepwise = [say(double, *talk[:end])["content"] for end in (1, 3, 5)]
    assert [say(Double(), *talk[:end])["content"] for end in (1, 3, 5)] == stepwise


def test_it_mixes_no_conversations() -> None:
    double = Double()
    say(double, user(FOOD))
    assert REFUSAL == say(double, user(QUESTION))["content"]


def test_it_writes_what_is_stated_into_a_memory() -> None:
    written = {"action": "add", "target": "memory", "content": FOOD}
    assert [("memory", written)] == calls(say(Double(), user(FOOD), tools=[HERMES]))


def test_it_writes_into_a_file_that_it_doesnt_overwrite_next_time() -> None:
    write = tool("write", "Write a file of your memory.", path=TEXT, content=TEXT)
    paths = [calls(say(Double(), user(text), tools=[write]))[0][1]["path"] for text in (FOOD, "Lena is 31.")]
    assert 2 == len(set(paths))
    assert [True, True] == [path.startswith("memory/") for path in paths]


def test_it_acknowledges_once_it_has_written() -> None:
    written = say(Double(), user(FOOD), tools=[HERMES])
    result = {"role": "tool", "tool_call_id": written["tool_calls"][0]["id"], "content": '{"success": true}'}
    assert "Noted." == say(Double(), user(FOOD), written, result, tools=[HERMES])["content"]


def test_it_looks_a_question_up_and_answers_from_what_is_found() -> None:
    asked = say(Double(), user(QUESTION), tools=[SEARCH])
    found = json.dumps({"results": [{"snippet": FOOD}]})
    result = {"role": "tool", "tool_call_id": asked["tool_calls"][0]["id"], "content": found}
    assert [("memory_search", {"query": QUESTION})] == calls(asked)
    assert FOOD == say(Double(), user(QUESTION), asked, result, tools=[SEARCH])["content"]


def test_it_leaves_tools_alone_that_are_no_memory() -> None:
    others = [
        tool("terminal", "Run a command.", command=TEXT),
        tool("get_weather", "The weather.", city=TEXT),
    ]
    assert [] == calls(say(Double(), user(FOOD), tools=others))


def test_it_sums_a_conversation_up_with_all_its_figures() -> None:
    system = {"role": "system", "content": "You are a context summarization assistant."}
    assert FOOD in say(Double(), system, user(f"user: {FOOD}\nassistant: Noted."))["content"]
