"""`umpire keys`: accounts and their API keys, for who runs the service."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Annotated, TypeVar

import typer
from sqlalchemy.ext.asyncio import AsyncConnection

from app.accounts.keys import SCOPES, KeyInfo, Scope, create_account, create_key, list_keys, revoke_key
from app.persistence.database import check_reachable, create_single_use_engine
from app.persistence.embedded import database_for
from app.settings import get_settings

_T = TypeVar("_T")


def keys(
    create: Annotated[str | None, typer.Option(help="Make a key; the word names it.")] = None,
    account: Annotated[str | None, typer.Option(help="The account (a_...) of the new key; else a new one.")] = None,
    scope: Annotated[list[str] | None, typer.Option(help="read, play or admin; may be repeated.")] = None,
    revoke: Annotated[str | None, typer.Option(help="End the key with this id (k_...) at once.")] = None,
) -> None:
    """List all API keys; make one with --create, end one with --revoke."""
    if create is not None:
        _create(create, account, _scopes(scope))
    elif revoke is not None:
        if not _run(lambda connection: revoke_key(connection, revoke)):
            raise typer.BadParameter(f"There is no valid key {revoke}.")
        typer.echo(f"{revoke} is ended.")
    else:
        for info in _run(list_keys):
            typer.echo(_line(info))


def _create(name: str, account: str | None, scopes: tuple[Scope, ...]) -> None:
    async def make(connection: AsyncConnection) -> str:
        account_id = account or await create_account(connection, name)
        return (await create_key(connection, account_id, name, scopes)).key

    try:
        key = _run(make)
    except KeyError:
        raise typer.BadParameter(f"There is no account {account}.") from None
    typer.echo(f"The new key, shown only now: {key}")


def _scopes(words: list[str] | None) -> tuple[Scope, ...]:
    if not words:
        return ("read", "play")
    for word in words:
        if word not in SCOPES:
            raise typer.BadParameter(f"{word} is no scope. There are: {', '.join(SCOPES)}.")
    return tuple(scope for scope in SCOPES if scope in words)


def _line(info: KeyInfo) -> str:
    state = "valid" if info.revoked_at is None else f"revoked {info.revoked_at:%Y-%m-%d}"
    scopes = "+".join(info.scopes)
    return (
        f"{info.key_id}  {info.prefix}...  {scopes:15}  {info.account_id} ({info.account_name})  {info.name}  {state}"
    )


def _run(work: Callable[[AsyncConnection], Awaitable[_T]]) -> _T:
    """Do something in one transaction on the database of the settings."""

    async def run(url: str) -> _T:
        engine = create_single_use_engine(url)
        try:
            await check_reachable(engine)
            async with engine.begin() as connection:
                return await work(connection)
        finally:
            await engine.dispose()

    with database_for(get_settings()) as url:
        return asyncio.run(run(url))
