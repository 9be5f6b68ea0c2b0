"""Makes the row of an event: what happened, who may know it, and its link in the hash chain."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from app.adjudication.model import Seat
from app.adjudication.projection import project
from app.adjudication.requests import Answer
from app.adjudication.resources import adapter
from app.adjudication.ruling import Outcome, Ruling
from app.adjudication.seeded import commitment
from app.play import chain
from app.play.codec import Codec, canonical, sha256
from app.play.judge import Judged, Rolled
from app.play.pending import Pending
from app.play.records import MatchRecord, Status

_ANSWERS = adapter(tuple[Answer, ...])
_ROLLED = adapter(tuple[Rolled, ...])
_PENDING = adapter(Pending)
_OUTCOME = adapter(Outcome)

SERVER_COLUMNS = ("action", "answers", "rolled", "ruling", "position", "pending")
"""The columns under the server's leaf, in this order."""


@dataclass(frozen=True, kw_only=True)
class Happening:
    """What an event is made from."""

    type: str
    seat: Seat | None
    account_id: str
    action: str | None = None
    answers: tuple[Answer, ...] = ()
    judged: Judged | None = None


@dataclass(frozen=True, kw_only=True)
class After:
    """The match after an event."""

    status: Status
    outcome: Outcome | None = None
    to_move: tuple[Seat, ...] = ()


def header(match: MatchRecord) -> dict[str, Any]:
    """The match as it was agreed on: public, and the start of its hash chain."""
    return {
        "match": match.match_id,
        "ruleset": match.ruleset,
        "ruleset_version": match.ruleset_version,
        "scenario": match.scenario,
        "options": json.loads(match.options),
        "setting": match.setting_hash,
        "dice": match.dice,
        "commitment": commitment(match.secret),
        "seats": [{"seat": record.seat, "entropy": record.entropy} for record in match.seats],
    }


def event_row(codec: Codec, match: MatchRecord, happening: Happening, after: After) -> dict[str, Any]:
    """The parameters of WRITE_EVENT, apart from the idempotency record."""
    version = match.version + 1
    judged = happening.judged
    ruling = None if judged is None else judged.ruling
    position = None if ruling is None else ruling.position
    row: dict[str, Any] = {
        "match_id": match.match_id,
        "version": version,
        "type": happening.type,
        "seat": happening.seat,
        "account_id": happening.account_id,
        "ruleset_version": codec.ruleset.meta.version,
        "action": happening.action,
        "answers": canonical(_ANSWERS.dump_python(happening.answers, mode="json")),
        "rolled": canonical(_ROLLED.dump_python(() if judged is None else judged.rolled, mode="json")),
        "ruling": None if ruling is None else canonical(codec.plain_ruling(ruling)),
        "position": match.position_text if position is None else codec.write_position(position),
        "pending": _pending_after(match, judged, after),
        "status": after.status,
        "status_before": match.status,
        "read_at": match.updated_at,
        "to_move": list(after.to_move),
        "outcome": None if after.outcome is None else canonical(_OUTCOME.dump_python(after.outcome, mode="json")),
    }
    row.update(_linked(codec, match, row, ruling))
    return row


def _pending_after(match: MatchRecord, judged: Judged | None, after: After) -> str | None:
    if judged is None:
        # Nothing was judged, as with an offer: what waits goes on waiting.
        return match.pending_text if after.status == "playing" else None
    return None if judged.pending is None else canonical(_PENDING.dump_python(judged.pending, mode="json"))


def _linked(
    codec: Codec, match: MatchRecord, row: Mapping[str, Any], ruling: Ruling[Any, Any] | None
) -> dict[str, str]:
    """The parts of public and seats, their leaves, and the hash that links them to the event before."""
    public, own = _parts(codec, match, row, ruling)
    version = row["version"]
    leaves = {
        "public": sha256(public),
        "server": chain.salted(
            chain.salt(match.secret, match.match_id, version, chain.SERVER),
            chain.server_part(row[column] for column in SERVER_COLUMNS),
        ),
        "seats": {
            seat: chain.salted(chain.salt(match.secret, match.match_id, version, seat), own.get(seat, public))
            for seat in match.seat_names
        },
    }
    previous = match.chain or chain.first_link(header(match))
    return {
        "public": public,
        "own": canonical(own),
        "leaves": canonical(leaves),
        "hash": chain.link(previous, leaves),
    }


def _parts(
    codec: Codec, match: MatchRecord, row: Mapping[str, Any], ruling: Ruling[Any, Any] | None
) -> tuple[str, dict[Seat, str]]:
    """What everybody may know, and what a seat knows where that is more: its own action, and what is for its eyes."""
    base = {name: row[name] for name in ("match_id", "version", "type", "seat")}
    bare = None if ruling is None else replace(ruling, position=None, decisions=())
    shown = None if bare is None else project(codec.ruleset, bare, None)
    plain = None if shown is None else codec.plain_ruling(shown)
    public = canonical({**base, "ruling": plain})
    own: dict[Seat, str] = {}
    for seat in match.seat_names:
        mine = None if bare is None else project(codec.ruleset, bare, seat)
        more: dict[str, Any] = {}
        if seat == row["seat"]:
            more = {"action": json.loads(row["action"] or "null"), "answers": json.loads(row["answers"])}
        if more or mine != shown:
            ruling_of_seat = plain if mine is None or mine == shown else codec.plain_ruling(mine)
            own[seat] = canonical({**base, "ruling": ruling_of_seat, **more})
    return public, own
