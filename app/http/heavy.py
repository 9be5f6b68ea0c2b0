"""Heavy questions: each in a process of its own, behind a first-come-first-served limit, killed when it takes too long.

Never on the event loop, where it would stop every other request; and a process, unlike a thread, can be ended.
"""

import asyncio
import math
import multiprocessing
import resource
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from app.adjudication.errors import AdjudicationError, BudgetExceeded
from app.persistence.database import DatabaseOverloadedError
from app.play.errors import PlayError
from app.play.guard import by_the_rules

# A child made by fork has the rulesets at once; it neither listens nor touches the database.
_PROCESSES = multiprocessing.get_context("fork")


class HeavyWork:
    """Runs functions in processes: so many at once, so many waiting."""

    def __init__(self, at_once: int = 2, queue: int = 32, seconds: float = 20.0) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._queue = queue
        self._waiting = 0
        self._seconds = seconds

    async def run(self, work: Callable[[], Any]) -> Any:
        """The result of `work`, which must be picklable; raises what it raises.

        Raises DatabaseOverloadedError when the queue is full, and BudgetExceeded when the time is up.
        """
        if self._places.locked() and self._waiting >= self._queue:
            raise DatabaseOverloadedError(f"{self._waiting} heavy questions wait already")
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            return await self._in_process(work)
        finally:
            self._places.release()

    async def _in_process(self, work: Callable[[], Any]) -> Any:
        receiver, sender = _PROCESSES.Pipe(duplex=False)
        process = _PROCESSES.Process(target=_work, args=(sender, work, self._seconds), daemon=True)
        process.start()
        sender.close()
        try:
            succeeded, result = await asyncio.to_thread(_receive, receiver, self._seconds)
        finally:
            process.kill()
            await asyncio.to_thread(process.join)
            receiver.close()
        if not succeeded:
            kind, arguments, details = result
            raise kind(*arguments, **details)
        return result


def _receive(receiver: Connection, seconds: float) -> tuple[bool, Any]:
    if not receiver.poll(seconds):
        raise BudgetExceeded(f"This takes more than {seconds:g} seconds; ask for less at once.")
    try:
        answer: tuple[bool, Any] = receiver.recv()
    except EOFError:
        raise RuntimeError("the process of a heavy question died") from None
    return answer


def _work(sender: Connection, work: Callable[[], Any], seconds: float) -> None:
    # A child whose parent was killed is ended by the system, when it has used up its share.
    limit = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 1))
    try:
        answer = (True, by_the_rules(work))
    except AdjudicationError as error:
        # Exceptions with keyword arguments do not survive pickling: the parts do.
        answer = (False, (type(error), (error.message,), error.details))
    except PlayError as error:
        answer = (False, (PlayError, (error.code, error.detail), error.more))
    sender.send(answer)
    sender.close()
