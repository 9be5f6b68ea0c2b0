"""What all games' matches have in common: made, listed, claimed, started, ended, exported."""

import json
from datetime import datetime
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, ValidationError

from app.adjudication.model import Seat
from app.adjudication.ruling import Outcome
from app.adjudication.seeded import commitment
from app.http.answers import AcceptLanguage, SeatQuery, json_answer, match_id_of, request_key
from app.http.bodies import read_body
from app.http.languages import choose_language
from app.http.openapi import Operation
from app.http.problems import Problem
from app.http.service import Service
from app.http.texts import Teller
from app.http.wire import adapter_of
from app.play import export, lifecycle, reading
from app.play.codec import Codec, canonical
from app.play.records import MatchRecord

_CONFIG = ConfigDict(extra="forbid", use_attribute_docstrings=True)
Word = Annotated[str, Field(max_length=200)]
Title = Annotated[str, Field(max_length=200)]
# Words of an address go into statements, and PostgreSQL has no texts with a NUL character.
SeatPath = Annotated[str, Path(max_length=60, pattern=r"^[^\x00]*$")]
RulesetQuery = Annotated[str | None, Query(max_length=60, pattern=r"^[^\x00]*$")]
Entropy = Annotated[str, Field(max_length=200, pattern=r"^[\x20-\x7e]*$")]


class MatchRequest(BaseModel):
    """A match to be made."""

    model_config = _CONFIG

    ruleset: Annotated[str, Field(max_length=60)]
    scenario: Annotated[str, Field(max_length=100)]
    options: Annotated[dict[str, StrictBool | StrictInt | Word], Field(max_length=50)] = {}
    """Those left out have their defaults."""
    dice: Literal["seeded", "declared"] = "seeded"
    """seeded: the server rolls, provably; declared: people report what real dice show."""
    title: Title = ""
    private: bool = False
    """Seen only by those in it, and joined by invitation."""


class SeatRequest(BaseModel):
    """A seat to be claimed."""

    model_config = _CONFIG

    entropy: Entropy = ""
    """The seat's own contribution to the seeded dice: any text of yours."""
    invitation: Annotated[str | None, Field(max_length=100)] = None
    """For a private match."""


class SeatAnswer(BaseModel):
    """A seat of a match."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    seat: Seat
    taken: bool
    yours: bool
    entropy: str


class MatchAnswer(BaseModel):
    """A match, as anybody who may know of it sees it."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    match_id: str
    ruleset: str
    ruleset_version: int
    title: str
    scenario: str
    options: dict[str, bool | int | str]
    status: Literal["open", "playing", "over", "cancelled"]
    private: bool
    dice: Literal["seeded", "declared"]
    commitment: str
    """The SHA-256 of the secret of the dice, published before the first roll."""
    secret: str | None
    """The secret itself, in hex, when the match is over."""
    version: int
    seats: tuple[SeatAnswer, ...]
    to_move: tuple[Seat, ...]
    """Those of your seats that may act now."""
    outcome: Outcome | None
    invitation: str | None
    """Of your own private match."""
    created_at: datetime
    updated_at: datetime


class MatchList(BaseModel):
    """A page of matches, newest first."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    items: tuple[MatchAnswer, ...]
    next: str | None
    """Where the next page begins; none at the end."""


class EventPage(BaseModel):
    """A page of a match's log, as your seat may know it."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    items: list[dict[str, Any]]
    next: int
    """The version to ask `after` next time."""


def match_routes(service: Service) -> APIRouter:
    """The routes below /v1/matches."""
    router = APIRouter(prefix="/v1/matches")
    _add_collection(service, router)
    _add_seats(service, router)
    _add_endings(service, router)
    _add_log(service, router)
    return router


def _operation(name: str, method: str, path: str, **more: Any) -> Operation:
    return Operation(name=name, method=method, path=path, tag="matches", secured=True, **more)


def _add_collection(service: Service, router: APIRouter) -> None:
    adapter = adapter_of(MatchRequest)

    async def create(request: Request) -> Response:
        """Make a match. Its seats are free; claim yours, invite the others, start."""
        key = request_key(request)
        body, _ = await read_body(request, adapter)
        if body.ruleset not in service.catalogue:
            pointer = {"pointer": "/ruleset", "code": "unknown_name", "message": "There is no such ruleset."}
            raise Problem("unknown_name", f"There is no ruleset {body.ruleset}.", errors=[pointer])
        match_id = await lifecycle.create(service.play, key, lifecycle.Wish(**dict(body)))
        headers = {"Location": f"/v1/matches/{match_id}"}
        return json_answer(await _summary(service, key, match_id), 201, headers)

    service.document.route(
        router, create, _operation("createMatch", "POST", "", request=MatchRequest, response=MatchAnswer, status=201)
    )
    _add_list(service, router)

    async def get_match(match_id: str, request: Request) -> Response:
        """A match: who sits where, and how it stands. What is on the table is in the game's own view."""
        return json_answer(await _summary(service, request_key(request), match_id_of(match_id)))

    service.document.route(router, get_match, _operation("getMatch", "GET", "/{match_id}", response=MatchAnswer))


def _add_list(service: Service, router: APIRouter) -> None:
    async def list_matches(  # noqa: PLR0913, PLR0917 - one parameter for each filter
        request: Request,
        ruleset: RulesetQuery = None,
        status: Annotated[Literal["open", "playing", "over", "cancelled"] | None, Query()] = None,
        mine: Annotated[bool, Query(description="Only those that you made or hold a seat in.")] = False,
        to_move: Annotated[bool, Query(description="Only those where one of your seats may act.")] = False,
        open_seats: Annotated[bool, Query(description="Only those with a free seat.")] = False,
        cursor: Annotated[str | None, Query(description="`next` of the page before.", max_length=40)] = None,
        limit: Annotated[int, Query(ge=1, le=200)] = 50,
    ) -> Response:
        """Matches that you may see, newest first."""
        key = request_key(request)
        wish = reading.ListWish(
            ruleset=ruleset,
            status=status,
            mine=mine,
            to_move=to_move,
            open_seats=open_seats,
            before=reading.LAST if cursor is None else match_id_of(cursor),
            limit=limit + 1,
        )
        caller, found = await reading.matches(service.play, key, wish)
        items = tuple(_answer(match, caller.account_id) for match in found[:limit])
        more = len(found) > limit
        return json_answer(MatchList.model_construct(items=items, next=items[-1].match_id if more else None))

    service.document.route(router, list_matches, _operation("listMatches", "GET", "", response=MatchList))


def _add_seats(service: Service, router: APIRouter) -> None:
    adapter = adapter_of(SeatRequest)

    async def claim(match_id: str, seat: SeatPath, request: Request) -> Response:
        """Take a free seat; one account may hold several."""
        key, match_id = request_key(request), match_id_of(match_id)
        body = (await read_body(request, adapter))[0] if await request.body() else SeatRequest()
        await lifecycle.claim(service.play, key, match_id, seat, entropy=body.entropy, invitation=body.invitation)
        return json_answer(await _summary(service, key, match_id))

    async def release(match_id: str, seat: SeatPath, request: Request) -> Response:
        """Give a seat back before the start."""
        key, match_id = request_key(request), match_id_of(match_id)
        await lifecycle.release(service.play, key, match_id, seat)
        return json_answer(await _summary(service, key, match_id))

    path = "/{match_id}/seats/{seat}"
    service.document.route(
        router, claim, _operation("claimSeat", "PUT", path, request=SeatRequest, response=MatchAnswer)
    )
    service.document.route(router, release, _operation("releaseSeat", "DELETE", path, response=MatchAnswer))


def _add_endings(service: Service, router: APIRouter) -> None:
    async def start(match_id: str, request: Request) -> Response:
        """Set the game up when all seats are taken. Starting a started match changes nothing."""
        key, match_id = request_key(request), match_id_of(match_id)
        await lifecycle.start(service.play, key, match_id)
        return json_answer(await _summary(service, key, match_id))

    async def resign(match_id: str, request: Request, seat: SeatQuery = None) -> Response:
        """Give up: the match ends, won by the seats of all other accounts."""
        key, match_id = request_key(request), match_id_of(match_id)
        await lifecycle.resign(service.play, key, match_id, seat)
        return json_answer(await _summary(service, key, match_id))

    async def abandon(match_id: str, request: Request, seat: SeatQuery = None) -> Response:
        """Offer to end the match without a result; it ends when every account in it has offered."""
        key, match_id = request_key(request), match_id_of(match_id)
        await lifecycle.abandon(service.play, key, match_id, seat)
        return json_answer(await _summary(service, key, match_id))

    async def cancel(match_id: str, request: Request) -> Response:
        """Withdraw your own match before its start."""
        key, match_id = request_key(request), match_id_of(match_id)
        await lifecycle.cancel(service.play, key, match_id)
        return json_answer(await _summary(service, key, match_id))

    for name, endpoint in (("start", start), ("resign", resign), ("abandon", abandon), ("cancel", cancel)):
        operation = _operation(f"{name}Match", "POST", f"/{{match_id}}/{name}", response=MatchAnswer)
        service.document.route(router, endpoint, operation)


def _add_log(service: Service, router: APIRouter) -> None:
    async def events(
        match_id: str,
        request: Request,
        seat: SeatQuery = None,
        after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
        limit: Annotated[int, Query(ge=1, le=500)] = 100,
        accept_language: AcceptLanguage = None,
    ) -> Response:
        """The log after a version, as your seat may know it."""
        key, match_id = request_key(request), match_id_of(match_id)
        read, viewer = await reading.look(service.play, key, match_id, None, seat)
        entries = await reading.log(service.play, read, viewer, after, limit)
        teller = Teller(service.catalogue[read.match.ruleset], choose_language(accept_language))
        codec = service.games[read.match.ruleset]
        items = [_log_item(entry, codec, teller) for entry in entries]
        last = entries[-1].version if entries else after
        return json_answer(EventPage.model_construct(items=items, next=last))

    async def export_match(match_id: str, request: Request, seat: SeatQuery = None) -> Response:
        """The match as lines of JSON that `umpire verify` checks: whole when it is over, your seat's own before."""
        key, match_id = request_key(request), match_id_of(match_id)
        read, viewer = await reading.look(service.play, key, match_id, None, seat)
        lines = await export.lines(service.play, read, viewer)
        return Response("".join(f"{line}\n" for line in lines), media_type="application/jsonl")

    service.document.route(router, events, _operation("listEvents", "GET", "/{match_id}/events", response=EventPage))
    exported = _operation("exportMatch", "GET", "/{match_id}/export", media_type="application/jsonl")
    service.document.route(router, export_match, exported)


def _log_item(entry: reading.LogEntry, codec: Codec, teller: Teller) -> dict[str, Any]:
    """An event with its texts; one that rules of another version wrote may have none today."""
    part = json.loads(entry.part)
    texts = None
    if part["ruling"] is not None:
        try:
            texts = teller.ruling(codec.read_ruling(canonical(part["ruling"]))).model_dump(mode="json")
        except (ValidationError, KeyError):
            texts = None
    return {**part, "created_at": entry.created_at, "texts": texts}


async def _summary(service: Service, key: bytes, match_id: str) -> MatchAnswer:
    read, _ = await reading.look(service.play, key, match_id, None, None)
    return _answer(read.match, read.caller.account_id)


def _answer(match: MatchRecord, account_id: str) -> MatchAnswer:
    held = match.held_by(account_id)
    over = match.status in ("over", "cancelled")
    return MatchAnswer.model_construct(
        match_id=match.match_id,
        ruleset=match.ruleset,
        ruleset_version=match.ruleset_version,
        title=match.title,
        scenario=match.scenario,
        options=json.loads(match.options),
        status=match.status,
        private=match.private,
        dice=match.dice,
        commitment=commitment(match.secret),
        secret=match.secret.hex() if over else None,
        version=match.version,
        seats=tuple(
            SeatAnswer.model_construct(
                seat=record.seat,
                taken=record.account_id is not None,
                yours=record.seat in held,
                entropy=record.entropy,
            )
            for record in match.seats
        ),
        to_move=tuple(seat for seat in match.to_move if seat in held),
        outcome=reading.outcome_of(match),
        invitation=match.invitation if match.creator == account_id and match.invitation else None,
        created_at=match.created_at,
        updated_at=match.updated_at,
    )
