"""Sessions with a budget: real plays over HTTP, in one process and on workers."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Lock, Thread
from typing import TYPE_CHECKING

import pytest

from pytest_marathonmem.runs.events import read_events
from pytest_marathonmem.testing.double import Double

if TYPE_CHECKING:
    from tests.plugin.conftest import Project

AGENTS = "--mmb-agent=chatbot,notebook"
PERSONA = "--mmb-persona=double"


class Handler(BaseHTTPRequestHandler):
    """Answers as a provider would that is out of credit when its server says so."""

    double = Double()
    lock = Lock()
    out_of_credit = False

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.lock:
            answer = dict(self.double(body))
        if self.out_of_credit:
            self._send(429, {"error": {"code": "insufficient_quota", "message": "You exceeded your quota"}})
        else:
            self._send(200, answer)

    def _send(self, status: int, answer: object) -> None:
        content = json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def endpoint() -> Iterator[type[Handler]]:
    """A double behind a port of its own; what is set on its class holds for the next request."""
    handler = type("OwnHandler", (Handler,), {})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    handler.url = f"http://127.0.0.1:{server.server_port}/v1"  # type: ignore[attr-defined]
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield handler
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def paid(project: Project, endpoint: type[Handler]) -> Project:
    """A project with a benchmark and a model that costs a dollar for a million tokens of input."""
    model = {"base_url": endpoint.url, "max_output_tokens": 500, "price": {"input": 1, "output": 0}}  # type: ignore[attr-defined]
    (project.path / "mmb.jsonc").write_text(
        json.dumps({"models": {"double": model, "unpriced": model | {"price": None}}})
    )
    project.benchmark()
    return project


def cost(project: Project, run: str = "*") -> float:
    """What all starts of runs have cost, by their records."""
    records = project.path.glob(f"results/tiny-{run}/events.jsonl")
    return sum(event["cost_usd"] for path in records for event in read_events(path) if event.type == "called")


def line_to_go_on(result: pytest.RunResult) -> list[str]:
    lines = result.stdout.lines
    number = next(number for number, line in enumerate(lines) if line.startswith("To go on with"))
    return shlex.split(lines[number + 1])[1:]


@pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n2",), marks=pytest.mark.slow)], ids=["one process", "two workers"]
)
def test_a_budget_for_one_and_a_half_runs_is_not_exceeded_and_both_go_on(
    paid: Project, workers: tuple[str, ...]
) -> None:
    assert paid.run("benchmarks", PERSONA, "--mmb-agent=chatbot").ret == 0
    budget = 1.5 * cost(paid)

    first = paid.run("benchmarks", PERSONA, AGENTS, f"--mmb-budget-usd={budget}", *workers)
    spent = cost(paid)
    arguments = line_to_go_on(first)
    second = paid.pytester.runpytest_inprocess(*arguments)

    assert first.ret == 11
    assert 0 < spent <= budget
    assert f"--mmb-budget-usd={2 * budget:.12g}" in arguments
    assert second.ret == 0
    assert spent < cost(paid) <= 2 * budget


def test_a_spent_budget_skips_the_item_and_says_what_was_spent(paid: Project) -> None:
    result = paid.run("benchmarks", PERSONA, "--mmb-agent=chatbot", "--mmb-budget-usd=0.01", "-rs")

    assert result.ret == 11
    result.assert_outcomes(skipped=1)
    reason = next(line for line in result.stdout.lines if line.startswith("SKIPPED"))
    assert "of --mmb-budget-usd=0.01 have gone, and the next call might cost $0.0" in reason
    assert (
        "Give a higher --mmb-budget-usd and start it again; it goes on from there. To go on: pytest "
        in reason
    )
    assert " --mmb-budget-usd=0.02 " in reason


def test_an_agent_that_does_not_survive_fails_when_the_budget_is_spent(paid: Project) -> None:
    result = paid.run("benchmarks", PERSONA, "--mmb-agent=right", "--mmb-budget-usd=0.01")

    assert result.ret == 1


def test_an_exhausted_quota_ends_with_the_same_code_and_goes_on_by_the_same_line(
    paid: Project, endpoint: type[Handler]
) -> None:
    endpoint.out_of_credit = True
    first = paid.run("benchmarks", PERSONA, "--mmb-agent=chatbot", "--mmb-budget-usd=1")
    endpoint.out_of_credit = False
    second = paid.pytester.runpytest_inprocess(*line_to_go_on(first))

    assert (first.ret, second.ret) == (11, 0)
    assert "--mmb-budget-usd=1" in line_to_go_on(first)


@pytest.mark.parametrize(
    "workers", [(), pytest.param(("-n1",), marks=pytest.mark.slow)], ids=["one process", "a worker"]
)
def test_a_paid_run_says_what_it_will_likely_cost_before_it_starts(
    paid: Project, workers: tuple[str, ...]
) -> None:
    result = paid.run("benchmarks", PERSONA, "--mmb-agent=chatbot", *workers)

    result.stdout.fnmatch_lines(
        [
            "tiny-chatbot: the persona 'double' will likely make 6 calls, with *,000 tokens in and * out: $0.0?*",
            "tiny-chatbot: mean score 10.00 *",
        ]
    )


def test_a_run_without_paid_models_says_nothing_of_cost(paid: Project) -> None:
    result = paid.run("benchmarks", "--mmb-agent=chatbot", "--mmb-budget-usd=1")

    assert result.ret == 0
    assert "likely" not in result.stdout.str()
    assert not (paid.path / "results" / "budget.json").exists()


def test_a_budget_needs_a_price_before_anything_is_played(paid: Project) -> None:
    result = paid.run("benchmarks", "--mmb-persona=unpriced", AGENTS, "--mmb-budget-usd=1")

    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(
        [
            "ERROR: --mmb-budget-usd can't hold: the price of the model 'unpriced', the persona of the run 'tiny-chatbot', *"
        ]
    )
    assert len(result.stderr.lines) <= 2
    assert not (paid.path / "results").exists()
