"""``mmb serve-model``: a double of a model behind an OpenAI-compatible endpoint, to try a whole set-up before paying."""

from __future__ import annotations

import asyncio
import signal
import textwrap
from contextlib import closing, suppress
from typing import TYPE_CHECKING

from pytest_marathonmem.testing.double.double import Double
from pytest_marathonmem.testing.double.faults import DOUBLE_FAULTS, FaultRule, Faults
from pytest_marathonmem.testing.double.vices import VICES, Vice

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from pytest_marathonmem.testing.double.server import DoubleServer

_EPILOG = """\
examples:
  mmb serve-model
  mmb serve-model --port 8123 --fault rate-limited=0.05 --fault-at persona:server-error=3
  mmb serve-model --vice missing_value=2 --vice plain_text=always:stubborn

faults, with the role persona:, judge: or agent: before them if they shall strike no other:
{faults}

vices of the persona, each =N (at its N-th opportunity) or =always; with :stubborn it never obeys:
{vices}
"""


def declare(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    faults = _listed(kind.replace(" ", "-") for kind in DOUBLE_FAULTS)
    parser.epilog = _EPILOG.format(faults=faults, vices=_listed(VICES))
    parser.add_argument("--port", type=int, default=0, metavar="N", help="Default: a free one")
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="KIND=RATE",
        help="What goes wrong with that part of the calls, 0 to 1",
    )
    parser.add_argument(
        "--fault-at", action="append", default=[], metavar="KIND=N", help="What goes wrong at the N-th call"
    )
    parser.add_argument(
        "--vice", action="append", default=[], metavar="NAME=N", help="What the persona's model does wrong"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="Which calls a rate strikes (default: 0)"
    )
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> Iterator[str]:
    """Serve until Ctrl-C or SIGTERM, and write the entry of ``mmb.jsonc`` for it first.

    Raises:
        SettingsError: for a fault or vice that there isn't, or a port that can't be had.
    """
    from pytest_marathonmem.testing.double.server import DoubleServer  # noqa: PLC0415 - help needs no web server

    rules = [*map(FaultRule.parse_rate, arguments.fault), *map(FaultRule.parse_at, arguments.fault_at)]
    double = Double(map(Vice.parse, arguments.vice), Faults(rules, arguments.seed))
    server = DoubleServer(double, port=arguments.port)
    return _serve(server)


def _serve(server: DoubleServer) -> Iterator[str]:
    with closing(server), asyncio.Runner() as runner:
        told_to_stop = runner.run(_start(server))
        yield "Serving a double of a model, for persona, judge and agents, until Ctrl-C. For mmb.jsonc:"
        yield ""
        yield from _entry(server.base_url)
        yield ""
        yield "Then: pytest --mmb-persona=double --mmb-judge=double benchmarks/max"
        runner.run(told_to_stop.wait())
        runner.run(server.stop())
    faults = server.double.faults
    struck = ", ".join(f"{count} x {kind}" for kind, count in sorted(faults.struck.items()))
    yield f"Stopped. Calls: {faults.calls}; faults: {struck or 'none'}."


async def _start(server: DoubleServer) -> asyncio.Event:
    told_to_stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        # Windows knows no such handlers: Ctrl-C is a KeyboardInterrupt there.
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(number, told_to_stop.set)
    await server.start()
    return told_to_stop


def _entry(base_url: str) -> Iterator[str]:
    yield '  "models": {'
    yield f'    "double": {{"base_url": "{base_url}", "price": {{"input": 0, "output": 0}}}},'
    yield "  },"


def _listed(names: Iterator[str] | tuple[str, ...]) -> str:
    return textwrap.fill(
        ", ".join(names), 78, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
    )
