"""Looking at matches: a view, the log, lists. The ruleset's view and the one projection hide all that is hidden."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import RowMapping

from app.adjudication.model import Seat
from app.adjudication.resources import adapter
from app.adjudication.ruling import Decision, Outcome
from app.persistence import statements
from app.play.errors import PlayError
from app.play.lifecycle import authenticate
from app.play.pending import Pending
from app.play.records import Caller, MatchRecord, match_record
from app.play.submit import Play, Read, open_decisions, position_of, require_scope

LAST = "n"
"""Sorts after every match id."""


@dataclass(frozen=True, kw_only=True)
class View:
    """A match through the eyes of a seat (None: a spectator)."""

    match: MatchRecord
    seat: Seat | None
    position: Any
    decisions: tuple[Decision, ...]
    pending: Pending | None
    outcome: Outcome | None


@dataclass(frozen=True, kw_only=True)
class ListWish:
    """Which matches to list."""

    ruleset: str | None = None
    status: str | None = None
    mine: bool = False
    to_move: bool = False
    open_seats: bool = False
    before: str = LAST
    limit: int = 50


async def look(
    play: Play, key_hash: bytes, match_id: str, ruleset: str | None, seat: Seat | None
) -> tuple[Read, Seat | None]:
    """The match and the seat through which the caller looks at it."""
    read = await play.read(key_hash, match_id, ruleset)
    require_scope(read.caller, "read")
    return read, read.match.viewing_seat(read.caller.account_id, seat)


def view_of(play: Play, read: Read, seat: Seat | None) -> View:
    """What a seat sees of a match now."""
    match = read.match
    ruleset = play.games[match.ruleset].ruleset
    position = position_of(play.games[match.ruleset], read)
    view = None if position is None else ruleset.view(position, seat)
    pending = match.pending
    playing = match.status == "playing"
    decisions = open_decisions(ruleset.decisions, view, pending, match.seat_names, seat) if playing else ()
    return View(match=match, seat=seat, position=view, decisions=decisions, pending=pending, outcome=outcome_of(match))


def outcome_of(match: MatchRecord) -> Outcome | None:
    """How a match ended."""
    if match.outcome is None:
        return None
    outcome: Outcome = adapter(Outcome).validate_json(match.outcome)
    return outcome


@dataclass(frozen=True, kw_only=True)
class LogEntry:
    """An event as a seat may know it: `part` is the canonical JSON under the seat's (or the public) leaf."""

    version: int
    part: str
    created_at: datetime


async def log(play: Play, read: Read, seat: Seat | None, after: int, limit: int) -> tuple[LogEntry, ...]:
    """The events after a version."""
    parameters = {"match_id": read.match.match_id, "after": after, "limit": limit}
    async with play.database.connection() as connection:
        rows = (await connection.execute(statements.READ_EVENTS, parameters)).mappings().all()
    return tuple(_entry(row, seat) for row in rows)


def _entry(row: RowMapping, seat: Seat | None) -> LogEntry:
    own = json.loads(row["own"]) if seat is not None else {}
    return LogEntry(version=row["version"], part=own.get(seat, row["public"]), created_at=row["created_at"])


async def matches(play: Play, key_hash: bytes, wish: ListWish) -> tuple[Caller, tuple[MatchRecord, ...]]:
    """Matches that the caller may see, newest first."""
    caller = await authenticate(play, key_hash)
    parameters = {**wish.__dict__, "account_id": caller.account_id}
    async with play.database.connection() as connection:
        rows = (await connection.execute(statements.LIST_MATCHES, parameters)).mappings().all()
    return caller, tuple(match_record(row) for row in rows)


def actor(read: Read, seat: Seat | None) -> Seat:
    """The seat for which legal actions are listed: the caller must hold it."""
    if read.match.status != "playing":
        raise PlayError("over" if read.match.status != "open" else "not_started", "Nothing can be done in this match.")
    return read.match.acting_seat(read.caller.account_id, seat)
