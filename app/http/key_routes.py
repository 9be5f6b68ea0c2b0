"""API keys over HTTP: an account makes, lists and ends its own; an admin makes accounts."""

from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field

from app.accounts import keys
from app.accounts.keys import KeyInfo
from app.http.answers import json_answer, request_key
from app.http.bodies import read_body
from app.http.openapi import Operation
from app.http.service import Service
from app.http.wire import adapter_of
from app.play.errors import PlayError, not_found
from app.play.lifecycle import authenticate
from app.play.records import Caller
from app.play.submit import require_scope

_CONFIG = ConfigDict(extra="forbid", use_attribute_docstrings=True)
ScopeName = Literal["read", "play", "admin"]


class KeyRequest(BaseModel):
    """A key to be made."""

    model_config = _CONFIG

    name: Annotated[str, Field(min_length=1, max_length=100)]
    scopes: Annotated[tuple[ScopeName, ...], Field(min_length=1, max_length=3)] = ("read", "play")
    account_name: Annotated[str | None, Field(min_length=1, max_length=100)] = None
    """Make a new account of that name for it; only an admin may."""


class KeyAnswer(BaseModel):
    """A key, without the key itself."""

    key_id: str
    account_id: str
    account_name: str
    name: str
    prefix: str
    scopes: tuple[str, ...]
    created_at: datetime
    revoked_at: datetime | None


class NewKeyAnswer(KeyAnswer):
    """A key just made. `key` is shown this once and never again."""

    key: str


class KeyList(BaseModel):
    """The keys of your account."""

    items: tuple[KeyAnswer, ...]


def key_routes(service: Service) -> APIRouter:
    """The routes below /v1/keys."""
    router = APIRouter(prefix="/v1/keys")
    adapter = adapter_of(KeyRequest)

    async def create_key(request: Request) -> Response:
        """Make a key of your account with at most your own scopes; an admin may make a new account with it."""
        caller = await authenticate(service.play, request_key(request))
        body, _ = await read_body(request, adapter)
        _refuse_more(caller, body)
        async with service.play.database.transaction() as connection:
            account_id = caller.account_id
            if body.account_name is not None:
                account_id = await keys.create_account(connection, body.account_name)
            made = await keys.create_key(connection, account_id, body.name, body.scopes)
        return json_answer(NewKeyAnswer(key=made.key, **made.info.__dict__), 201)

    async def list_keys(request: Request) -> Response:
        """The keys of your account, revoked ones too."""
        caller = await authenticate(service.play, request_key(request))
        async with service.play.database.connection() as connection:
            found = await keys.list_keys(connection, account_id=caller.account_id)
        return json_answer(KeyList(items=tuple(map(_answer, found))))

    async def revoke_key(key_id: str, request: Request) -> Response:
        """End a key of your account at once."""
        caller = await authenticate(service.play, request_key(request))
        usable = key_id.isascii() and key_id.isprintable()
        async with service.play.database.connection() as connection:
            if not usable or not await keys.revoke_key(connection, key_id, caller.account_id):
                raise not_found("key")
        return Response(status_code=204)

    for operation, endpoint in (
        (_operation("createKey", "POST", "", request=KeyRequest, response=NewKeyAnswer, status=201), create_key),
        (_operation("listKeys", "GET", "", response=KeyList), list_keys),
        (_operation("revokeKey", "DELETE", "/{key_id}", status=204), revoke_key),
    ):
        service.document.route(router, endpoint, operation)
    return router


def _operation(name: str, method: str, path: str, **more: Any) -> Operation:
    return Operation(name=name, method=method, path=path, tag="keys", secured=True, **more)


def _refuse_more(caller: Caller, body: KeyRequest) -> None:
    """Nobody hands out more than he has."""
    if body.account_name is not None:
        require_scope(caller, "admin")
    beyond = set(body.scopes) - caller.scopes
    if beyond:
        raise PlayError("scope_missing", f"Your own key does not have: {', '.join(sorted(beyond))}.")


def _answer(info: KeyInfo) -> KeyAnswer:
    return KeyAnswer(**info.__dict__)
