"""The rules of the house, read off the source: who may import whom, who may read the time."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import pytest_marathonmem

PACKAGE = Path(pytest_marathonmem.__file__).parent
ORDER = (
    ("errors",),
    ("clock",),
    ("values",),
    ("scenario",),
    ("models",),
    ("persona", "agents"),
    ("grading",),
    ("runs",),
    ("reports",),
    ("testing",),
    ("plugin", "commands"),
    ("cli",),
)
FLOOR = {part: floor for floor, parts in enumerate(ORDER) for part in parts}
MODULES = sorted(path for path in PACKAGE.rglob("*.py") if path != PACKAGE / "__init__.py")


def part_of(path: Path) -> str:
    return path.relative_to(PACKAGE).with_suffix("").parts[0]


def imports(path: Path) -> Iterator[str]:
    """The full names of all that a module imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_only_go_upwards(path: Path) -> None:
    own = part_of(path)
    ours = [name.split(".")[1] for name in imports(path) if name.startswith("pytest_marathonmem.")]
    assert [part for part in ours if part != own and part in FLOOR and FLOOR[part] >= FLOOR[own]] == []


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_plugin_and_the_testing_kit_know_pytest(path: Path) -> None:
    knows = [name for name in imports(path) if name.split(".")[0] in ("pytest", "_pytest")]
    assert knows == [] or part_of(path) in ("plugin", "testing")


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_only_the_clock_reads_the_time(path: Path) -> None:
    tree = ast.parse(path.read_text("utf-8"))
    readings = {"now", "utcnow", "today", "time", "time_ns", "monotonic", "perf_counter", "sleep"}
    owners = {"datetime", "date", "time", "asyncio"}
    found = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr in readings
        and isinstance(node.value, ast.Name)
        and node.value.id in owners
    ]
    assert found == [] or path == PACKAGE / "clock.py"


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_figure_of_zero_is_never_taken_for_none(path: Path) -> None:
    """``score or default`` and ``if score`` would: a figure is compared with None."""
    figures = re.compile(r"\b\w*(score|mean)('[\])])?$")
    found = [
        f"line {node.lineno}: {ast.unparse(node)}"
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        for tested in truth_tested(node)
        if isinstance(tested, ast.Name | ast.Attribute | ast.Subscript | ast.Call)
        and figures.search(ast.unparse(tested))
    ]
    assert found == []


def truth_tested(node: ast.AST) -> list[ast.expr]:
    """The expressions whose truth a node asks for."""
    match node:
        case ast.BoolOp(values=values):
            return values
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) | ast.Assert(test=test):
            return [test]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [operand]
        case ast.comprehension(ifs=ifs):
            return ifs
    return []


def test_every_part_of_the_package_has_its_floor() -> None:
    parts = {part_of(path) for path in MODULES}
    assert parts == set(FLOOR)


def test_the_top_level_holds_what_it_should() -> None:
    root = PACKAGE.parent
    kept = {
        "pyproject.toml",
        "README.md",
        "pytest_marathonmem",
        "benchmarks",
        "conftest.py",
        "examples",
        "tests",
        "LICENSE",
    }
    built = {"results", "build", "dist"}
    assert {
        path.name for path in root.iterdir() if path.name[0] != "." and path.suffix != ".egg-info"
    } - built == kept
