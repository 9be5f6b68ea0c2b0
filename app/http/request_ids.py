"""The id of the request that is being answered: given by the caller or made here, in every answer and log line."""

import re
import secrets
from contextvars import ContextVar

import structlog

_REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
_USABLE = re.compile(r"^[A-Za-z0-9._-]{1,64}$")


def request_id() -> str:
    """The id of the request that is being answered."""
    return _REQUEST_ID.get()


def take_request_id(given: str) -> str:
    """Use the caller's id for this request, or a new one where it gave none that can be used."""
    identifier = given if _USABLE.match(given) else secrets.token_hex(8)
    _REQUEST_ID.set(identifier)
    structlog.contextvars.bind_contextvars(request_id=identifier)
    return identifier
