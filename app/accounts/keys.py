"""API keys: 256 random bits, shown once, stored as their SHA-256.

A key is long and random, so a plain hash is enough: a slow one would cost a tenth of a second for each request and add
nothing.
"""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy import Row, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

Scope = Literal["read", "play", "admin"]
SCOPES: tuple[Scope, ...] = ("read", "play", "admin")

PREFIX = "umpire_"
_SHOWN = len(PREFIX) + 6

# Two processes that start on one fresh database make one first key between them.
_FIRST_KEY_LOCK = 0x756D7069


@dataclass(frozen=True, kw_only=True)
class KeyInfo:
    """What a list shows of a key."""

    key_id: str
    account_id: str
    account_name: str
    name: str
    prefix: str
    scopes: tuple[str, ...]
    created_at: datetime
    revoked_at: datetime | None


@dataclass(frozen=True, kw_only=True)
class NewKey:
    """A key just made: the only time that `key` is known."""

    key: str
    info: KeyInfo


def key_hash(key: str) -> bytes:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).digest()


async def create_account(connection: AsyncConnection, name: str) -> str:
    """A new account; returns its id."""
    account_id = f"a_{secrets.token_hex(10)}"
    await connection.execute(
        text("INSERT INTO accounts (account_id, name) VALUES (:account_id, :name)"),
        {"account_id": account_id, "name": name},
    )
    return account_id


async def create_key(
    connection: AsyncConnection, account_id: str, name: str, scopes: Sequence[Scope] = ("read", "play")
) -> NewKey:
    """A new key of an account; raises KeyError for an account that there is not."""
    key = PREFIX + secrets.token_urlsafe(32)
    key_id = f"k_{secrets.token_hex(10)}"
    made = await connection.execute(
        text(
            """
            INSERT INTO api_keys (hash, key_id, account_id, name, prefix, scopes)
            SELECT :hash, :key_id, account_id, :name, :prefix, :scopes FROM accounts WHERE account_id = :account_id
            """
        ),
        {
            "hash": key_hash(key),
            "key_id": key_id,
            "account_id": account_id,
            "name": name,
            "prefix": key[:_SHOWN],
            "scopes": sorted(set(scopes)),
        },
    )
    if made.rowcount != 1:
        raise KeyError(account_id)
    (info,) = await list_keys(connection, key_id=key_id)
    return NewKey(key=key, info=info)


async def list_keys(
    connection: AsyncConnection, *, account_id: str | None = None, key_id: str | None = None
) -> tuple[KeyInfo, ...]:
    """The keys of one account, one key, or all keys; oldest first, revoked ones too."""
    rows = await connection.execute(
        text(
            """
            SELECT k.key_id, k.account_id, a.name AS account_name, k.name, k.prefix, k.scopes, k.created_at,
                   k.revoked_at
              FROM api_keys k JOIN accounts a USING (account_id)
             WHERE (CAST(:account_id AS text) IS NULL OR k.account_id = :account_id)
               AND (CAST(:key_id AS text) IS NULL OR k.key_id = :key_id)
             ORDER BY k.created_at, k.key_id
            """
        ),
        {"account_id": account_id, "key_id": key_id},
    )
    return tuple(_info(row) for row in rows)


async def revoke_key(connection: AsyncConnection, key_id: str, account_id: str | None = None) -> bool:
    """End a key at once (of that account, if one is given); False when there is no such valid key."""
    ended = await connection.execute(
        text(
            """
            UPDATE api_keys SET revoked_at = now()
             WHERE key_id = :key_id AND revoked_at IS NULL
               AND (CAST(:account_id AS text) IS NULL OR account_id = :account_id)
            """
        ),
        {"key_id": key_id, "account_id": account_id},
    )
    return ended.rowcount == 1


async def ensure_first_key(engine: AsyncEngine) -> str | None:
    """Make a key with every scope when the database has none; returns it, or None where there are keys."""
    async with engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _FIRST_KEY_LOCK})
        if await connection.scalar(text("SELECT EXISTS (SELECT FROM api_keys)")):
            return None
        account_id = await create_account(connection, "first")
        return (await create_key(connection, account_id, "first key", SCOPES)).key


def _info(row: Row[tuple[object, ...]]) -> KeyInfo:
    values = dict(row._mapping)  # noqa: SLF001 - the public name of SQLAlchemy for a row as a mapping
    return KeyInfo(**{**values, "scopes": tuple(values["scopes"])})
