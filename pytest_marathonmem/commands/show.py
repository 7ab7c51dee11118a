"""``mmb show``: a benchmark as a persona gets it, with the ledger of its facts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pytest_marathonmem.clock import Clock
from pytest_marathonmem.commands.layout import beside, wrapped
from pytest_marathonmem.commands.shipped import shipped_benchmarks
from pytest_marathonmem.commands.show_phase import phase_lines
from pytest_marathonmem.errors import SettingsError
from pytest_marathonmem.scenario.folder import PROFILE, load_benchmark
from pytest_marathonmem.scenario.ledger import Ledger
from pytest_marathonmem.scenario.model import RETIRED, Change, FactRef, Operation, Utterance
from pytest_marathonmem.scenario.read_out import read_out
from pytest_marathonmem.scenario.recognise import FILE_NAME, is_benchmark

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from pytest_marathonmem.scenario.ledger import State
    from pytest_marathonmem.scenario.model import Benchmark, Chapter


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.epilog = "examples:\n  mmb show benchmarks/mine | less\n  mmb show max chapter10"
    parser.add_argument(
        "benchmark", metavar="BENCHMARK", help="A benchmark's folder, or the name of a shipped one"
    )
    parser.add_argument("chapter", nargs="?", metavar="CHAPTER", help="One chapter alone, such as chapter3")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> Iterator[str]:
    """Read the benchmark and write it out, its dates filled in as for a run that starts now.

    A phase without a script is shown with what the scripted persona makes of it.

    Raises:
        ScenarioError: with every fault of the folder.
        SettingsError: if there is no such benchmark or chapter; it lists those that there are.
    """
    benchmark = read_out(load_benchmark(_folder(arguments.benchmark), Clock.local().now()))
    chapters = _chapters(benchmark, arguments.chapter)
    return _lines(benchmark, chapters)


def _folder(given: str) -> Path:
    """The folder that is meant; a benchmark that lies here is nearer than a shipped one of its name."""
    folder = Path(given)
    if folder.name == FILE_NAME:
        folder = folder.parent
    shipped = shipped_benchmarks()
    if given in shipped and not is_benchmark(folder / FILE_NAME):
        return shipped[given]
    if not folder.is_dir():
        raise SettingsError(
            f"{given!r} is neither a folder nor a shipped benchmark; shipped are {', '.join(shipped)}"
        )
    return folder


def _chapters(benchmark: Benchmark, name: str | None) -> Sequence[Chapter]:
    if name is None:
        return benchmark.chapters
    found = [chapter for chapter in benchmark.chapters if name in (chapter.name, f"{chapter.name}.md")]
    if not found:
        names = ", ".join(chapter.name for chapter in benchmark.chapters)
        raise SettingsError(f"{benchmark.name} has no chapter {name!r}; its chapters are {names}")
    return found


def _lines(benchmark: Benchmark, chapters: Sequence[Chapter]) -> Iterator[str]:
    ledger = Ledger.of(benchmark)
    yield from wrapped(f"{benchmark.title} ({benchmark.folder}), {_counted(benchmark)}")
    yield f"dates as of {benchmark.start:%Y-%m-%d %H:%M}, {benchmark.timezone}"
    if len(chapters) == len(benchmark.chapters):
        yield from _always_known(benchmark)
    for chapter in chapters:
        yield from ["", "", f"======== {chapter.title} ======== {chapter.place}"]
        yield from beside("before it", _standing(ledger.before_phase(chapter.phases[0])))
        for phase in chapter.phases:
            yield from phase_lines(phase, ledger)
        yield from _balance(chapter, ledger)


def _counted(benchmark: Benchmark) -> str:
    phases = len(list(benchmark.phases))
    return f"chapters {len(benchmark.chapters)}, phases {phases}, checks {len(benchmark.checks)}"


def _always_known(benchmark: Benchmark) -> Iterator[str]:
    yield from ["", "======== what the persona always has in mind ========"]
    yield from wrapped(benchmark.instructions)
    profile = benchmark.sheets.get(PROFILE)
    for category in profile.categories if profile else ():
        yield from ["", f"{PROFILE} {category.id}. {category.title}"]
        for fact in category.facts:
            yield from beside(fact.ref.id, fact.text, "  ", 4)


def _standing(state: State) -> str:
    """How many facts there are, by what has become of them."""
    refs = list(state.refs)
    changed = sum(len(state.chain(ref)) > 1 for ref in refs)
    retired = sum(state.text(ref) == RETIRED for ref in refs)
    return f"{len(state.told)} of {len(refs)} facts told, {changed} changed, {retired} of them retired"


def _balance(chapter: Chapter, ledger: Ledger) -> Iterator[str]:
    """The facts that the chapter tells or changes, as they stand before it and after it."""
    before = ledger.before_phase(chapter.phases[0])
    after = ledger.after_phase(chapter.phases[-1])
    yield from ["", f"-------- what {chapter.name} does to the ledger --------"]
    touched = sorted(set(_touched(chapter)), key=list(after.refs).index)
    for ref in touched:
        yield from beside(str(ref), _fact(before, ref), "  ", 16)
        if _fact(after, ref) != _fact(before, ref):
            yield from beside("             ->", _fact(after, ref), "  ", 16)
    yield from beside("after it", _standing(after))


def _fact(state: State, ref: FactRef) -> str:
    text = state.text(ref)
    if text is None:
        return "(not yet there)"
    return f"{'known  ' if state.known(ref) else 'unknown'}  {'retired' if text == RETIRED else text}"


def _touched(chapter: Chapter) -> Iterator[FactRef]:
    for operation in _operations(chapter):
        yield from (operation.fact,) if isinstance(operation, Change) else operation.facts


def _operations(chapter: Chapter) -> Iterator[Operation]:
    steps = (step for phase in chapter.phases for step in phase.script)
    return (operation for step in steps if isinstance(step, Utterance) for operation in step.operations)
