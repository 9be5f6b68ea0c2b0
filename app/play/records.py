"""Rows of the database as the rest of the service knows them."""

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import RowMapping

from app.adjudication.model import Seat
from app.adjudication.resources import adapter
from app.play.errors import PlayError, not_found
from app.play.pending import Pending

Status = Literal["open", "playing", "over", "cancelled"]
DiceMode = Literal["seeded", "declared"]


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who asks: an account, by one of its keys."""

    account_id: str
    scopes: frozenset[str]


@dataclass(frozen=True)
class SeatRecord:
    """A seat of a match."""

    seat: Seat
    account_id: str | None
    entropy: str


@dataclass(frozen=True, kw_only=True)
class MatchRecord:
    """A match as it was read, with its position still as text."""

    match_id: str
    ruleset: str
    ruleset_version: int
    title: str
    scenario: str
    options: str
    status: Status
    private: bool
    dice: DiceMode
    secret: bytes = field(repr=False)
    creator: str
    version: int
    to_move: tuple[Seat, ...]
    outcome: str | None
    created_at: datetime
    updated_at: datetime
    seats: tuple[SeatRecord, ...]
    setting_hash: str = ""
    invitation: str = field(default="", repr=False)
    chain: str = ""
    pending_text: str | None = None
    position_text: str | None = None

    @property
    def pending(self) -> Pending | None:
        """The action that waits for answers."""
        return None if self.pending_text is None else adapter(Pending).validate_json(self.pending_text)

    @property
    def seat_names(self) -> tuple[Seat, ...]:
        """The seats, in the order of the ruleset."""
        return tuple(record.seat for record in self.seats)

    @property
    def entropy(self) -> str:
        """The seats' contributions to the dice."""
        return "\n".join(record.entropy for record in self.seats)

    def held_by(self, account_id: str) -> tuple[Seat, ...]:
        """The seats that an account holds."""
        return tuple(record.seat for record in self.seats if record.account_id == account_id)

    def visible_to(self, account_id: str) -> bool:
        """Whether an account may know of the match at all."""
        return not self.private or self.creator == account_id or bool(self.held_by(account_id))

    def acting_seat(self, account_id: str, seat: Seat | None) -> Seat:
        """The seat for which an account acts; raises PlayError where it holds none or does not say which."""
        held = self.held_by(account_id)
        if seat is None:
            if len(held) == 1:
                return held[0]
            if not held:
                raise PlayError("not_your_seat", "You hold no seat in this match.")
            raise PlayError("seat_required", f"You hold several seats ({', '.join(held)}): name one.")
        if seat not in self.seat_names:
            raise PlayError("unknown_seat", f"The seats of this match are {', '.join(self.seat_names)}.")
        if seat not in held:
            raise PlayError("not_your_seat", f"You do not hold {seat}.")
        return seat

    def viewing_seat(self, account_id: str, seat: Seat | None) -> Seat | None:
        """The seat through which an account looks: the one it names, its only one, or a spectator's (None)."""
        held = self.held_by(account_id)
        if seat is None:
            return held[0] if len(held) == 1 else None
        return self.acting_seat(account_id, seat)


def match_record(row: RowMapping | Mapping[str, Any]) -> MatchRecord:
    """A match from a row of READ_MATCH or LIST_MATCHES."""
    names = MatchRecord.__dataclass_fields__
    values = {name: row[name] for name in names if name in row}
    seats = tuple(SeatRecord(*seat) for seat in json.loads(row["seats"]))
    return MatchRecord(
        **{
            **values,
            "seats": seats,
            "to_move": tuple(row["to_move"]),
            "pending_text": row.get("pending"),
            "position_text": row.get("position"),
        }
    )


def read_row(row: RowMapping | None, ruleset: str | None) -> tuple[Caller, MatchRecord]:
    """The caller and the match of a READ_MATCH row; raises PlayError where one of them is not to be had."""
    if row is None:
        raise PlayError("unauthenticated", "This key is not known, or it was revoked.")
    caller = Caller(account_id=row["account_id"], scopes=frozenset(row["scopes"]))
    if row["match_id"] is None:
        raise not_found()
    record = match_record(row)
    if (ruleset is not None and record.ruleset != ruleset) or not record.visible_to(caller.account_id):
        raise not_found()
    return caller, record


class SettingCache:
    """The texts of the settings used last, by hash, and which match has which: settings never change."""

    def __init__(self, matches: int = 10_000, settings: int = 200) -> None:
        self._hashes: OrderedDict[str, str] = OrderedDict()
        self._texts: OrderedDict[str, str] = OrderedDict()
        self._matches = matches
        self._settings = settings

    def known(self, match_id: str) -> tuple[str, str]:
        """The hash and the text that need not be read for a match; empty where they must."""
        setting_hash = self._hashes.get(match_id, "")
        text = self._texts.get(setting_hash)
        return (setting_hash, text) if text is not None else ("", "")

    def keep(self, match_id: str, setting_hash: str, text: str) -> None:
        """Remember the text of a match's setting."""
        self._hashes[match_id] = setting_hash
        self._texts[setting_hash] = text
        for cache, limit in ((self._hashes, self._matches), (self._texts, self._settings)):
            while len(cache) > limit:
                cache.popitem(last=False)
