"""Phases of prose become scripts; phases with scripts stay as they are."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pytest_marathonmem.scenario.model import Ask, Benchmark, Step, Utterance, Wait
from pytest_marathonmem.scenario.read_out import read_out

Load = Callable[..., Benchmark]

FAMILY = """\
# Семья
## 1. Жена Лена
1.1 Лене 31 год, UX-дизайнер
1.2 день рождения Лены — 14 марта
1.3 —
## 2. Сестра
2.1 Анна, врач, живёт в Гамбурге.
2.2 iPhone подарили ей мы
"""
EXAM = "❓ 9.1 Сколько лет Лене? Правильный ответ: 31 год.\n"


def shown(step: Step) -> str:
    if isinstance(step, Ask):
        return f"ask {step.check_id}"
    return f"wait {step.until:%H:%M}" if isinstance(step, Wait) else step.text


@pytest.fixture
def script(load: Load) -> Callable[..., list[list[str]]]:
    """The steps of each phase of a Russian folder, read out."""

    def read(chapter: str, sheet: str = FAMILY, **settings: object) -> list[list[str]]:
        files = {"family.md": sheet, "chapter1.md": chapter}
        benchmark = read_out(load(files, **{"language": "ru", **settings}))
        return [[shown(step) for step in phase.script] for phase in benchmark.phases]

    return read


LENA = "Запиши (Семья, Жена Лена): Лене 31 год, UX-дизайнер. День рождения Лены — 14 марта."
SISTER = "Запиши (Семья, Сестра): Анна, врач, живёт в Гамбурге. iPhone подарили ей мы."


def test_a_sheet_is_read_out_by_categories(script: Callable[..., list[list[str]]]) -> None:
    assert script("## Семья\nРасскажи факты из family.\n" + EXAM) == [[LENA, SISTER, "ask 9.1"]]


def test_a_sheet_that_is_required_is_read_out_before_the_first_question(
    script: Callable[..., list[list[str]]],
) -> None:
    chapter = (
        '## Семья\n```js\nvars.require_all_facts = "family:2";\n```\nСкажи: «Теперь про сестру.»\n' + EXAM
    )
    assert script(chapter) == [["Теперь про сестру.", SISTER, "ask 9.1"]]


def test_what_prose_behind_a_question_names_is_told_there(script: Callable[..., list[list[str]]]) -> None:
    chapter = f'## Семья\n```js\nvars.require_all_facts = "family";\n```\n{EXAM}\nТеперь `family:1`.\n'
    assert script(chapter) == [[SISTER, "ask 9.1", LENA]]


def test_a_fact_is_told_once(script: Callable[..., list[list[str]]]) -> None:
    chapter = f"## A\nТеперь `family:1.2`.\n## B\nТеперь `family` и family.md.\n## C\nОпять `family`.\n{EXAM}"
    assert script(chapter) == [
        ["Запиши (Семья, Жена Лена): День рождения Лены — 14 марта."],
        ["Запиши (Семья, Жена Лена): Лене 31 год, UX-дизайнер.", SISTER],
        ["ask 9.1"],
    ]


def test_a_long_category_takes_several_messages(script: Callable[..., list[list[str]]]) -> None:
    sheet = "# Кот\n## 1. Кот\n" + "".join(f"1.{number} факт {number}\n" for number in range(1, 7))
    assert script("## A\nТеперь `family`.\n" + EXAM, sheet)[0][:2] == [
        "Запиши (Кот): Факт 1. Факт 2. Факт 3. Факт 4.",
        "И ещё (Кот): Факт 5. Факт 6.",
    ]


def test_a_phase_of_mood_alone_says_nothing(script: Callable[..., list[list[str]]]) -> None:
    assert script("## A\nУ тебя хорошее настроение.\n## B\n" + EXAM) == [[], ["ask 9.1"]]


def test_facts_that_nobody_names_are_never_told(script: Callable[..., list[list[str]]]) -> None:
    assert script("## A\nРасскажи про семью.\n" + EXAM) == [["ask 9.1"]]


def test_anchors_are_waited_for_where_time_counts(script: Callable[..., list[list[str]]]) -> None:
    chapter = "## A\n08:00 — «Доброе утро, пробежал 10 км!»\n21:30 — вечер.\n" + EXAM
    said = "Доброе утро, пробежал 10 км!"
    assert script(chapter) == [[said, "ask 9.1"]]
    assert script(chapter, time_gate=True) == [["wait 08:00", said, "wait 21:30", "ask 9.1"]]


@pytest.mark.parametrize(
    ("language", "frame"), [("en", "Please note (Семья, Сестра): "), ("de", "Семья, Сестра: ")]
)
def test_the_frame_is_in_the_language_of_the_benchmark(
    script: Callable[..., list[list[str]]], language: str, frame: str
) -> None:
    second_chance = "Schau bitte nach."
    chapter = "## A\nNow `family:2`.\n" + EXAM
    (steps,) = script(chapter, language=language, second_chance=second_chance)
    assert steps[0].startswith(frame)


MIXED = """\
## Scripted
```script
tell family 1.1
| Lena is 31.
edit family 1.2: birthday on 15 March #RECONSIDER
| Lena's birthday is 15 March.
add family 2.3: Anna visits on 19 August
| Anna visits on 19 August.
retire family 2.2
| Forget the phone.
```
## Plain
Now all of `family`.
❓ 9.1 Q? Correct answer: 31.
"""


def test_a_mixed_folder_keeps_its_scripts_and_reads_what_is_left_as_it_is_now(load: Load) -> None:
    benchmark = load({"family.md": FAMILY, "chapter1.md": MIXED})
    scripted, plain = read_out(benchmark).phases
    assert scripted == next(benchmark.phases)
    assert [shown(step) for step in plain.script] == [
        "Please note (Семья, Жена Лена): Birthday on 15 March.",
        "Please note (Семья, Сестра): Анна, врач, живёт в Гамбурге.",
        "ask 9.1",
    ]


def test_a_folder_of_scripts_is_left_as_it_is(load: Load) -> None:
    chapter = "## A\n```script\n| Hello.\n```\n❓ 9.1 Q? Correct answer: 31.\n"
    benchmark = load({"chapter1.md": chapter})
    assert read_out(benchmark) is benchmark


def test_every_message_carries_the_facts_that_it_tells(load: Load) -> None:
    benchmark = read_out(load({"family.md": FAMILY, "chapter1.md": "## A\nAll of `family`.\n" + EXAM}))
    steps = [step for phase in benchmark.phases for step in phase.script if isinstance(step, Utterance)]
    told = [ref.id for step in steps for operation in step.operations for ref in operation.facts]  # type: ignore[union-attr]
    assert told == ["1.1", "1.2", "2.1", "2.2"]
