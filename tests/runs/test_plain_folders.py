"""Folders in the original's format, without scripts and keys, played from end to end by the scripted persona."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from pytest_marathonmem.agents.adapter import AgentAdapter
from pytest_marathonmem.agents.amnesiac import AmnesiacAgent
from pytest_marathonmem.agents.chatbot import ChatbotAgent
from pytest_marathonmem.agents.notebook import NotebookAgent
from pytest_marathonmem.agents.reply import ReplyAgent
from pytest_marathonmem.runs.engine import play
from pytest_marathonmem.runs.events import Event
from pytest_marathonmem.runs.plan import RunPlan
from pytest_marathonmem.testing.agents import RefuserAgent

RUSSIAN = {
    "benchmark.json": """{
  // «обычный» формат, с незакрытой " кавычкой
  "title": "Сергей",
  "language": "ru",
  "chapters": ["chapter1.md", "chapter2.md",],
}
""",
    "instructions.md": "Пиши по-деловому, короткими сообщениями.\n",
    "profile.md": """# Сергей
## 1. О себе
1.1 Сергей Волков, 34 года
1.10 Живём с женой Леной, есть кот Босс
## 2. Квартира
2.1 Купил двухкомнатную квартиру, 65 м²
2.2 —
""",
    "family.md": """# Семья
## 1. Жена Лена
1.1 Лене 31 год, UX-дизайнер, работает удалённо
1.2 день рождения Лены — 14 марта
## 2. Сестра
2.1 сестру зовут Анна, она врач
""",
    "code.md": "# Работа\n## 1. Языки\n1.1 пишу на C# уже 7 лет\n",
    "bike.md": "# Велосипед\n## 1. Рама\n1.1 рама 56 см\n",
    "chapter1.md": """# Знакомство

## Семья

```js
vars.require_all_facts = "family";
```

Скажи, что теперь расскажешь про семью, — расскажи факты из family.

## C#

Скажи: «Теперь немного о работе.» Потом факты из `code`.

```text
## Не фаза
Расскажи `bike`.
```

Про велосипед не рассказывай.

## Настроение

Ты устал, но доволен.

## О себе

~~~js
vars.require_all_facts = ["profile"];
~~~

> Напоследок — обо мне.
""",
    "chapter2.md": """# Экзамен

## Проверка

```js
await bench.newSession();
```

Скажи прямо: «Мы столько всего обсудили — давай проверю, как ты всё запомнил.»

❓ 1.1 Сколько лет Лене? Правильный ответ: 31 год.
❓ 1.10 Когда день рождения Лены?
   Правильный ответ: 14 марта.
❓ 2.1 Как зовут сестру?
Правильный ответ: Анна
- ❓ 2.2 Какая площадь квартиры и сколько лет я пишу на C#? Правильный ответ: 65 м², 7 лет.
❓ 2.3 А мы записывали тариф на электричество?
   Правильный ответ: ты не говорил.
""",
}
ANSWERS = {
    "Сколько лет Лене?": "Лене 31 год.",
    "Когда день рождения Лены?": "14 марта.",
    "Как зовут сестру?": "Её зовут Анна.",
    "Какая площадь квартиры и сколько лет я пишу на C#?": "65 м², а на C# ты пишешь 7 лет.",
    "А мы записывали тариф на электричество?": "Ты мне этого не говорил.",
}
TOLD = [
    "Запиши (Семья, Жена Лена): Лене 31 год, UX-дизайнер, работает удалённо. День рождения Лены — 14 марта.",
    "Запиши (Семья, Сестра): Сестру зовут Анна, она врач.",
    "Теперь немного о работе.",
    "Запиши (Работа, Языки): Пишу на C# уже 7 лет.",
    "Напоследок — обо мне.",
    "Запиши (Сергей, О себе): Сергей Волков, 34 года. Живём с женой Леной, есть кот Босс.",
    "Запиши (Сергей, Квартира): Купил двухкомнатную квартиру, 65 м².",
    "Мы столько всего обсудили — давай проверю, как ты всё запомнил.",
]

ENGLISH = {
    "family.md": "# Family\n## 1. Wife Lena\n1.1 Lena is 31\n1.2 her birthday is on 14 March\n"
    "## 2. Sister\n2.1 Anna flies in on {{FUTURE:3:weeks}}\n",
    "chapter1.md": """# Telling
## Family
Say you'll talk about the family now: tell the facts of "Wife Lena" from the `family` sheet.
## News
```python
vars.require_all_facts = ["family:2"]
```
Your sister has called.
""",
    "chapter2.md": """# Exam
## Exam
```python
bench.new_session()
```
Say “Let me check what you remember.”
❓ 20.1 How old is Lena?
   Correct answer: 31.
❓ 20.2 When does Anna come, and when is Lena's birthday?
   Correct answer: {{FUTURE:3:weeks}}; 14 March.
""",
}


class Prepared(ReplyAgent):
    """Has an answer for each question."""

    def __init__(self, answers: dict[str, str]) -> None:
        super().__init__()
        self.answers = answers

    async def reply(self, text: str) -> str:
        return self.answers.get(text, "Записал.")


@pytest.fixture
def russian(write_benchmark: Callable[..., Path]) -> Path:
    """As Windows editors save it: a byte order mark, and lines that end with CR LF."""
    return write_benchmark({name: _as_on_windows(text) for name, text in RUSSIAN.items()}, "sergej")


def _as_on_windows(text: str) -> bytes:
    return ("\ufeff" + text).replace("\n", "\r\n").encode()


def run(folder: Path, agent: AgentAdapter) -> list[Event]:
    observed: list[Event] = []
    asyncio.run(play(RunPlan(folder, "mine", folder.parent / "results"), agent, observed.append))
    return observed


def scores(events: list[Event]) -> dict[str, float | None]:
    return {event["check"]: event["score"] for event in events if event.type == "evaluated"}


def said(events: list[Event]) -> list[str]:
    return [event["text"] for event in events if event.type == "sending"]


def test_facts_are_read_out_and_questions_asked(russian: Path) -> None:
    events = run(russian, Prepared(ANSWERS))
    assert said(events) == [*TOLD, *ANSWERS]
    assert events[-1].type == "finished"


def test_right_answers_get_full_marks(russian: Path) -> None:
    assert scores(run(russian, Prepared(ANSWERS))) == dict.fromkeys(("1.1", "1.10", "2.1", "2.2", "2.3"), 10)


def test_the_conversation_changes_before_the_exam(russian: Path) -> None:
    events = run(russian, NotebookAgent())
    texts = [
        event.data.get("text", event.type) for event in events if event.type in ("sending", "conversation")
    ]
    assert texts.index("conversation") == TOLD.index(
        "Мы столько всего обсудили — давай проверю, как ты всё запомнил."
    )


@pytest.mark.parametrize("agent", [NotebookAgent, ChatbotAgent, AmnesiacAgent])
def test_the_shipped_agents_come_to_the_end(russian: Path, agent: Callable[[], AgentAdapter]) -> None:
    events = run(russian, agent())
    assert events[-1].type == "finished"
    assert list(scores(events)) == ["1.1", "1.10", "2.1", "2.2", "2.3"]


def test_agents_with_a_memory_score_above_those_without(russian: Path) -> None:
    by_agent = [
        sum(score or 0 for score in scores(run(russian, agent())).values())
        for agent in (ChatbotAgent, NotebookAgent, AmnesiacAgent)
    ]
    assert by_agent[0] == by_agent[1] > by_agent[2]


def test_an_agent_that_refuses_everything_is_right_where_nothing_was_told(russian: Path) -> None:
    assert scores(run(russian, RefuserAgent())) == {"1.1": 0, "1.10": 0, "2.1": 0, "2.2": 0, "2.3": 10}


def test_an_english_folder_is_played_alike(write_benchmark: Callable[..., Path]) -> None:
    events = run(write_benchmark(ENGLISH), ChatbotAgent())
    assert said(events)[0] == "Please note (Family, Wife Lena): Lena is 31. Her birthday is on 14 March."
    assert said(events)[1].startswith("Please note (Family, Sister): Anna flies in on ")
    assert said(events)[2] == "Let me check what you remember."
    assert scores(events)["20.1"] == 10
    assert len(said(events)) == 5
