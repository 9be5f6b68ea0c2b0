"""Secrecy: what a seat is told depends on nothing that it may not know."""

from collections import defaultdict
from collections.abc import Iterator
from random import Random
from typing import Any

from app.adjudication import gate
from app.adjudication.errors import Budget
from app.adjudication.model import Seat, may_know
from app.adjudication.projection import project
from app.adjudication.ruling import Ruling
from app.adjudication.sources import OpenAnswers
from tests.conformance.checks_data import place
from tests.conformance.subject import FREE, Subject, Turn

PER_VIEW = 4
"""Positions with one view that are compared with the first of them."""


def view_idempotent(subject: Subject) -> Iterator[str]:
    """Viewing twice changes nothing."""
    for turn in subject.all_turns:
        position = subject.position(turn.before)
        for seat in (*subject.ruleset.seats(position.setting), None):
            once = subject.ruleset.view(position, seat)
            if subject.ruleset.view(once, seat) != once:
                yield f"{place(turn)}: {seat} sees something else in its own view"


def decisions_from_views(subject: Subject) -> Iterator[str]:
    """A seat reads its own decisions from its view as the gate does from the position."""
    for turn in subject.all_turns:
        position = subject.position(turn.before)
        whole = subject.ruleset.decisions(position)
        for seat in subject.ruleset.seats(position.setting):
            seen = subject.ruleset.decisions(subject.ruleset.view(position, seat))
            if [d for d in seen if d.seat == seat] != [d for d in whole if d.seat == seat]:
                yield f"{place(turn)}: {seat} sees decisions that are not those of the position"


def secrecy(subject: Subject) -> Iterator[str]:
    """Positions that are equal in a seat's view tell it the same, up to what is meant to reveal."""
    random = Random(f"{subject.seed}/secrecy")
    pairs = 0
    for turn, seat, one, other in _pairs(subject, random):
        pairs += 1
        yield from (f"{place(turn)}: {seat} {leak}" for leak in _leaks(subject, turn, seat, one, other))
    if not pairs and _hides(subject):
        yield "no two positions look alike to a seat: give `shuffled_hidden` to conform"


def _hides(subject: Subject) -> bool:
    """Whether anything at all is hidden from a seat."""
    for turn in subject.all_turns:
        position = subject.position(turn.before)
        if any(subject.ruleset.view(position, seat) != position for seat in subject.ruleset.seats(position.setting)):
            return True
    return False


def _pairs(subject: Subject, random: Random) -> Iterator[tuple[Turn, Seat | None, Any, Any]]:
    """Pairs of different positions with one view: dealt anew, and met in different playouts (None: a spectator)."""
    alike: dict[tuple[Seat | None, str], dict[str, Turn]] = defaultdict(dict)
    for turn in subject.all_turns:
        position = subject.position(turn.before)
        for seat in (*subject.ruleset.seats(position.setting), None):
            seen = subject.position_text(subject.ruleset.view(position, seat))
            alike[seat, seen].setdefault(turn.before, turn)
    for (seat, _), turns in alike.items():
        first, *others = list(turns.values())[:PER_VIEW]
        for other in others:
            yield first, seat, subject.position(first.before), subject.position(other.before)
    if subject.shuffled_hidden is None:
        return
    for turn in subject.some_turns:
        for seat in subject.ruleset.seats(subject.position(turn.before).setting):
            position = subject.position(turn.before)
            other = subject.shuffled_hidden(position, seat, random)
            if subject.ruleset.view(other, seat) != subject.ruleset.view(position, seat):
                raise AssertionError(f"shuffled_hidden changed what {seat} sees")
            if other != position:
                yield turn, seat, position, other


def _leaks(subject: Subject, turn: Turn, seat: Seat | None, one: Any, other: Any) -> Iterator[str]:
    """What the seat can tell the two positions apart by."""
    ruleset = subject.ruleset
    if [d for d in ruleset.decisions(one) if d.seat == seat] != [d for d in ruleset.decisions(other) if d.seat == seat]:
        yield "has other decisions"
    if seat is not None and subject.listed(one, seat) != subject.listed(other, seat):
        yield "has other actions listed"
    random = Random(turn.before)
    for actor in ruleset.seats(one.setting):
        actions = [action for item in subject.listed(one, actor)[:100] for action in subject.concrete(item, random)]
        for action in random.sample(actions, min(12, len(actions))):
            yield from _told_apart(subject, turn, seat, actor, action, (one, other))
    for attempt in subject.attempts:
        if attempt.turn is turn and attempt.seat == seat:
            yield from _told_apart(subject, turn, seat, attempt.seat, attempt.action, (one, other))


def _told_apart(
    subject: Subject, turn: Turn, seat: Seat | None, actor: Seat, action: Any, positions: tuple[Any, Any]
) -> Iterator[str]:
    """How a seat sees that an action, its own or another's, meets different positions."""
    for seeded in (True, False):
        one, other = (_ruling(subject, turn, actor, action, position, seeded=seeded) for position in positions)
        if actor != seat and "illegal" in (one.verdict, other.verdict):
            continue  # what another seat may do is its own secret, and a refusal is told to nobody else
        seen, compared = project(subject.ruleset, one, seat), project(subject.ruleset, other, seat)
        if difference := _difference(subject, seen, compared, seat):
            yield f"is told {difference} by {actor}'s {action}"


def _ruling(subject: Subject, turn: Turn, actor: Seat, action: Any, position: Any, *, seeded: bool) -> Ruling[Any, Any]:
    if seeded:
        return subject.settled(turn.playout, turn.number, position, actor, action, Random(turn.before))[0]
    given = gate.Circumstances(OpenAnswers({}), budget=Budget(FREE))
    return gate.adjudicate(subject.ruleset, position, actor, action, given)


def _difference(subject: Subject, one: Ruling[Any, Any], other: Ruling[Any, Any], seat: Seat | None) -> str | None:
    """The first thing that differs in two projected rulings, up to what reveals something to the seat."""
    until = min(_revealing(one, seat), _revealing(other, seat))
    if one.effects[:until] != other.effects[:until]:
        return f"effects {one.effects[:until]} or {other.effects[:until]}"
    if one.violations != other.violations:
        return f"violations {one.violations} or {other.violations}"
    revealed = until < max(len(one.effects), len(other.effects))
    return None if revealed else _difference_unrevealed(subject, one, other)


def _difference_unrevealed(subject: Subject, one: Ruling[Any, Any], other: Ruling[Any, Any]) -> str | None:
    if one.verdict != other.verdict or one.needs != other.needs:
        return f"{one.verdict} {one.needs} or {other.verdict} {other.needs}"
    if [roll.key for roll in one.rolls] != [roll.key for roll in other.rolls]:
        return "other rolls"
    # The same dice after a hidden draw of another length give other values: what follows may differ.
    return _difference_after(subject, one, other) if one.rolls == other.rolls else None


def _difference_after(subject: Subject, one: Ruling[Any, Any], other: Ruling[Any, Any]) -> str | None:
    for what in ("citations", "interpretations", "assumptions", "decisions", "outcome"):
        if getattr(one, what) != getattr(other, what):
            return f"{what} {getattr(one, what)} or {getattr(other, what)}"
    if subject.position_text(one.position) != subject.position_text(other.position):
        return "another position"
    return None


def _revealing(ruling: Ruling[Any, Any], seat: Seat | None) -> int:
    """The place of the first effect that reveals something to the seat; what a draw shows it is revealed, too.

    A spectator learns from whatever it sees that reveals something to anybody.
    """
    effects = ruling.effects
    shown = [index for index, effect in enumerate(effects) if seat in effect.reveals or (not seat and effect.reveals)]
    if shown:
        return shown[0]
    drawn = any(roll.kind == "draw" and may_know(roll.audience, seat) for roll in ruling.rolls)
    return 0 if drawn else len(effects)
