"""Settings blocks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.model import Benchmark, PhaseSettings

Load = Callable[..., Benchmark]
ProblemsOf = Callable[..., list[str]]
SHEETS = {
    "family.md": "# F\n## 1. A\n1.1 a\n",
    "work.md": "# W\n## 1. A\n1.1 a\n## 2. B\n2.1 b\n",
}
CHECK = "❓ 1.1 Q? Correct answer: A.\n"


@pytest.fixture
def settings(load: Load) -> Callable[[str], PhaseSettings]:
    return lambda text: next(load({"chapter1.md": f"## P\n{text}\n{CHECK}", **SHEETS}).phases).settings


@pytest.mark.parametrize(
    ("code", "required"),
    [
        ('vars.require_all_facts = "family";', ("family",)),
        ("vars.requireAllFacts='family'", ("family",)),
        ('vars . require_all_facts = "work:2" ;', ("work:2",)),
        ('vars.require_all_facts = ["family", "work:2",];', ("family", "work:2")),
        ('vars.require_all_facts = [\n  "family", // all\n  "work:2"\n]', ("family", "work:2")),
        ('# why\nvars.require_all_facts = "family"  # because; of that\n', ("family",)),
        ('/* why;\n not */ vars.require_all_facts = "family";', ("family",)),
    ],
)
@pytest.mark.parametrize("language", ["js", "javascript", "python", "py", "JS"])
def test_required_facts_are_a_literal(
    settings: Callable[[str], PhaseSettings], code: str, required: tuple[str, ...], language: str
) -> None:
    assert PhaseSettings(required) == settings(f"```{language}\n{code}\n```")


@pytest.mark.parametrize(
    "code",
    [
        "await bench.newSession();",
        "bench.new_session()",
        "await  bench.newSession( )",
        "bench.newSession();;",
        "bench.newSession(); // now",
    ],
)
def test_a_new_session_is_a_call(settings: Callable[[str], PhaseSettings], code: str) -> None:
    assert settings(f"```js\n{code}\n```") == PhaseSettings((), new_session=True)


def test_statements_may_share_a_line_or_stand_in_two_blocks(settings: Callable[[str], PhaseSettings]) -> None:
    both = PhaseSettings(("family",), new_session=True)
    assert both == settings('```js\nawait bench.newSession(); vars.require_all_facts = "family"\n```')
    assert both == settings(
        '```js\nbench.newSession()\n```\n\n```python\nvars.require_all_facts = "family"\n```'
    )


def test_the_block_may_stand_below_the_date(settings: Callable[[str], PhaseSettings]) -> None:
    assert settings("2026-03-10, Tue\n```js\nbench.newSession()\n```\nProse.").new_session


def test_an_empty_block_sets_nothing(settings: Callable[[str], PhaseSettings]) -> None:
    assert settings("```js\n```") == PhaseSettings()


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("vars.colour = 1", "'vars.colour = 1' is not known here; allowed are vars.require_all_facts = "),
        ("let x = 1;", "'let x = 1' is not known here; allowed are"),
        ("require_all_facts = 'family'", "\"require_all_facts = 'family'\" is not known here"),
        ("bench.reset()", "'bench.reset()' is not known here"),
        ("bench.newSession(1)", "'bench.newSession(1)' is not known here"),
        ("bench.newSession", "'bench.newSession' is not known here"),
        ("__import__('os').system('x')", "\"__import__('os').system('x')\" is not known here"),
        ("vars.require_all_facts == 'family'", "\"vars.require_all_facts == 'family'\" is not known here"),
        (
            "vars.require_all_facts = 5",
            "'vars.require_all_facts = 5': the value is neither a text nor a list of texts; allowed",
        ),
        (
            "vars.require_all_facts = []",
            "'vars.require_all_facts = []': the value is neither a text nor a list",
        ),
        (
            "vars.require_all_facts = [5]",
            "'vars.require_all_facts = [5]': the value is neither a text nor a list",
        ),
        (
            "vars.require_all_facts = family()",
            "'vars.require_all_facts = family()': the value can't be read: Unexpected",
        ),
        (
            "vars.require_all_facts = 'a b'",
            "\"vars.require_all_facts = 'a b'\": 'a b' is neither a sheet nor a category; allowed",
        ),
        (
            "vars.require_all_facts = 'garden'",
            "require_all_facts: there is no sheet 'garden'; known sheets: family, work",
        ),
        (
            "vars.require_all_facts = 'work:7'",
            "require_all_facts: sheet 'work' has no category '7'; it has: 1, 2",
        ),
    ],
)
def test_anything_else_is_refused_with_its_line(problems_of: ProblemsOf, code: str, expected: str) -> None:
    (problem,) = problems_of({"chapter1.md": f"## P\n```js\n\n{code}\n```\n{CHECK}", **SHEETS})
    assert problem.startswith(f"chapter1.md:4: {expected}")


def test_setting_a_variable_twice_is_refused(problems_of: ProblemsOf) -> None:
    code = "vars.require_all_facts = 'family'\nvars.require_all_facts = 'work'"
    (problem,) = problems_of({"chapter1.md": f"## P\n```js\n{code}\n```\n{CHECK}", **SHEETS})
    assert problem == "chapter1.md:4: require_all_facts is set twice; give one list"


@pytest.mark.parametrize("before", ["Prose.", CHECK, "```script\n// x\n```", "2026-03-10, Tue\nProse."])
def test_a_block_that_is_not_at_the_start_is_refused(problems_of: ProblemsOf, before: str) -> None:
    before = before.strip()
    (problem,) = problems_of(
        {"chapter1.md": f"## P\n{before}\n```python\nx = 1\n```\n{CHECK.replace('1.1', '2')}"}
    )
    line = 3 + len(before.split("\n"))
    assert problem == (
        f"chapter1.md:{line - 1}: a 'python' block is run when the phase opens; move it right below the phase's heading"
    )
