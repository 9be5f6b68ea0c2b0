"""Brings a database to the schema this code needs."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.persistence.database import check_reachable, create_single_use_engine

# Any number will do, as long as every version of Umpire uses the same.
_LOCK_KEY = 0x756D70697265
_LOCK_POLL_SECONDS = 0.05


def migrations_folder() -> Path:
    """Where the migrations lie: inside an installed package, beside `app` in a checkout."""
    installed = Path(__file__).parent / "migrations"
    return installed if installed.is_dir() else Path(__file__).parents[2] / "migrations"


@lru_cache(maxsize=1)
def expected_heads() -> frozenset[str]:
    """The revisions that a database is at when no migration is missing."""
    return frozenset(ScriptDirectory(str(migrations_folder())).get_heads())


async def current_heads(engine: AsyncEngine) -> frozenset[str]:
    """The revisions that the database is at; empty before the first migration."""

    def read(connection: Connection) -> frozenset[str]:
        return frozenset(MigrationContext.configure(connection).get_current_heads())

    async with engine.connect() as connection:
        return await connection.run_sync(read)


async def pending(engine: AsyncEngine) -> bool:
    """Whether the database is not at the schema this code needs: behind it, or ahead of it."""
    return await current_heads(engine) != expected_heads()


async def migrate(url: str) -> None:
    """Run all missing migrations; raises DatabaseUnreachableError.

    Safe when several processes start at once: one works, the others wait for it.
    """
    engine = create_single_use_engine(url)
    try:
        await check_reachable(engine)
        async with _migration_lock(engine):
            if await pending(engine):
                async with engine.connect() as connection:
                    await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(migrations_folder()).replace("%", "%%"))
    command.upgrade(config, "head")


@asynccontextmanager
async def _migration_lock(engine: AsyncEngine) -> AsyncIterator[None]:
    async with engine.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        # Polled: a blocked call would hold a snapshot open, and CREATE INDEX CONCURRENTLY waits for all snapshots.
        while not await connection.scalar(text("SELECT pg_try_advisory_lock(:key)"), {"key": _LOCK_KEY}):
            await asyncio.sleep(_LOCK_POLL_SECONDS)
        try:
            yield
        finally:
            await connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": _LOCK_KEY})
