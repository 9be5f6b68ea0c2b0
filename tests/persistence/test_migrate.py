"""Migrations: from nothing, by several processes at once, and in step with the tables."""

import asyncio

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from app.persistence.database import create_single_use_engine
from app.persistence.migrate import current_heads, expected_heads, migrate, pending
from app.persistence.tables import metadata


async def test_several_starts_at_once_leave_a_finished_database(empty_database_url: str) -> None:
    await asyncio.gather(*(migrate(empty_database_url) for _ in range(4)))
    engine = create_single_use_engine(empty_database_url)
    assert await current_heads(engine) == expected_heads()
    assert not await pending(engine)


async def test_an_empty_database_waits_for_its_migrations(empty_database_url: str) -> None:
    engine = create_single_use_engine(empty_database_url)
    assert await pending(engine) == bool(expected_heads())


async def test_the_migrations_make_exactly_the_tables_of_the_code(engine: AsyncEngine) -> None:
    def difference(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(difference) == []
