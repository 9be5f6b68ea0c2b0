"""Small things that all routers share: the key of a request, ETags, answers made of models."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Header, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel

from app.accounts.keys import key_hash
from app.adjudication.model import Language, Seat
from app.http.problems import Problem
from app.play.errors import not_found
from app.play.lifecycle import is_match_id
from app.play.submit import Condition

AcceptLanguage = Annotated[str | None, Header(description="Language of the texts: en, pt or es.")]
SeatQuery = Annotated[str | None, Query(description="Your seat; needed only where you hold several.", max_length=60)]
IfMatch = Annotated[
    str | None,
    Header(description="The ETag of the view you act on (only its version counts), or `decision:<id>`."),
]
IdempotencyKey = Annotated[
    str | None, Header(description="Any word of yours; a repeated request with the same key is carried out once.")
]
IfNoneMatch = Annotated[str | None, Header(description="ETags that you have already.")]

_ETAG = re.compile(r'^(?:W/)?"(\d{1,9})(?:\.[^"]*)?"$')
_IDEMPOTENCY_KEY = re.compile(r"^[\x21-\x7e]{1,200}$")


def json_answer(content: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """A model as a response, by its own prebuilt serialiser."""
    body = content.__pydantic_serializer__.to_json(content)
    return Response(body, status, dict(headers or {}), "application/json")


def request_key(request: Request) -> bytes:
    """The hash of the API key of a request; raises Problem where there is none."""
    scheme, _, key = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not key.strip():
        raise Problem("unauthenticated", "Send your API key as `Authorization: Bearer <key>`.")
    return key_hash(key.strip())


def match_id_of(word: str) -> str:
    """A match id from a path; what cannot be one does not exist."""
    if not is_match_id(word):
        raise not_found()
    return word


def etag(version: int, seat: Seat | None, language: Language) -> str:
    """The ETag of a view: everything that it depends on."""
    return f'"{version}.{seat or "-"}.{language}"'


def caching(version: int, seat: Seat | None, language: Language) -> dict[str, str]:
    """The headers of an answer that depends on version, seat and language."""
    return {
        "ETag": etag(version, seat, language),
        "Vary": "Accept-Language, Authorization",
        "Cache-Control": "private, no-cache",
        "Content-Language": language,
    }


def known_already(if_none_match: str | None, tag: str) -> bool:
    """Whether the caller has this very answer."""
    given = (part.strip().removeprefix("W/") for part in (if_none_match or "").split(","))
    return any(part in (tag, "*") for part in given)


def condition_of(if_match: str | None) -> Condition:
    """What an If-Match header demands; raises Problem where it is missing or unreadable."""
    if if_match is None:
        raise Problem("precondition_required", "Send If-Match: the ETag of the view, or `decision:<id>`.")
    word = if_match.strip()
    bare = word.strip('"')
    if bare.startswith("decision:") and len(bare) <= 200:
        return Condition(decision=bare.removeprefix("decision:"))
    found = _ETAG.match(word)
    if found is None:
        raise Problem("malformed", "If-Match is an ETag as it was sent, or `decision:<id>`.")
    return Condition(version=int(found[1]))


def idempotency_key(header: str | None) -> str | None:
    """A usable Idempotency-Key; raises Problem for one that is not."""
    if header is not None and not _IDEMPOTENCY_KEY.match(header):
        raise Problem("malformed", "An Idempotency-Key has 1 to 200 visible ASCII characters.")
    return header


def plain(value: Any) -> Any:
    """A model as plain data, for members of a problem."""
    return value.model_dump(mode="json")
