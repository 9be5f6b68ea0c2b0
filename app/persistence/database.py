"""Connections to PostgreSQL: an engine, and a queue in front of its pool."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

# Prepared statements kept by each connection; the service has some dozens of different ones.
PREPARED_STATEMENTS = 256

_CONNECT_ARGUMENTS = {
    "prepared_statement_cache_size": PREPARED_STATEMENTS,
    "timeout": 10,
    "command_timeout": 30,
    # Statements are short and prepared: compiling them costs more than it can ever save.
    "server_settings": {"application_name": "umpire", "jit": "off", "timezone": "UTC"},
}


class DatabaseUnreachableError(Exception):
    """There is no way into the database; the text says what to look at."""


class DatabaseOverloadedError(Exception):
    """Too many callers wait for a connection already; the right answer is 503 with Retry-After."""


def create_engine(url: str, pool_size: int = 8) -> AsyncEngine:
    """An engine with exactly `pool_size` connections, opened as they are needed.

    The pool never grows beyond that: what does not fit waits in a `Database`, in order of arrival.
    """
    return create_async_engine(
        url, pool_size=pool_size, max_overflow=0, pool_timeout=30, connect_args=_CONNECT_ARGUMENTS
    )


def create_single_use_engine(url: str) -> AsyncEngine:
    """An engine that keeps no connection: for commands, migrations and listeners."""
    return create_async_engine(url, poolclass=NullPool, connect_args=_CONNECT_ARGUMENTS)


async def check_reachable(engine: AsyncEngine) -> None:
    """Connect once; raises DatabaseUnreachableError with the server's own reason."""
    try:
        async with engine.connect():
            return
    except (OSError, DBAPIError) as error:
        reason = getattr(error, "orig", None) or error
        address = engine.url.render_as_string(hide_password=True)
        raise DatabaseUnreachableError(
            f"cannot connect to {address}: {reason}\nCheck UMPIRE_DATABASE_URL, and that the server runs."
        ) from error


class Database:
    """An engine behind a first-come-first-served limit.

    SQLAlchemy's pool wakes its waiters in no particular order: at 64 clients on 10 connections the slowest per cent
    waited 0.7 s, and 0.2 s with the limit in front.
    """

    def __init__(self, engine: AsyncEngine, pool_size: int, queue: int) -> None:
        """Wrap `engine`, whose pool has `pool_size` connections; at most `queue` callers may wait for one."""
        self.engine = engine
        self._places = asyncio.Semaphore(pool_size)
        self._queue = queue
        self._waiting = 0

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[AsyncConnection]:
        """A connection on which each statement is its own transaction.

        Raises DatabaseOverloadedError when the queue is full.
        """
        async with self._place(), self.engine.connect() as connection:
            yield await connection.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction, committed at the end and rolled back by an exception."""
        async with self._place(), self.engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def _place(self) -> AsyncIterator[None]:
        if self._places.locked() and self._waiting >= self._queue:
            raise DatabaseOverloadedError(f"{self._waiting} callers already wait for a database connection")
        self._waiting += 1
        try:
            await self._places.acquire()
        finally:
            self._waiting -= 1
        try:
            yield
        finally:
            self._places.release()
