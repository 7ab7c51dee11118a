"""What is wrong with a folder is said when it is collected, with file and line, and harms no other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.plugin.conftest import FOOD

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

CHECK = "❓ 1.1 How much food? Correct answer: 50 g.\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        pytest.param(
            {"benchmark.json": '{"chapters": ["chapter1.md"],\n"colour": "red"}'},
            "benchmark.json:2: unknown key 'colour'; allowed are *",
            id="unknown key",
        ),
        pytest.param(
            {"benchmark.json": '{"chapters": ["chapter1.md", "chapter9.md"]}'},
            "chapter9.md:1: there is no file 'chapter9.md' in the folder*",
            id="missing chapter",
        ),
        pytest.param(
            {"chapter1.md": f"## One\n{CHECK}\n## Two\n{CHECK}"},
            "chapter1.md:5: check id '1.1' is used twice, first at benchmarks/faulty/chapter1.md:2; *",
            id="duplicate check id",
        ),
        pytest.param(
            {"chapter1.md": f"## One\n```js\nfetch('https://example.org');\n```\n{CHECK}"},
            "chapter1.md:3: *fetch(*is not known here; allowed are *",
            id="settings that aren't data",
        ),
        pytest.param(
            {"chapter1.md": f"## One\nIn {{{{FUTURE:3:fortnights}}}}.\n{CHECK}"},
            "chapter1.md:2: *fortnights*",
            id="unknown unit",
        ),
        pytest.param(
            {"chapter1.md": "## One\nTell about `pets`.\n"},
            "benchmark.json:1: no chapter has a check; add a line '❓ 1.1 *",
            id="no checks",
        ),
    ],
)
def test_a_faulty_folder_is_reported_and_a_sound_one_played(
    project: Project, files: dict[str, str], expected: str
) -> None:
    folder = project.benchmark("faulty")
    for name, text in files.items():
        (folder / name).write_text(text)
    project.benchmark("sound", checks=FOOD)

    result = project.run("--mmb-agent=right", "benchmarks", "--continue-on-collection-errors")

    result.assert_outcomes(passed=1, errors=1)
    result.stdout.fnmatch_lines([f"benchmarks/faulty/{expected.replace('[', '[[]')}"])
    result.stdout.no_fnmatch_line("*Traceback*")


def test_a_plain_folder_is_played_by_the_default_agent(project: Project) -> None:
    project.benchmark("plain", chapter1=f"## Cat\nTell the facts of `pets`.\n{CHECK}")

    project.run("benchmarks/plain").assert_outcomes(passed=1)
