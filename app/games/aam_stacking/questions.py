"""What a referee or a client may ask."""

from collections.abc import Mapping
from dataclasses import replace

from pydantic import StrictBool, StrictInt

from app.adjudication.contract import Question
from app.adjudication.hearing import Hearing
from app.adjudication.model import Identifier, Text, model
from app.adjudication.ruling import Violation
from app.games.aam_stacking.effects import Becomes
from app.games.aam_stacking.one_hex import AamOneHex, AamOneHexAnswer, AamSideCount, one_hex, side_count
from app.games.aam_stacking.position import SEATS, AamPosition, AamUnit, HexId, SeatId
from app.games.aam_stacking.rules import casualty
from app.games.aam_stacking.rules.check import places
from app.games.aam_stacking.rules.entering import first_side, others_of_kind, stack_at
from app.games.aam_stacking.rules.possible import check
from app.games.aam_stacking.rules.stacking import count, in_order


@model
class AamCheckHex:
    """Which hex."""

    hex: HexId


@model
class AamReport:
    """The whole map."""


@model
class AamPenaltyTarget:
    """A unit that may get a penalty counter, and what that would make of it."""

    unit: Identifier
    seat: SeatId
    counters: StrictInt
    """Face-down counters it has now."""
    becomes: Becomes
    """What one more will come to in the casualty phase."""
    at_risk: StrictBool
    """A roll may make it worse."""


@model
class AamHexReport:
    """A hex as stacking sees it."""

    hex: HexId
    order: tuple[Identifier, ...]
    """Its soldiers and vehicles, by order of entry."""
    passengers: tuple[Identifier, ...]
    aircraft: tuple[Identifier, ...]
    obstacles: tuple[Identifier, ...]
    sides: tuple[AamSideCount, ...]
    targets: tuple[AamPenaltyTarget, ...]
    """Of the sides that are over: who may get the counter."""


@model
class AamStackingReport:
    """All hexes with units."""

    possible: StrictBool
    violations: tuple[Violation, ...]
    """Why the position cannot be; then no hex is judged."""
    over: tuple[HexId, ...]
    """Hexes where some side is over."""
    hexes: tuple[AamHexReport, ...]


def check_hex(position: AamPosition, asked: AamCheckHex, hearing: Hearing) -> AamStackingReport:
    """One hex of a position."""
    return _report(position, (asked.hex,), hearing)


def stacking_report(position: AamPosition, _asked: AamReport, hearing: Hearing) -> AamStackingReport:
    """Every hex of a position."""
    return _report(position, None, hearing)


def _report(position: AamPosition, wanted: tuple[str, ...] | None, hearing: Hearing) -> AamStackingReport:
    broken = check(position)
    hearing.cite(*(violation.rule for violation in broken))
    if broken:
        return AamStackingReport(possible=False, violations=broken, over=(), hexes=())
    hearing.cite("stacking.units", "stacking.vehicles", "stacking.shared-vehicles", "stacking.excess", "stacking.check")
    hexes = tuple(_hex(position, place, hearing) for place in (places(position) if wanted is None else wanted))
    over = tuple(report.hex for report in hexes if any(side.over for side in report.sides))
    return AamStackingReport(possible=True, violations=(), over=over, hexes=hexes)


def _hex(position: AamPosition, place: str, hearing: Hearing) -> AamHexReport:
    hearing.spend()
    stack = stack_at(position, place)
    first = first_side(stack, place, hearing, lambda side: [count(stack, seat, side).excess for seat in SEATS])
    sides = tuple(side_count(stack, seat, first) for seat in SEATS)
    return AamHexReport(
        hex=place,
        order=tuple(unit.id for unit in in_order(stack)),
        passengers=tuple(
            unit.id for unit in position.units if unit.carried_by is not None and position.where(unit) == place
        ),
        aircraft=others_of_kind(position, place, "aircraft"),
        obstacles=others_of_kind(position, place, "obstacle"),
        sides=sides,
        targets=tuple(
            _target(position, position.by_id[unit]) for side in sides if side.over for unit in side.candidates
        ),
    )


def _target(position: AamPosition, unit: AamUnit) -> AamPenaltyTarget:
    """What one more counter would make of a unit."""
    lot = casualty.fate(position.setting.card(unit), replace(unit, counters=unit.counters + 1))
    return AamPenaltyTarget(
        unit=unit.id,
        seat=unit.seat,
        counters=unit.counters,
        becomes=lot.becomes,
        at_risk=lot.burns_on is not None,
    )


QUESTIONS: Mapping[str, Question[AamPosition]] = {
    "one-hex": Question(
        input=AamOneHex,
        output=AamOneHexAnswer,
        answer=one_hex,
        title=Text(
            en="One hex: who may enter, and who is over",
            pt="Um hexágono: quem pode entrar e quem excede o limite",
            es="Un hexágono: quién puede entrar y quién excede el límite",
        ),
        about="nothing",
    ),
    "check-hex": Question(
        input=AamCheckHex,
        output=AamStackingReport,
        answer=check_hex,
        title=Text(en="A hex of a position", pt="Um hexágono de uma posição", es="Un hexágono de una posición"),
    ),
    "stacking-report": Question(
        input=AamReport,
        output=AamStackingReport,
        answer=stacking_report,
        title=Text(
            en="Every hex of a position",
            pt="Todos os hexágonos de uma posição",
            es="Todos los hexágonos de una posición",
        ),
    ),
}
