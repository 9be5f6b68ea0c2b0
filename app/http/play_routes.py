"""Typed routes of one game's stored matches: look, list what may be done, act."""

import hashlib
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import Response
from pydantic import TypeAdapter

from app.adjudication.contract import AnyRuleset
from app.adjudication.model import may_know
from app.adjudication.projection import project
from app.adjudication.ruling import Ruling
from app.http.answers import (
    AcceptLanguage,
    IdempotencyKey,
    IfMatch,
    IfNoneMatch,
    SeatQuery,
    caching,
    condition_of,
    etag,
    idempotency_key,
    json_answer,
    known_already,
    match_id_of,
    request_key,
)
from app.http.bodies import read_body
from app.http.languages import choose_language
from app.http.openapi import Operation
from app.http.problems import Problem
from app.http.service import Service
from app.http.stateless_routes import list_actions
from app.http.texts import Teller
from app.http.wire import MOST_ACTIONS, USUAL_ACTIONS, VIOLATIONS, AnswerAction, ViewTexts, Wire, adapter_of
from app.play import reading
from app.play.errors import IllegalAction
from app.play.submit import Landed, Order, open_decisions, position_of

Limit = Annotated[int, Query(ge=1, le=MOST_ACTIONS, description="The most actions to list.")]
DryRun = Annotated[bool, Query(description="Only say what would happen, by what you can see; nothing is stored.")]


def play_routes(service: Service, ruleset: AnyRuleset) -> APIRouter:
    """View, legal actions and actions of one game's matches."""
    wire = service.wires[ruleset.meta.id]
    router = APIRouter(prefix=f"/v1/{ruleset.meta.id}/matches/{{match_id}}")
    _add_actions(service, router, ruleset, wire)
    _add_view(service, router, ruleset, wire)
    _add_legal_actions(service, router, ruleset, wire)
    return router


def _add_view(service: Service, router: APIRouter, ruleset: AnyRuleset, wire: Wire) -> None:
    async def view(
        match_id: str,
        request: Request,
        seat: SeatQuery = None,
        accept_language: AcceptLanguage = None,
        if_none_match: IfNoneMatch = None,
    ) -> Response:
        """What you see of a match now. The ETag is what an action names in `If-Match`."""
        key, match_id = request_key(request), match_id_of(match_id)
        read, viewer = await reading.look(service.play, key, match_id, ruleset.meta.id, seat)
        teller = Teller(ruleset, choose_language(accept_language))
        headers = caching(read.match.version, viewer, teller.language)
        if known_already(if_none_match, headers["ETag"]):
            return Response(status_code=304, headers=headers)
        return json_answer(view_answer(wire, reading.view_of(service.play, read, viewer), teller), headers=headers)

    service.document.route(
        router,
        view,
        Operation(
            name=f"{wire.word}ViewMatch",
            method="GET",
            path="/view",
            tag=ruleset.meta.id,
            response=wire.view,
            secured=True,
        ),
    )


def _add_legal_actions(service: Service, router: APIRouter, ruleset: AnyRuleset, wire: Wire) -> None:
    async def legal_actions(
        match_id: str, request: Request, seat: SeatQuery = None, limit: Limit = USUAL_ACTIONS
    ) -> Response:
        """What your seat may do now, by what it can see. Nothing, while an action waits for answers."""
        key, match_id = request_key(request), match_id_of(match_id)
        read, _ = await reading.look(service.play, key, match_id, ruleset.meta.id, seat)
        actor = reading.actor(read, seat)
        headers = {"ETag": etag(read.match.version, actor, "en"), "Cache-Control": "private, no-cache"}
        if read.match.pending_text is not None:
            nothing = wire.legal_actions.model_construct(actions=(), complete=True, steps=0)
            return json_answer(nothing, headers=headers)
        view = ruleset.view(position_of(service.play.games[ruleset.meta.id], read), actor)
        return json_answer(list_actions(ruleset, wire, view, actor, limit, LISTING_STEPS), headers=headers)

    service.document.route(
        router,
        legal_actions,
        Operation(
            name=f"{wire.word}ListMatchActions",
            method="GET",
            path="/legal-actions",
            tag=ruleset.meta.id,
            response=wire.legal_actions,
            secured=True,
        ),
    )


LISTING_STEPS = 200_000
"""Budget of one listing, in steps."""


def _add_actions(service: Service, router: APIRouter, ruleset: AnyRuleset, wire: Wire) -> None:
    adapter = adapter_of(wire.submission_body)

    async def act(
        match_id: str,
        request: Request,
        dry_run: DryRun = False,
        if_match: IfMatch = None,
        idempotency_key: IdempotencyKey = None,
        accept_language: AcceptLanguage = None,
    ) -> Response:
        """Act for a seat, or answer what a pending action asks (`type` is `answer`).

        An action that the rules refuse is 422 and stores nothing. One that needs dice or facts from people is stored
        and waits; what it asks is served as decisions of the view.
        """
        order = await _order(adapter, request, match_id, ruleset, (dry_run, if_match, idempotency_key))
        teller = Teller(ruleset, choose_language(accept_language))
        try:
            if dry_run:
                ruling, match, seat = await service.play.rehearse(order)
                return json_answer(_rehearsed(wire, ruling, (match, seat), teller))
            landed = await service.play.submit(order)
        except IllegalAction as error:
            raise _illegal(error, teller) from None
        headers = caching(landed.version, landed.seat, teller.language)
        return json_answer(landed_answer(wire, landed, teller), headers=headers)

    service.document.route(
        router,
        act,
        Operation(
            name=f"{wire.word}Act",
            method="POST",
            path="/actions",
            tag=ruleset.meta.id,
            request=wire.submission_body,
            response=wire.landed,
            secured=True,
        ),
    )


async def _order(
    adapter: TypeAdapter[Any],
    request: Request,
    match_id: str,
    ruleset: AnyRuleset,
    headers: tuple[bool, str | None, str | None],
) -> Order:
    dry_run, if_match, key = headers
    key_hash, match_id = request_key(request), match_id_of(match_id)
    condition = None if dry_run and if_match is None else condition_of(if_match)
    body, raw = await read_body(request, adapter)
    answering = isinstance(body.action, AnswerAction)
    if answering and body.answers:
        raise Problem("invalid", "Answers go into the action.", errors=[{"pointer": "/answers", "code": "extra"}])
    return Order(
        key_hash=key_hash,
        match_id=match_id,
        ruleset=ruleset.meta.id,
        seat=body.seat,
        action=None if answering else body.action,
        answers=body.action.answers if answering else body.answers,
        condition=condition,
        idempotency_key=None if dry_run else idempotency_key(key),
        request=hashlib.sha256(raw).digest(),
    )


def landed_answer(wire: Wire, landed: Landed, teller: Teller) -> Any:
    """The answer to an action: its ruling as the seat may see it, and what is waited for now."""
    ruleset = wire.ruleset
    shown = project(ruleset, landed.ruling, landed.seat)
    playing = landed.status == "playing"
    decisions = (
        open_decisions(lambda _: shown.decisions, shown.position, landed.pending, landed.seats, landed.seat)
        if playing
        else ()
    )
    return _event(wire, shown, decisions, landed, teller)


def _event(wire: Wire, shown: Ruling[Any, Any], decisions: Any, landed: Landed, teller: Teller) -> Any:
    texts = teller.ruling(shown, decisions)
    ruling: Any = wire.ruling_out(shown)
    ruling.decisions = decisions
    return wire.landed.model_construct(
        match_id=landed.match_id,
        version=landed.version,
        type=landed.type,
        seat=landed.seat,
        status=landed.status,
        ruling=ruling,
        texts=texts,
    )


def _rehearsed(wire: Wire, ruling: Ruling[Any, Any], about: tuple[Any, str], teller: Teller) -> Any:
    """The answer to a dry run: the version is still the present one."""
    match, seat = about
    landed = Landed(
        match_id=match.match_id,
        ruleset=match.ruleset,
        version=match.version,
        seat=seat,
        type="dry_run",
        ruling=ruling,
        pending=None,
        status=match.status,
        seats=match.seat_names,
    )
    return landed_answer(wire, landed, teller)


def view_answer(wire: Wire, view: reading.View, teller: Teller) -> Any:
    """A view with its texts."""
    needs = () if view.pending is None else view.pending.needs
    visible = tuple(request for request in needs if may_know(request.audience, view.seat))
    return wire.view.model_construct(
        match_id=view.match.match_id,
        version=view.match.version,
        status=view.match.status,
        seat=view.seat,
        position=view.position,
        decisions=view.decisions,
        needs=visible,
        outcome=view.outcome,
        updated_at=view.match.updated_at,
        texts=ViewTexts.model_construct(
            language=teller.language,
            decisions=teller.decisions(view.decisions),
            needs=tuple(map(teller.need, visible)),
            outcome=teller.outcome(view.outcome),
        ),
    )


def _illegal(error: IllegalAction, teller: Teller) -> Problem:
    """All violations, with their texts and rules."""
    texts = teller.ruling(error.ruling)
    return Problem(
        error.code,
        error.detail,
        violations=VIOLATIONS.dump_python(error.ruling.violations, mode="json"),
        citations=[citation.id for citation in error.ruling.citations],
        interpretations=[citation.id for citation in error.ruling.interpretations],
        texts=texts.model_dump(mode="json"),
        **error.more,
    )
