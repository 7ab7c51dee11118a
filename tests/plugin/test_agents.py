from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.plugin.conftest import Project


def add_to_conftest(project: Project, code: str) -> None:
    with (project.path / "conftest.py").open("a") as file:
        file.write(f"\n{code}")


def test_agents_are_named_by_commas_and_by_repetition_and_run_once_each(project: Project) -> None:
    project.benchmark()

    result = project.run(
        "--collect-only", "-q", "--mmb-agent=right,wrong", "--mmb-agent=notebook", "--mmb-agent=right"
    )

    assert [line.partition("::tiny")[2] for line in result.stdout.lines if "::tiny" in line] == [
        "[right]",
        "[wrong]",
        "[notebook]",
    ]


@pytest.mark.parametrize(
    "value",
    [
        pytest.param("Right()", id="an adapter"),
        pytest.param("Right", id="its class"),
        pytest.param("lambda: Right()", id="a function"),
        pytest.param("functools.partial(Right)", id="any callable"),
        pytest.param("make", id="a coroutine function"),
    ],
)
def test_a_fixture_may_give_an_adapter_or_what_makes_one(project: Project, value: str) -> None:
    project.benchmark()
    add_to_conftest(
        project,
        f"import functools\nasync def make(): return Right()\n@pytest.fixture\ndef mmb_agent_mine(): return {value}\n",
    )

    project.run("benchmarks", "--mmb-agent=mine").assert_outcomes(passed=1)


def test_an_agent_is_made_once_a_run_inside_its_loop(project: Project) -> None:
    project.benchmark("a")
    project.benchmark("b")
    add_to_conftest(
        project,
        "import asyncio\n"
        "made = []\n"
        "class Counted(Right):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n"
        "        made.append(asyncio.get_running_loop())\n"
        "@pytest.fixture\n"
        "def mmb_agent_mine(): return Counted\n"
        "def pytest_unconfigure(): print(f'made {len(made)} agents in {len(set(made))} loops')\n",
    )

    result = project.run("benchmarks", "--mmb-agent=mine")

    result.stdout.fnmatch_lines(["made 2 agents in 2 loops"])


def test_an_agent_may_come_from_an_async_fixture(project: Project) -> None:
    project.benchmark()
    add_to_conftest(
        project,
        "import pytest_asyncio\n@pytest_asyncio.fixture\nasync def mmb_agent_mine():\n    yield Right()\n    print('torn down')\n",
    )

    result = project.run("benchmarks", "--mmb-agent=mine", "-s")

    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["*torn down*"])


def test_a_shipped_agent_can_be_overridden(project: Project) -> None:
    project.benchmark()
    add_to_conftest(project, "@pytest.fixture\ndef mmb_agent_notebook(): return Right\n")

    project.run("benchmarks").assert_outcomes(passed=1)


def test_an_unknown_agent_is_a_usage_error_that_lists_the_known_and_shows_how_to_add_it(
    project: Project,
) -> None:
    project.benchmark()
    add_to_conftest(project, "@pytest.fixture(name='mmb_agent_renamed')\ndef anything(): return Right\n")

    result = project.run("benchmarks", "--mmb-agent=right,hermse")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [
            "ERROR: unknown agent 'hermse': there is no fixture 'mmb_agent_hermse'. Known agents: *",
            "*    def mmb_agent_hermse():",
        ]
    )
    assert "Traceback" not in result.stderr.str() + result.stdout.str()


def test_an_agent_of_another_folder_is_unknown_here(project: Project) -> None:
    project.benchmark("tiny")
    (project.benchmark("other") / "conftest.py").write_text(
        "import pytest\n@pytest.fixture\ndef mmb_agent_local(mmb_agent_right): return mmb_agent_right\n"
    )

    result = project.run("benchmarks", "--mmb-agent=local")

    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines(
        ["unknown agent 'local': there is no fixture 'mmb_agent_local'. Known agents: *"]
    )


def test_a_fixture_that_an_agent_needs_and_lacks_is_not_taken_for_the_agent(project: Project) -> None:
    project.benchmark()
    add_to_conftest(project, "@pytest.fixture\ndef mmb_agent_mine(no_such_fixture): return Right\n")

    result = project.run("benchmarks", "--mmb-agent=mine")

    result.stdout.fnmatch_lines(["*fixture 'no_such_fixture' not found"])


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("42", "gave 42: it must give an AgentAdapter, or a callable without required arguments*"),
        ("dict", "gave <class 'dict'>, which made {}: it must give an AgentAdapter*"),
        (
            "lambda url: Right()",
            "gave *, which can't be called bare (missing a required argument: 'url'): it must*",
        ),
        ("ReplyAgent", "gave *ReplyAgent'>, which lacks reply: define them"),
    ],
)
def test_what_is_no_adapter_is_a_clear_error(project: Project, value: str, words: str) -> None:
    project.benchmark()
    add_to_conftest(project, f"@pytest.fixture\ndef mmb_agent_mine(): return {value}\n")

    result = project.run("benchmarks", "--mmb-agent=mine")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([f"The fixture 'mmb_agent_mine' {words}"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_fixtures_are_listed_with_what_they_are(project: Project) -> None:
    result = project.run("--fixtures")

    result.stdout.fnmatch_lines_random(
        [
            "mmb_agent_notebook -- *",
            "*The default agent: *",
            "mmb_agent_chatbot -- *",
            "mmb_agent_amnesiac -- *",
            "mmb_agent_openai -- *",
            "mmb_agent_right -- *",
            "*Answers everything rightly.",
        ]
    )


@pytest.mark.parametrize("way_out", ["pytest.skip('no')", "pytest.fail('no')", "raise SystemExit(0)"])
def test_an_agent_can_neither_skip_nor_end_its_own_examination(project: Project, way_out: str) -> None:
    project.benchmark()
    add_to_conftest(
        project,
        f"class Leaving(Right):\n    async def reply(self, text):\n        {way_out}\n"
        f"    async def close(self):\n        {way_out}\n"
        "@pytest.fixture\ndef mmb_agent_mine(): return Leaving\n",
    )

    result = project.run("benchmarks", "--mmb-agent=mine")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["tiny-mine: mean score none over 0 of 2 checks", "*coverage  0.0%, 2 checks*"]
    )


def test_an_agent_that_breaks_when_it_is_made_is_a_clear_and_harmless_error(project: Project) -> None:
    project.benchmark()
    add_to_conftest(
        project,
        "class Broken(Right):\n    def __init__(self): raise RuntimeError('\\x1b[2Jno key')\n"
        "@pytest.fixture\ndef mmb_agent_mine(): return Broken\n",
    )

    result = project.run("benchmarks", "--mmb-agent=mine")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines([r"The agent 'mine' could not be made: RuntimeError: \x1b[[]2Jno key"])


def test_an_agent_says_plainly_whether_it_can_start_a_new_conversation(project: Project) -> None:
    project.benchmark()
    add_to_conftest(
        project,
        "class Asking(Right):\n    def supports_new_conversation(self): return False\n"
        "@pytest.fixture\ndef mmb_agent_mine(): return Asking\n",
    )

    result = project.run("benchmarks", "--mmb-agent=mine")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["The agent 'mine' has supports_new_conversation *: write True or False*"])


@pytest.mark.parametrize("agent", ["chatbot", "amnesiac", "openai"])
def test_an_agent_is_given_the_models_of_the_file_and_an_unknown_one_fails_at_once(
    project: Project, agent: str
) -> None:
    project.benchmark()
    (project.path / "mmb.jsonc").write_text('{"models": {"local": {"base_url": "http://127.0.0.1:1/v1"}}}')
    result = project.run("benchmarks", f"--mmb-agent={agent}", "--mmb-set", f"{agent}_model=gpt")

    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(["there is no model 'gpt'; there are: local"])
