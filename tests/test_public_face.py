import subprocess
import sys

import pytest

import pytest_marathonmem

HEAVY = "pydantic json5 markdown_it dateutil openai httpx sqlite3 jinja2 pytest"


def test_the_exports_are_sorted() -> None:
    assert sorted(pytest_marathonmem.__all__) == pytest_marathonmem.__all__


@pytest.mark.parametrize("name", pytest_marathonmem.__all__)
def test_every_export_is_there(name: str) -> None:
    assert getattr(pytest_marathonmem, name).__name__ == name
    assert name in dir(pytest_marathonmem)


def test_every_error_of_the_tree_is_exported() -> None:
    def names(error: type[BaseException]) -> set[str]:
        return {error.__name__}.union(*map(names, error.__subclasses__()))

    from_errors = {
        name for name in names(pytest_marathonmem.MarathonMemError) if name in vars(pytest_marathonmem.errors)
    }
    assert from_errors <= set(pytest_marathonmem.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'pytest_marathonmem' has no attribute 'Agent'"):
        _ = pytest_marathonmem.Agent


@pytest.mark.parametrize("module", ["pytest_marathonmem", "pytest_marathonmem.agents.reply"])
def test_importing_it_imports_nothing_heavy(module: str) -> None:
    program = f"import sys, {module}; print(*(set('{HEAVY}'.split()) & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    assert done.stdout.split() == []
