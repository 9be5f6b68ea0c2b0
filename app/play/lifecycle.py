"""Making, filling, starting and ending a match."""

import os
import re
import secrets
import time
from dataclasses import dataclass

from sqlalchemy import text

from app.adjudication.model import Seat
from app.adjudication.ruling import Outcome
from app.persistence import statements
from app.play.codec import canonical, sha256
from app.play.errors import PlayError
from app.play.events import After, Happening, event_row
from app.play.judge import Submission, judge
from app.play.records import Caller, DiceMode, MatchRecord
from app.play.submit import Play, Read, after_ruling, refuse_unanswerable, require_scope, table_of

_ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
_MATCH_ID = re.compile(rf"^m_[{_ALPHABET}]{{26}}$")

# The longest that two servers may take turns at adding an event before the request gives up.
_ATTEMPTS = 8


def new_match_id() -> str:
    """An id that begins with the time and ends with 80 random bits."""
    number = int(time.time() * 1000) << 80 | int.from_bytes(os.urandom(10), "big")
    return "m_" + "".join(_ALPHABET[number >> shift & 31] for shift in range(125, -1, -5))


def is_match_id(word: str) -> bool:
    """Whether a word could be a match's id at all."""
    return _MATCH_ID.match(word) is not None


@dataclass(frozen=True, kw_only=True)
class Wish:
    """What a new match shall be."""

    ruleset: str
    scenario: str
    options: dict[str, bool | int | str]
    dice: DiceMode
    title: str
    private: bool


async def authenticate(play: Play, key_hash: bytes, scope: str = "read") -> Caller:
    """The account of a key; raises PlayError."""
    async with play.database.connection() as connection:
        row = (await connection.execute(statements.ACCOUNT_OF_KEY, {"key_hash": key_hash})).mappings().first()
    if row is None:
        raise PlayError("unauthenticated", "This key is not known, or it was revoked.")
    caller = Caller(account_id=row["account_id"], scopes=frozenset(row["scopes"]))
    require_scope(caller, scope)
    return caller


async def create(play: Play, key_hash: bytes, wish: Wish) -> str:
    """Make a match and its seats; returns its id. Raises UnknownName for what the ruleset does not have."""
    caller = await authenticate(play, key_hash, "play")
    codec = play.games[wish.ruleset]
    setting = codec.ruleset.make_setting(wish.scenario, wish.options)
    seats = codec.ruleset.seats(setting)
    content = codec.write_setting(setting)
    # Two rulesets may write equal settings: the hash is of both.
    setting_hash = sha256(f"{wish.ruleset}\n{content}")
    match_id = new_match_id()
    async with play.database.transaction() as connection:
        await connection.execute(
            statements.INSERT_SETTING, {"hash": setting_hash, "ruleset": wish.ruleset, "content": content}
        )
        await connection.execute(
            statements.INSERT_MATCH,
            {
                "match_id": match_id,
                "ruleset": wish.ruleset,
                "ruleset_version": codec.ruleset.meta.version,
                "title": wish.title,
                "scenario": wish.scenario,
                "options": canonical(wish.options),
                "setting_hash": setting_hash,
                "private": wish.private,
                "invitation": secrets.token_urlsafe(16) if wish.private else "",
                "dice": wish.dice,
                "secret": secrets.token_bytes(32),
                "creator": caller.account_id,
            },
        )
        await connection.execute(statements.INSERT_SEATS, {"match_id": match_id, "seats": list(seats)})
    return match_id


async def claim(
    play: Play, key_hash: bytes, match_id: str, seat: Seat, *, entropy: str = "", invitation: str | None = None
) -> None:
    """Take a free seat. A private match asks for its invitation, unless one is in it already."""
    caller = await authenticate(play, key_hash, "play")
    parameters = {
        "match_id": match_id,
        "seat": seat,
        "account_id": caller.account_id,
        "entropy": entropy,
        "invitation": invitation,
    }
    async with play.database.connection() as connection:
        outcome = (await connection.execute(_CLAIM, parameters)).mappings().one()
        if not outcome["taken"] and outcome["free"]:
            # Somebody took it while this claim was waiting: look again who, for it may have been the same account.
            outcome = (await connection.execute(_CLAIM, parameters)).mappings().one()
    if not outcome["visible"]:
        raise PlayError("not_found", "There is no such match, or it is not for you to see.")
    if not outcome["known"]:
        raise PlayError("unknown_seat", f"This match has no seat {seat}.")
    if not outcome["taken"] and outcome["holder"] != caller.account_id:
        reason = "taken" if outcome["holder"] else "started"
        raise PlayError(f"seat_{reason}", f"{seat} cannot be claimed: it is taken, or the match has started.")


_CLAIM = text(
    """
    WITH before AS (
        SELECT m.match_id, m.status, s.seat, s.account_id
          FROM matches m LEFT JOIN seats s ON s.match_id = m.match_id AND s.seat = :seat
         WHERE m.match_id = :match_id
           AND (NOT m.private OR m.creator = :account_id OR m.invitation = CAST(:invitation AS text)
                OR EXISTS (SELECT FROM seats o WHERE o.match_id = m.match_id AND o.account_id = :account_id))
    ), touched AS (
        -- A start that read the seats before this must not be written after it.
        UPDATE matches m SET updated_at = clock_timestamp() FROM before b
         WHERE m.match_id = b.match_id AND m.status = 'open' AND b.seat IS NOT NULL AND b.account_id IS NULL
        RETURNING m.match_id
    ), taken AS (
        UPDATE seats s SET account_id = :account_id, entropy = :entropy FROM touched t
         WHERE s.match_id = t.match_id AND s.seat = :seat AND s.account_id IS NULL
        RETURNING s.seat
    )
    SELECT EXISTS (SELECT FROM before) AS visible, EXISTS (SELECT FROM before WHERE seat IS NOT NULL) AS known,
           EXISTS (SELECT FROM taken) AS taken, (SELECT account_id FROM before) AS holder,
           EXISTS (SELECT FROM before WHERE seat IS NOT NULL AND account_id IS NULL AND status = 'open') AS free
    """
)


async def release(play: Play, key_hash: bytes, match_id: str, seat: Seat) -> None:
    """Give a seat back before the start."""
    read = await play.read(key_hash, match_id)
    require_scope(read.caller, "play")
    seat = read.match.acting_seat(read.caller.account_id, seat)
    parameters = {"match_id": match_id, "seat": seat, "account_id": read.caller.account_id}
    async with play.database.connection() as connection:
        if await connection.scalar(statements.RELEASE_SEAT, parameters) is None:
            raise PlayError("started", "The match has started: a seat can only be resigned.")


async def start(play: Play, key_hash: bytes, match_id: str) -> None:
    """Set the game up, all seats taken; any participant may. Starting again changes nothing."""
    for _ in range(_ATTEMPTS):
        read = await play.read(key_hash, match_id)
        match = read.match
        _require_participant(read)
        if match.status == "playing":
            return
        if match.status != "open":
            raise PlayError("over", "The match is over.")
        if free := [record.seat for record in match.seats if record.account_id is None]:
            raise PlayError("seats_open", f"These seats are still free: {', '.join(free)}.", seats=free)
        codec = play.games[match.ruleset]
        judged = judge(codec.ruleset, table_of(codec, read, None), Submission(seat=None), None)
        refuse_unanswerable(judged, match)
        happening = Happening(type="start", seat=None, account_id=read.caller.account_id, judged=judged)
        if await play.write(event_row(codec, match, happening, after_ruling(judged, match))):
            return
    raise PlayError("stale", "The seats change too fast; try again.", version=match.version)


async def resign(play: Play, key_hash: bytes, match_id: str, seat: Seat | None) -> None:
    """Give up: the match ends, won by the seats of all other accounts."""
    await _end(play, key_hash, match_id, "resign", seat)


async def abandon(play: Play, key_hash: bytes, match_id: str, seat: Seat | None) -> None:
    """Offer to end the match without a result; it ends when every account in it has offered."""
    await _end(play, key_hash, match_id, "abandon", seat)


async def cancel(play: Play, key_hash: bytes, match_id: str) -> None:
    """Withdraw a match that has not started; only who made it may."""
    read = await play.read(key_hash, match_id)
    require_scope(read.caller, "play")
    if read.match.creator != read.caller.account_id:
        raise PlayError("not_your_match", "Only who made the match may cancel it.")
    if read.match.status == "cancelled":
        return
    if read.match.status != "open":
        raise PlayError("started", "The match has started: it can be resigned or abandoned.")
    happening = Happening(type="cancel", seat=None, account_id=read.caller.account_id)
    row = event_row(play.games[read.match.ruleset], read.match, happening, After(status="cancelled"))
    if not await play.write(row):
        raise PlayError("started", "The match has just started.")


async def _end(play: Play, key_hash: bytes, match_id: str, kind: str, seat: Seat | None) -> None:
    """Add an event that everybody may bring about at any time, whatever others do meanwhile."""
    for _ in range(_ATTEMPTS):
        read = await play.read(key_hash, match_id)
        match = read.match
        require_scope(read.caller, "play")
        acting = _any_seat(match, read.caller, seat)
        if match.status == "open":
            raise PlayError("not_started", "The match has not started yet.")
        if match.status != "playing":
            raise PlayError("over", "The match is over.")
        if kind == "resign":
            type_, after = "resign", _resigned(match, read.caller)
        else:
            type_, after = await _abandoned(play, match, read.caller)
        happening = Happening(type=type_, seat=acting, account_id=read.caller.account_id)
        if await play.write(event_row(play.games[match.ruleset], match, happening, after)):
            return
    raise PlayError("stale", "The match moves too fast; try again.")


def _resigned(match: MatchRecord, caller: Caller) -> After:
    winners = tuple(record.seat for record in match.seats if record.account_id != caller.account_id)
    return After(status="over", outcome=Outcome(reason="resigned", winners=winners))


async def _abandoned(play: Play, match: MatchRecord, caller: Caller) -> tuple[str, After]:
    """The last offer that is needed ends the match; an offer stands until the next action."""
    async with play.database.connection() as connection:
        rows = await connection.execute(_OFFERS, {"match_id": match.match_id})
        offered = {row.account_id for row in rows} | {caller.account_id}
    if {record.account_id for record in match.seats} <= offered:
        return "abandon", After(status="over", outcome=Outcome(reason="abandoned"))
    return "abandon_offer", After(status="playing", to_move=match.to_move)


_OFFERS = text(
    """
    SELECT account_id FROM events
     WHERE match_id = :match_id AND type = 'abandon_offer'
       AND version > (SELECT max(version) FROM events WHERE match_id = :match_id AND type <> 'abandon_offer')
    """
)


def _any_seat(match: MatchRecord, caller: Caller, seat: Seat | None) -> Seat:
    """The seat named, or the first that the account holds: giving up concerns all of them."""
    held = match.held_by(caller.account_id)
    return match.acting_seat(caller.account_id, seat or (held[0] if held else None))


def _require_participant(read: Read) -> None:
    require_scope(read.caller, "play")
    if not read.match.held_by(read.caller.account_id) and read.match.creator != read.caller.account_id:
        raise PlayError("not_your_seat", "You hold no seat in this match.")
