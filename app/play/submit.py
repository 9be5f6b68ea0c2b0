"""One action of one seat, in two round trips: read everything, judge without lock or transaction, write everything.

The write takes hold only where the match still has the version that was read. Where it has not, somebody else was
faster: then it is read and judged again, as long as what the caller asked for still stands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import RowMapping
from sqlalchemy.exc import IntegrityError

from app.adjudication.model import Seat
from app.adjudication.projection import project
from app.adjudication.requests import Answer
from app.adjudication.resources import adapter
from app.adjudication.ruling import Decision, Ruling
from app.persistence import statements
from app.persistence.database import Database
from app.play.codec import Codec, Games
from app.play.errors import IllegalAction, PlayError
from app.play.events import After, Happening, event_row
from app.play.guard import by_the_rules
from app.play.judge import Judged, Submission, Table, judge, rehearse
from app.play.pending import Pending
from app.play.records import Caller, MatchRecord, SettingCache, read_row


@dataclass(frozen=True, kw_only=True)
class Condition:
    """What must still stand for the action to count: a version, or an open decision."""

    version: int | None = None
    decision: str | None = None


@dataclass(frozen=True, kw_only=True)
class Order:
    """A request to act, as it came."""

    key_hash: bytes
    match_id: str
    ruleset: str
    seat: Seat | None
    action: Any
    """None: the answers are for the pending action."""
    answers: tuple[Answer, ...] = ()
    condition: Condition | None = None
    idempotency_key: str | None = None
    request: bytes = b""
    """SHA-256 of the request."""


@dataclass(frozen=True, kw_only=True)
class Landed:
    """What an order led to: the whole ruling, still to be projected for the seat."""

    match_id: str
    ruleset: str
    version: int
    seat: Seat
    type: str
    ruling: Ruling[Any, Any]
    pending: Pending | None
    status: str
    seats: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class Read:
    """What one READ_MATCH found."""

    caller: Caller
    match: MatchRecord
    setting: str
    earlier: tuple[bytes, int] | None
    """The request hash and the version of an earlier request with the same idempotency key."""


class Play:
    """The matches of a catalogue in a database."""

    def __init__(self, database: Database, games: Games) -> None:
        self.database = database
        self.games = games
        self._settings = SettingCache()

    async def read(
        self, key_hash: bytes, match_id: str, ruleset: str | None = None, idempotency_key: str | None = None
    ) -> Read:
        """The caller, the match and its position in one round trip; raises PlayError."""
        known_hash, known_text = self._settings.known(match_id)
        parameters = {
            "key_hash": key_hash,
            "match_id": match_id,
            "known_setting": known_hash,
            "idempotency_key": idempotency_key,
        }
        async with self.database.connection() as connection:
            row = (await connection.execute(statements.READ_MATCH, parameters)).mappings().first()
        caller, match = read_row(row, ruleset)
        assert row is not None  # noqa: S101 - read_row has refused it
        setting = row["setting"] if row["setting"] is not None else known_text
        self._settings.keep(match_id, match.setting_hash, setting)
        return Read(caller=caller, match=match, setting=setting, earlier=_earlier(row))

    async def submit(self, order: Order) -> Landed:
        """Carry an order out; raises PlayError, IllegalAction and the gate's AdjudicationError."""
        codec = self.games[order.ruleset]
        retries = None
        while True:
            read = await self.read(order.key_hash, order.match_id, order.ruleset, order.idempotency_key)
            retries = len(read.match.seats) if retries is None else retries - 1
            if read.earlier is not None:
                return await self._again(codec, order, read)
            turn = _turn(codec, order, read)
            happening, after = _judge(codec, order, read, turn)
            row = event_row(codec, read.match, happening, after)
            if await self.write(row, order.idempotency_key, order.request):
                return _landed(order, read.match, turn.seat, happening, after)
            if retries == 0:
                raise stale(read.match)

    async def write(self, row: dict[str, Any], idempotency_key: str | None = None, request: bytes = b"") -> bool:
        """Add an event to a match; False where the match has moved on, or the idempotency key was used meanwhile."""
        parameters = {**row, "idempotency_key": idempotency_key, "request": request}
        try:
            async with self.database.connection() as connection:
                return bool(await connection.scalar(statements.WRITE_EVENT, parameters))
        except IntegrityError:
            return False

    async def rehearse(self, order: Order) -> tuple[Ruling[Any, Any], MatchRecord, Seat]:
        """The ruling that an order would get by what its seat can see; nothing is stored."""
        codec = self.games[order.ruleset]
        read = await self.read(order.key_hash, order.match_id, order.ruleset)
        turn = _turn(codec, order, read)
        if order.action is None:
            raise PlayError("no_dry_run", "Answers cannot be tried out: they are facts, not choices.")
        view = codec.ruleset.view(turn.position, turn.seat)
        ruling = by_the_rules(lambda: rehearse(codec.ruleset, view, turn.seat, order.action, order.answers))
        refuse_illegal(codec, ruling, turn.seat, read.match)
        return ruling, read.match, turn.seat

    async def _again(self, codec: Codec, order: Order, read: Read) -> Landed:
        """The answer to a request that was carried out before, projected anew."""
        assert read.earlier is not None  # noqa: S101 - the caller looked
        request, version = read.earlier
        if request != order.request:
            raise PlayError("idempotency_key_reused", "This Idempotency-Key was used for another request.")
        parameters = {"match_id": order.match_id, "version": version}
        async with self.database.connection() as connection:
            row = (await connection.execute(statements.READ_EVENT, parameters)).mappings().one()
        return landed_event(codec, read, row)


@dataclass(frozen=True)
class _Turn:
    """Who acts, on what."""

    seat: Seat
    pending: Pending | None
    position: Any


def _turn(codec: Codec, order: Order, read: Read) -> _Turn:
    """Everything that must be right before an order is judged; raises PlayError. What is cheap comes first."""
    match = read.match
    require_scope(read.caller, "play")
    seat = match.acting_seat(read.caller.account_id, order.seat)
    if match.status == "open":
        raise PlayError("not_started", "The match has not started yet.")
    if match.status != "playing":
        raise PlayError("over", "The match is over.")
    if order.condition is not None and order.condition.version not in (None, match.version):
        raise stale(match)
    turn = _Turn(seat, match.pending, position_of(codec, read))
    _check_decision(codec, order.condition, match, turn)
    if order.action is None:
        if turn.pending is None:
            raise PlayError("not_due", "Nothing waits for an answer.")
        turn.pending.refuse_answers(seat, order.answers)
    elif turn.pending is not None:
        raise PlayError("not_due", "An action waits for answers; nothing else can be done until it has them.")
    return turn


def _check_decision(codec: Codec, condition: Condition | None, match: MatchRecord, turn: _Turn) -> None:
    if condition is None or condition.decision is None:
        return
    view = None if turn.position is None else codec.ruleset.view(turn.position, turn.seat)
    known = open_decisions(codec.ruleset.decisions, view, turn.pending, match.seat_names, turn.seat)
    if condition.decision not in {decision.id for decision in known if decision.seat == turn.seat}:
        raise stale(match)


def _judge(codec: Codec, order: Order, read: Read, turn: _Turn) -> tuple[Happening, After]:
    action, action_text, pending = order.action, None, turn.pending
    if pending is None:
        action_text = codec.write_action(action)
    elif pending.action is not None:
        action = codec.read_action(pending.action)
    submission = Submission(seat=turn.seat, action=action, action_text=action_text, answers=order.answers)
    judged = judge(codec.ruleset, table_of(codec, read, turn.position), submission, pending)
    if pending is None:
        refuse_illegal(codec, judged.ruling, turn.seat, read.match)
        refuse_unanswerable(judged, read.match)
    happening = Happening(
        type="action" if pending is None else "answer",
        seat=turn.seat,
        account_id=read.caller.account_id,
        action=action_text,
        answers=order.answers,
        judged=judged,
    )
    return happening, after_ruling(judged, read.match)


def require_scope(caller: Caller, scope: str) -> None:
    """Raises PlayError where the key was not given that scope."""
    if scope not in caller.scopes:
        raise PlayError("scope_missing", f"This key does not have the scope {scope}.")


def position_of(codec: Codec, read: Read) -> Any:
    """The position of a match; None before its start."""
    text = read.match.position_text
    return None if text is None else codec.read_position(text, read.setting)


def table_of(codec: Codec, read: Read, position: Any) -> Table:
    """What an action in a match meets."""
    match = read.match
    return Table(
        position=position,
        setting=codec.read_setting(read.setting) if position is None else position.setting,
        secret=match.secret,
        entropy=match.entropy,
        match_id=match.match_id,
        version=match.version + 1,
        declared=match.dice == "declared",
    )


def refuse_illegal(codec: Codec, ruling: Ruling[Any, Any], seat: Seat, match: MatchRecord) -> None:
    """Raises for a ruling that refuses the action; it stores nothing."""
    if ruling.verdict != "illegal":
        return
    if {violation.code for violation in ruling.violations} == {"not_due"}:
        raise PlayError("not_due", f"No decision of {seat} is open for this kind of action.")
    raise IllegalAction(project(codec.ruleset, ruling, seat), match.version)


def refuse_unanswerable(judged: Judged, match: MatchRecord) -> None:
    """Raises for an action that would wait for what nobody in the match can answer."""
    pending = judged.pending
    if pending is not None and not pending.decisions(match.seat_names, None, everything=True):
        raise PlayError("incomplete", "The rules cannot decide this, and nobody in the match can be asked.")


def after_ruling(judged: Judged, match: MatchRecord) -> After:
    """The match after a ruling: who may act, or how it ended."""
    ruling = judged.ruling
    if judged.pending is not None:
        waited_for = judged.pending.decisions(match.seat_names, None, everything=True)
        return After(status="playing", to_move=_seats(waited_for))
    if ruling.position is None:
        return After(status="playing")
    if ruling.outcome is not None or not ruling.decisions:
        return After(status="over", outcome=ruling.outcome)
    return After(status="playing", to_move=_seats(ruling.decisions))


def _seats(decisions: tuple[Decision, ...]) -> tuple[Seat, ...]:
    return tuple(sorted({decision.seat for decision in decisions}))


def stale(match: MatchRecord) -> PlayError:
    """The match has moved on."""
    return PlayError("stale", f"The match is at version {match.version} now.", version=match.version)


def open_decisions(
    ruleset_decisions: Callable[[Any], tuple[Decision, ...]],
    view: Any,
    pending: Pending | None,
    seats: tuple[Seat, ...],
    viewer: Seat | None,
) -> tuple[Decision, ...]:
    """What a viewer may know to be waited for."""
    if pending is not None:
        return pending.decisions(seats, viewer)
    return () if view is None else ruleset_decisions(view)


def _earlier(row: RowMapping) -> tuple[bytes, int] | None:
    return None if row["earlier_request"] is None else (bytes(row["earlier_request"]), row["earlier_version"])


def _landed(order: Order, match: MatchRecord, seat: Seat, happening: Happening, after: After) -> Landed:
    assert happening.judged is not None  # noqa: S101 - orders are judged
    return Landed(
        match_id=match.match_id,
        ruleset=order.ruleset,
        version=match.version + 1,
        seat=seat,
        type=happening.type,
        ruling=happening.judged.ruling,
        pending=happening.judged.pending,
        status=after.status,
        seats=match.seat_names,
    )


def landed_event(codec: Codec, read: Read, row: RowMapping) -> Landed:
    """A stored event as the answer that its request got."""
    position = None if row["position"] is None else codec.read_position(row["position"], read.setting)
    pending = None if row["pending"] is None else adapter(Pending).validate_json(row["pending"])
    ruling = codec.read_ruling(row["ruling"], position)
    over = pending is None and (ruling.outcome is not None or (position is not None and not ruling.decisions))
    return Landed(
        match_id=read.match.match_id,
        ruleset=read.match.ruleset,
        version=row["version"],
        seat=row["seat"],
        type=row["type"],
        ruling=ruling,
        pending=pending,
        status="over" if over else "playing",
        seats=read.match.seat_names,
    )
