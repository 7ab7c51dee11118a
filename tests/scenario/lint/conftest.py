"""A small folder without a fault, and what the lint finds in it once a fault is planted."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from pytest_marathonmem.scenario.lint import lint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_marathonmem.errors import Problem
    from pytest_marathonmem.scenario.model import Benchmark

SHEETS = {
    "pets.md": """# Pets
## 1. Boss
1.1 Boss is 4 years old
1.2 Boss gets 70 g of food a day
""",
    "kitchen.md": """# Kitchen
## 1. Estimate
1.1 Kitchen cabinets, $3,500
1.2 Worktop, $680
1.3 Wine fridge, $330
1.4 Floor tile, $48 per m²
1.5 Floor tile in total, $480
1.6 Kitchen in total, $4,990
## 2. Walls
2.1 Backsplash, the same tile as on the floor
""",
    "health.md": """# Health
## 1. Log
1.1 Blood pressure on 31 May, 142/95
1.2 Blood pressure on 21 June, 135/88
""",
    "car.md": """# Car
## 1. Choice
1.1 We take the Toyota RAV4, deposit $500
1.2 Customs, about $850
""",
}
CHAPTERS = {
    "chapter1.md": """# Telling

## First
2026-07-28, Tue

```js
vars.require_all_facts = ["pets", "kitchen:1"];
```

```script
tell pets 1
| My cat Boss is 4 years old. He gets 70 g of food a day.
tell kitchen 1.1-1.5
derive kitchen 1.6: Kitchen in total, $4,990
| Kitchen: cabinets 3500, worktop 680, wine fridge 330, tile at 48 a metre, 480 in total.
tell kitchen 2.1 #XREF
| The backsplash gets the same tile as the floor.
tell health 1
| Blood pressure: 142/95 on 31 May, 135/88 on 21 June.
tell car 1.2
| Customs for the car will be about $850.
edit pets 1.2: Boss gets 55 g of food a day #RECONSIDER
| The vet wants him lighter: 55 g from now on.
ask 1.1
edit pets 1.2: Boss gets 50 g of food a day #SELF-FIX
| No wait, the note says 50 g.
```

❓ 1.1 What is Boss given each day?
   Correct answer: 55 g.
   Key: {type: "RECALL", facts: ["pets:1.2"], value: "55 g"}
""",
    "chapter2.md": """# Changing

## Second
2026-07-29, Wed

```script
edit kitchen 1.4: Floor tile, $52 per m² #CASCADE
derive kitchen 1.5: Floor tile in total, $520
derive kitchen 1.6: Kitchen in total, $5,030
| The floor tile is 52 now. Fix it everywhere.
retire kitchen 1.3 #RETIRE
derive kitchen 1.6: Kitchen in total, $4,700
| The wine fridge doesn't fit, drop it.
edit car 1.2: Customs, $1,100 #STALE
| Customs come to $1,100 after all.
tell car 1.1
| We take the RAV4, deposit 500.
add pets 1.3: The cushion of Boss costs $30 #LATE-ADD
| A cushion for Boss, 30 dollars.
```
""",
    "chapter3.md": """# Exam

## Third
2026-07-30, Thu

❓ 3.1 Which car do we take, and for what deposit?
   Correct answer: the RAV4, $500.
   Key: {type: "RECALL", facts: ["car:1.1"], points: [{any_of: ["RAV4", "RAV 4"]}, {value: "$500"}]}

❓ 3.2 What does the whole kitchen come to?
   Correct answer: $4,700.
   Key: {
     type: "NEG", facts: ["kitchen:1.6"],
     sum: {"kitchen:1.1": "$3,500", "kitchen:1.2": "$680", "kitchen:1.5": "$520"},
     total: "$4,700", absent: ["wine fridge", "wine cooler"],
   }

❓ 3.3 What was the very first customs estimate?
   Correct answer: about $850.
   Key: {type: "HIST", facts: ["car:1.2"], value: "$850"}

❓ 3.4 What does the backsplash cost per square metre?
   Correct answer: $52 per m².
   Key: {type: "RECALL", facts: ["kitchen:2.1", "kitchen:1.4"], value: "$52 per m²"}

❓ 3.5 All my blood-pressure readings by date, please.
   Correct answer: 31 May 142/95, 21 June 135/88.
   Key: {
     type: "SERIES", facts: ["health:1.1", "health:1.2"],
     points: [{at: "31 May", value: "142/95"}, {at: "21 June", value: "135/88"}],
   }

❓ 3.6 What is our electricity tariff?
   Correct answer: you never told me the tariff.
   Key: {type: "VOID", topic: ["electricity", "tariff"]}

❓ 3.7 What do the worktop and the cabinets come to together?
   Correct answer: $4,180 (3,500 and 680).
   Key: {
     type: "AGG", sum: {"kitchen:1.1": "$3,500", "kitchen:1.2": "$680"},
     points: [{value: "$3,500"}, {value: "$680"}], total: "$4,180",
   }
""",
}


class Findings(NamedTuple):
    problems: list[str]
    """As ``file:line: message``, the folder cut off."""
    warnings: list[str]
    files: Mapping[str, str]
    """What was linted."""

    def at(self, file: str, line: str) -> str:
        """``file:line: `` of the first line that begins so."""
        numbers = [n for n, text in enumerate(self.files[file].split("\n"), start=1) if text.startswith(line)]
        return f"{file}:{numbers[0]}: "


@pytest.fixture
def lint_demo(load: Callable[..., Benchmark]) -> Callable[..., Findings]:
    """Plant faults in the demo folder and lint it."""

    def run(*plants: tuple[str, str, str], **settings: object) -> Findings:
        """Each plant: in a file, one text in the place of another."""
        files = {**CHAPTERS, **SHEETS}
        for file, old, new in plants:
            assert files[file].count(old) == 1, f"{old!r} should stand once in {file}"
            files[file] = files[file].replace(old, new)
        return _linted(load, files, **settings)

    return run


@pytest.fixture
def lint_files(load: Callable[..., Benchmark]) -> Callable[..., Findings]:
    """Write a folder of one's own and lint it."""

    def run(files: dict[str, str], **settings: object) -> Findings:
        return _linted(load, files, **settings)

    return run


def _linted(load: Callable[..., Benchmark], files: Mapping[str, str], **settings: object) -> Findings:
    benchmark = load(files, **settings)
    prefix = f"{benchmark.folder}/"

    def lines(problems: tuple[Problem, ...]) -> list[str]:
        return [str(problem).replace(prefix, "") for problem in problems]

    result = lint(benchmark)
    return Findings(lines(result.problems), lines(result.warnings), files)
