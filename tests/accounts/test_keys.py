"""Keys are random, shown once, stored hashed, scoped, and ended at once."""

import asyncio

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.accounts.keys import create_account, create_key, ensure_first_key, key_hash, list_keys, revoke_key


async def test_a_key_is_stored_as_its_hash_only(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        account_id = await create_account(connection, "Ann")
        made = await create_key(connection, account_id, "laptop", ("play", "read"))
        row = (await connection.execute(text("SELECT * FROM api_keys"))).mappings().one()
    assert len(made.key) >= 43
    assert row["hash"] == key_hash(made.key)
    assert made.key not in str(dict(row))
    assert made.key.startswith(made.info.prefix)
    assert made.info.scopes == ("play", "read")


async def test_no_key_for_an_account_that_there_is_not(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        with pytest.raises(KeyError):
            await create_key(connection, "a_nobody", "x")


async def test_revoking(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        ann, bob = [await create_account(connection, name) for name in ("Ann", "Bob")]
        made = await create_key(connection, ann, "laptop")
        assert not await revoke_key(connection, made.info.key_id, bob)
        assert await revoke_key(connection, made.info.key_id, ann)
        assert not await revoke_key(connection, made.info.key_id)
        (listed,) = await list_keys(connection, account_id=ann)
    assert listed.revoked_at is not None


async def test_several_processes_make_one_first_key(engine: AsyncEngine) -> None:
    made = await asyncio.gather(*(ensure_first_key(engine) for _ in range(5)))
    assert sum(key is not None for key in made) == 1
    assert await ensure_first_key(engine) is None
    async with engine.connect() as connection:
        (info,) = await list_keys(connection)
    assert info.scopes == ("admin", "play", "read")
