"""Connections, transactions, and the queue in front of the pool."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.persistence.database import Database, DatabaseOverloadedError


async def test_a_connection_commits_each_statement(engine: AsyncEngine) -> None:
    database = Database(engine, pool_size=8, queue=0)
    async with database.connection() as connection:
        await connection.execute(text("CREATE TABLE note (body text)"))
        await connection.execute(text("INSERT INTO note VALUES ('kept')"))
    async with database.connection() as connection:
        assert await connection.scalar(text("SELECT body FROM note")) == "kept"


async def test_a_transaction_is_all_or_nothing(engine: AsyncEngine) -> None:
    database = Database(engine, pool_size=8, queue=0)
    with pytest.raises(RuntimeError, match="half way"):
        async with database.transaction() as connection:
            await connection.execute(text("CREATE TABLE note (body text)"))
            raise RuntimeError("half way")
    async with database.connection() as connection:
        assert await connection.scalar(text("SELECT to_regclass('note')")) is None


async def test_callers_beyond_the_queue_are_refused_and_the_others_served_in_order(engine: AsyncEngine) -> None:
    database = Database(engine, pool_size=1, queue=2)
    order: list[int] = []
    gate = asyncio.Event()

    async def call(number: int) -> None:
        async with database.connection():
            order.append(number)
            await gate.wait()

    callers = [asyncio.create_task(call(number)) for number in range(3)]
    while not order:
        await asyncio.sleep(0.001)
    with pytest.raises(DatabaseOverloadedError):
        await call(3)
    gate.set()
    await asyncio.gather(*callers)
    assert order == [0, 1, 2]


def test_a_synchronous_test_can_ask_for_a_database(database_url: str) -> None:
    assert database_url.startswith("postgresql+asyncpg://")
