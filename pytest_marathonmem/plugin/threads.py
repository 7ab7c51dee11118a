"""Threads of an agent that nobody waits for: `asyncio.to_thread` with a call that hangs would keep the session from ending."""

from __future__ import annotations

import threading
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


class AbandoningExecutor(ThreadPoolExecutor):
    """Gives each call a thread of its own that ends with the process at the latest; its shutdown waits for none.

    A `ThreadPoolExecutor` because an event loop takes no other kind; of that it uses nothing.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Call it in a new thread."""
        future: Future[Any] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                result = fn(*args, **kwargs)
            except BaseException as error:  # noqa: BLE001 - whatever it is belongs to the caller
                future.set_exception(error)
            else:
                future.set_result(result)

        threading.Thread(target=run, daemon=True).start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as inherited
        """Leave the threads that are still at work to themselves."""
