"""SIGTERM ends a session as Ctrl-C does, and neither waits for an agent that blocks the event loop."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Self

    import pytest

PATIENCE = 2.0
"""Seconds that an interrupted event loop may be busy with one thing."""


class Terminable:
    """Turns SIGTERM into Ctrl-C from the first run on; a plugin, so that it ends with the session.

    A project that handles SIGTERM itself, and a session outside the main thread, are left alone.
    """

    NAME = "marathonmem-sigterm"

    def __init__(self) -> None:
        self._ending = False
        self.active = (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
        )
        """Whether SIGTERM comes here."""
        if self.active:
            signal.signal(signal.SIGTERM, self._on_sigterm)

    @classmethod
    def of(cls, config: pytest.Config) -> Self:
        """The one of a session; the first call makes it."""
        if not config.pluginmanager.hasplugin(cls.NAME):
            config.pluginmanager.register(cls(), cls.NAME)
        found: Self = config.pluginmanager.getplugin(cls.NAME)
        return found

    def interrupting(self) -> None:
        """Take note of Ctrl-C: the session ends, and a SIGTERM behind it must not disturb that."""
        self._ending = True

    def pytest_keyboard_interrupt(self) -> None:
        self.interrupting()

    def pytest_unconfigure(self) -> None:
        if self.active and signal.getsignal(signal.SIGTERM) == self._on_sigterm:
            signal.signal(signal.SIGTERM, signal.SIG_DFL)

    def _on_sigterm(self, number: int, frame: object) -> None:
        if self._ending:
            return
        self.interrupting()
        if not callable(signal.getsignal(signal.SIGINT)):
            # In the background of a shell script Ctrl-C is ignored.
            raise KeyboardInterrupt
        signal.raise_signal(signal.SIGINT)


@contextmanager
def ctrl_c_gets_through(terminable: Terminable) -> Iterator[None]:
    """While a play goes on, see that Ctrl-C ends it also where its agent blocks the event loop.

    asyncio's answer to the first Ctrl-C is to cancel the play, which a blocked loop never hears of; only the second one
    raises `KeyboardInterrupt` where it blocks. The second one is sent by a thread that finds the loop unresponsive.
    """
    former: Any = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or not callable(former):
        yield
        return
    watchdog = _Watchdog(asyncio.get_running_loop())

    def on_sigint(number: int, frame: object) -> None:
        terminable.interrupting()
        watchdog.start()
        former(number, frame)

    signal.signal(signal.SIGINT, on_sigint)
    try:
        yield
    finally:
        watchdog.stop()
        if signal.getsignal(signal.SIGINT) is on_sigint:
            signal.signal(signal.SIGINT, former)


class _Watchdog:
    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch, name="marathonmem-watchdog", daemon=True)

    def start(self) -> None:
        if not self._thread.is_alive() and hasattr(signal, "pthread_kill"):
            with suppress(RuntimeError):  # it has been and gone
                self._thread.start()

    def stop(self) -> None:
        self._stopped.set()

    def _watch(self) -> None:
        while not self._stopped.wait(PATIENCE / 10):
            answered = threading.Event()
            self._loop.call_soon_threadsafe(answered.set)
            if not answered.wait(PATIENCE) and not self._stopped.is_set():
                _interrupt_main_thread()


def _interrupt_main_thread() -> None:
    """Raise SIGINT there, so that it is woken from what it waits for."""
    main = threading.main_thread().ident
    if main is not None:
        signal.pthread_kill(main, signal.SIGINT)


def terminate(pid: int) -> None:
    """Ask a process of ours to end, if it is still there; without POSIX signals it would be killed instead."""
    if os.name == "posix":
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, signal.SIGTERM)
