"""How the glide is played: discs move by turns over a plane; the first on the mark wins; rough ground may stall."""

from collections.abc import Iterator
from dataclasses import replace

from app.adjudication.contract import Options
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.model import Seat, params
from app.adjudication.requests import FactRequest, RollRequest
from app.adjudication.ruling import Decision, Outcome, Violation
from tests.rulesets.common import known_names, number_option
from tests.rulesets.glide.models import (
    APART,
    MARK_RADIUS,
    REACH,
    SEATS,
    TABLE,
    GlideAction,
    GlideDisc,
    GlideHold,
    GlideMove,
    GlideMoved,
    GlideMoves,
    GlidePoint,
    GlidePosition,
    GlideRange,
    GlideRangeInput,
    GlideRough,
    GlideSetting,
    GlideStalled,
    GlideTurned,
    square,
)


def make_setting(scenario: str, options: Options) -> GlideSetting:
    known_names("glide", scenario, ("standard",), options, ("turns",))
    return GlideSetting(
        turns=number_option(options, "turns", 8, 1, 40),
        mark=GlidePoint(x=12_000, y=12_000),
        rough=GlideRough(centre=GlidePoint(x=12_000, y=6_000), radius=4_000),
    )


def setup(setting: GlideSetting, hearing: Hearing) -> GlidePosition:
    hearing.cite("turn")
    starts = (
        ("a1", "amber", 6_000, 0),
        ("a2", "amber", 12_000, 0),
        ("j1", "jade", 18_000, 0),
        ("j2", "jade", 0, 6_000),
    )
    discs = tuple(GlideDisc(id=name, seat=seat, at=GlidePoint(x=x, y=y)) for name, seat, x, y in starts)
    return GlidePosition(setting=setting, discs=discs)


def _other(seat: Seat) -> Seat:
    return next(other for other in SEATS if other != seat)


def _disc(position: GlidePosition, identifier: str) -> GlideDisc | None:
    return next((disc for disc in position.discs if disc.id == identifier), None)


def _others(position: GlidePosition, disc: GlideDisc) -> tuple[GlideDisc, ...]:
    return tuple(other for other in position.discs if other.id != disc.id)


def _on_table(point: GlidePoint) -> bool:
    return 0 <= point.x <= TABLE and 0 <= point.y <= TABLE


def check(position: GlidePosition) -> tuple[Violation, ...]:
    found = []
    for disc in position.discs:
        if not _on_table(disc.at):
            found.append(Violation(code="off_table", rule="table", subjects=(disc.id,)))
        if any(square(disc.at, other.at) < APART**2 for other in _others(position, disc)):
            found.append(Violation(code="too_close", rule="apart", subjects=(disc.id,)))
    return tuple(found)


def decisions(position: GlidePosition) -> tuple[Decision, ...]:
    if outcome(position) is not None:
        return ()
    place = f"turn{position.turn}/{position.active}"
    return (Decision(id=place, seat=position.active, kinds=("move", "hold"), prompt="move", default="hold"),)


def legality(view: GlidePosition, seat: Seat, action: GlideAction, hearing: Hearing) -> tuple[Violation, ...]:
    hearing.cite("move")
    if isinstance(action, GlideHold):
        return ()
    disc = _disc(view, action.disc)
    if disc is None or disc.seat != seat:
        return (Violation(code="not_yours", rule="move", subjects=(action.disc,)),)
    found = []
    if disc.stalled:
        found.append(Violation(code="stalled", rule="rough", subjects=(disc.id,)))
    if square(disc.at, action.to) > REACH**2:
        found.append(Violation(code="too_far", rule="move", params=params(reach=REACH), subjects=(disc.id,)))
    if not _on_table(action.to):
        found.append(Violation(code="off_table", rule="table", subjects=(disc.id,)))
    found.extend(
        Violation(code="too_close", rule="apart", subjects=(disc.id, other.id))
        for other in _others(view, disc)
        if square(action.to, other.at) < APART**2
    )
    return tuple(found)


def resolve(position: GlidePosition, seat: Seat, action: GlideAction, hearing: Hearing) -> GlidePosition:
    position = replace(position, discs=tuple(_rested(disc) if disc.seat == seat else disc for disc in position.discs))
    if isinstance(action, GlideMove):
        position = _move(position, action, hearing)
    hearing.tell(GlideTurned(seat=_other(seat)))
    return replace(position, active=_other(seat), turn=position.turn + 1)


def _rested(disc: GlideDisc) -> GlideDisc:
    """One turn of stalling less."""
    return replace(disc, stalled=max(0, disc.stalled - 1))


def _move(position: GlidePosition, action: GlideMove, hearing: Hearing) -> GlidePosition:
    hearing.tell(GlideMoved(disc=action.disc, to=action.to))
    rough = position.setting.rough
    stalled = 0
    if square(action.to, rough.centre) <= rough.radius**2:
        hearing.cite("rough")
        request = RollRequest(key=f"turn{position.turn}/{action.disc}/footing", purpose="footing", rule="rough")
        stalled = 1 if hearing.roll(request) == (1,) else 0
    if stalled:
        hearing.tell(GlideStalled(disc=action.disc))
    moved = tuple(
        replace(disc, at=action.to, stalled=stalled) if disc.id == action.disc else disc for disc in position.discs
    )
    return replace(position, discs=moved)


def legal_actions(view: GlidePosition, seat: Seat, budget: Budget) -> Iterator[GlideAction | GlideMoves]:
    if not any(decision.seat == seat for decision in decisions(view)):
        return
    for disc in view.discs:
        budget.spend()
        if disc.seat == seat and not disc.stalled:
            yield GlideMoves(
                disc=disc.id,
                centre=disc.at,
                radius=REACH,
                table=TABLE,
                apart=APART,
                others=tuple(other.at for other in _others(view, disc)),
            )
    yield GlideHold()


def view(position: GlidePosition, seat: Seat | None) -> GlidePosition:
    """Nothing is hidden on the plane."""
    return position


def outcome(position: GlidePosition) -> Outcome | None:
    mark = position.setting.mark
    there = {disc.seat for disc in position.discs if square(disc.at, mark) <= MARK_RADIUS**2}
    if there:
        return Outcome(reason="marked", winners=tuple(sorted(there)))
    return Outcome(reason="time_up") if position.turn > position.setting.turns else None


def default_action(view: GlidePosition, seat: Seat) -> GlideAction:
    return GlideHold()


def measure(view: GlidePosition, asked: GlideRangeInput, hearing: Hearing) -> GlideRange:
    """How far a point is from a disc; where there is no such disc, the referee is asked."""
    hearing.cite("move")
    disc = _disc(view, asked.disc)
    if disc is None:
        request = FactRequest(key=f"range/{asked.disc}", question="distance", rule="move", minimum=0, maximum=TABLE * 2)
        distance = int(hearing.fact(request)) ** 2
    else:
        distance = square(disc.at, asked.to)
    return GlideRange(square=distance, within="yes" if distance <= REACH**2 else "no")
