"""Whether a position can be: what it names exists, and no hex is as legal play never makes it (stacking.impossible)."""

from collections import Counter
from collections.abc import Iterator

from app.adjudication.model import ParamValue, params
from app.adjudication.ruling import Violation
from app.games.aam_stacking.position import SEATS, AamPosition, AamUnit
from app.games.aam_stacking.rules.check import candidates
from app.games.aam_stacking.rules.entering import others_of_kind, stack_at
from app.games.aam_stacking.rules.stacking import count, impossible, possible_first
from app.games.aam_stacking.rules.transport import cannot_carry

RULE = "stacking.impossible"


def check(position: AamPosition) -> tuple[Violation, ...]:
    """Why this position cannot be; what names nothing is told first, and alone."""
    broken = (*_map(position), *_units(position))
    if broken:
        return broken
    return (*_hexes(position), *_passengers(position), *_phase(position))


def _wrong(code: str, *subjects: str, rule: str = RULE, **values: ParamValue) -> Violation:
    return Violation(code=code, rule=rule, params=params(**values), subjects=subjects)


def _map(position: AamPosition) -> Iterator[Violation]:
    board = position.setting.map
    for name, times in Counter(hexagon.id for hexagon in board.hexes).items():
        if times > 1:
            yield _wrong("same_hex", name, rule="movement.path", hex=name)
    if len(board.at) < len(board.by_id):
        yield _wrong("same_place", rule="movement.path")
    for one, other in (*board.road_edges, *board.hex_sides):
        if not (one in board.by_id and other in board.by_id and board.distance(one, other) == 1):
            yield _wrong("no_such_side", one, other, rule="movement.path", start=one, hex=other)


def _units(position: AamPosition) -> Iterator[Violation]:
    for name, times in Counter(unit.id for unit in position.units).items():
        if times > 1:
            yield _wrong("same_unit", name, unit=name)
    for unit in position.units:
        card = position.setting.find_card(unit.card)
        if card is None:
            yield _wrong("no_such_card", unit.id, unit=unit.id, card=unit.card)
        elif card.subtype == "hex-side":
            yield _wrong("lies_on_a_side", unit.id, rule="obstacle.hex-side", unit=unit.id)
        if sum(place is not None for place in (unit.hex, unit.carried_by, unit.off_map)) != 1:
            yield _wrong("not_in_one_place", unit.id, unit=unit.id)
        if unit.hex is not None and unit.hex not in position.setting.map.by_id:
            yield _wrong("no_such_hex", unit.id, rule="movement.path", unit=unit.id, hex=unit.hex)
        carrier = None if unit.carried_by is None else position.by_id.get(unit.carried_by)
        if unit.carried_by is not None and (carrier is None or carrier.seat != unit.seat or carrier.hex is None):
            yield _wrong(
                "no_such_transport", unit.id, rule="transport.capacity", unit=unit.id, transport=unit.carried_by
            )


def _hexes(position: AamPosition) -> Iterator[Violation]:
    deploying = position.phase == "initiative" and position.turn == 1
    for place in position.by_hex:
        stack = stack_at(position, place)
        for seat, reason in impossible(stack):
            there = candidates(position, seat, place)
            yield _wrong(f"impossible_{reason}", *there, hex=place, seat=seat)
        for kind in ("aircraft", "obstacle"):
            found = others_of_kind(position, place, kind)
            if len(found) > 1:
                yield _wrong(f"two_{kind}", *found, rule=f"stacking.{kind}", hex=place)
        if len(possible_first(stack)) > 1:
            known = Counter(unit.entered for unit in stack if unit.vehicle and unit.entered)
            if any(times > 1 for times in known.values()):
                yield _wrong("same_entry", place, rule="stacking.order-of-entry", hex=place)
        for seat in SEATS if deploying else ():
            if all(count(stack, seat, first).excess for first in possible_first(stack)):
                yield _wrong("over_at_deployment", place, rule="stacking.no-slack", hex=place, seat=seat)


def _passengers(position: AamPosition) -> Iterator[Violation]:
    seen: dict[str, list[AamUnit]] = {}
    for unit in position.units:
        if unit.carried_by is not None:
            seen.setdefault(unit.carried_by, []).append(unit)
    for transport, passengers in seen.items():
        for unit in passengers:
            yield from cannot_carry(position, unit, position.by_id[transport])


def _phase(position: AamPosition) -> Iterator[Violation]:
    if position.phase == "end":
        return
    if position.turn > position.setting.turn_limit:
        yield _wrong("after_the_end", rule="turn.limit", turn=position.turn, limit=position.setting.turn_limit)
    if position.active is None:
        yield _wrong("nobody_to_act", rule="turn.sequence", phase=position.phase)
    if position.phase != "initiative" and position.first_player is None:
        yield _wrong("no_first_player", rule="turn.first-player", phase=position.phase)
    if position.resolution and not (position.moving or position.assaulting):
        yield _wrong("no_check_now", rule="stacking.check", phase=position.phase)
    for frame in position.resolution:
        if frame.seat != position.active or not candidates(position, frame.seat, frame.hex):
            yield _wrong("nobody_to_penalise", frame.hex, rule="stacking.penalty", hex=frame.hex, seat=frame.seat)
