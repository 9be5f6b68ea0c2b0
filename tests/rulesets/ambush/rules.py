"""How the ambush is played.

The raider declares a whole path towards the gate. It runs into units that it cannot see; where it comes next to a unit
that everybody sees, the watch may fire, bar a space or pass, and the rest of the path is judged again.
"""

from collections.abc import Iterator
from dataclasses import replace

from app.adjudication.contract import Options
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.model import Seat, Unknown, params
from app.adjudication.requests import DrawRequest, RollRequest
from app.adjudication.ruling import Decision, Outcome, Violation
from tests.rulesets.ambush.models import (
    GATE,
    START,
    AmbushAction,
    AmbushBar,
    AmbushBarred,
    AmbushFire,
    AmbushHalted,
    AmbushHurt,
    AmbushMarch,
    AmbushPass,
    AmbushPath,
    AmbushPlaced,
    AmbushPosition,
    AmbushRest,
    AmbushRestUp,
    AmbushSetting,
    AmbushSneak,
    AmbushSneaked,
    AmbushSprung,
    AmbushStep,
    AmbushTurned,
    AmbushUnit,
)
from tests.rulesets.common import known_names, number_option

REACH = 3
PATHS = ("camp-ford", "camp-wood", "ford-mill", "wood-mill", "wood-ridge", "mill-gate", "ridge-gate", "ford-wood")
HIDEOUTS = ("ford", "mill", "ridge", "wood")


def make_setting(scenario: str, options: Options) -> AmbushSetting:
    known_names("ambush", scenario, ("standard",), options, ("turns",))
    pairs = (path.split("-") for path in PATHS)
    return AmbushSetting(
        turns=number_option(options, "turns", 5, 1, 20), paths=tuple(AmbushPath(a=a, b=b) for a, b in pairs)
    )


def setup(setting: AmbushSetting, hearing: Hearing) -> AmbushPosition:
    """Two units hide; only the watch and the server know where."""
    hearing.cite("hide")
    request = DrawRequest(key="setup/hide", purpose="hide", rule="hide", pile="hideouts", count=2, audience=("watch",))
    spaces = hearing.draw(request, dict.fromkeys(HIDEOUTS, 1))
    units = [AmbushUnit(id=f"w{number}", space=space) for number, space in enumerate(spaces, start=1)]
    for unit in units:
        hearing.tell(AmbushPlaced(unit=unit.id, space=str(unit.space), audience=("watch",), reveals=("watch",)))
    return AmbushPosition(setting=setting, units=tuple(units), next_unit=len(units) + 1)


def neighbours(setting: AmbushSetting, space: str) -> tuple[str, ...]:
    there = {path.b for path in setting.paths if path.a == space} | {p.a for p in setting.paths if p.b == space}
    return tuple(sorted(there))


def _unit(position: AmbushPosition, identifier: str) -> AmbushUnit | None:
    return next((unit for unit in position.units if unit.id == identifier), None)


def check(position: AmbushPosition) -> tuple[Violation, ...]:
    spaces = [unit.space for unit in position.units]
    found = []
    if len(set(spaces)) < len(spaces) or position.raider in spaces:
        found.append(Violation(code="stacked", rule="hide"))
    if not 0 <= position.strength <= 3:
        found.append(Violation(code="too_strong", rule="harm"))
    return tuple(found)


def decisions(position: AmbushPosition) -> tuple[Decision, ...]:
    if outcome(position) is not None:
        return ()
    if position.resolution:
        number = position.resolution[-1].number
        kinds = ("fire", "bar", "pass") if position.barriers else ("fire", "pass")
        return (
            Decision(
                id=f"turn{position.turn}/window{number}",
                seat="watch",
                kinds=kinds,
                prompt="window",
                default="pass",
                source="resolution",
            ),
        )
    kinds, prompt = (("march", "rest_up"), "march") if position.active == "raider" else (("sneak", "pass"), "sneak")
    default = "rest_up" if position.active == "raider" else "pass"
    place = f"turn{position.turn}/{position.active}"
    return (Decision(id=place, seat=position.active, kinds=kinds, prompt=prompt, default=default),)


def legality(view: AmbushPosition, seat: Seat, action: AmbushAction, hearing: Hearing) -> tuple[Violation, ...]:
    match action:
        case AmbushMarch():
            hearing.cite("march")
            return march_violations(view, action.path)
        case AmbushFire():
            hearing.cite("window")
            return () if action.unit in _able_to_fire(view) else (_out_of_reach(action.unit),)
        case AmbushBar():
            hearing.cite("bar")
            return () if action.space in _may_bar(view) else (_out_of_reach(action.space),)
        case AmbushSneak():
            hearing.cite("sneak")
            return _sneak_violations(view, action)
        case _:
            return ()


def march_violations(view: AmbushPosition, path: tuple[str, ...]) -> tuple[Violation, ...]:
    """All that is wrong with a path as far as its reader can see; hidden units permit."""
    found = []
    if len(path) > REACH:
        found.append(Violation(code="too_far", rule="march", params=params(steps=len(path), most=REACH)))
    seen = {unit.space for unit in view.units}
    for here, there in zip((view.raider, *path), path, strict=False):
        if there not in neighbours(view.setting, here):
            found.append(Violation(code="no_way", rule="march", subjects=(here, there)))
        if there in view.barred:
            found.append(Violation(code="barred", rule="bar", subjects=(there,)))
        if there in seen:
            found.append(Violation(code="held", rule="march", subjects=(there,)))
    return tuple(found)


def _out_of_reach(subject: str) -> Violation:
    return Violation(code="out_of_reach", rule="window", subjects=(subject,))


def _able_to_fire(view: AmbushPosition) -> tuple[str, ...]:
    """Units that everybody sees, next to the raider."""
    near = neighbours(view.setting, view.raider)
    return tuple(unit.id for unit in view.units if unit.shown and unit.space in near)


def _may_bar(view: AmbushPosition) -> tuple[str, ...]:
    return tuple(space for space in neighbours(view.setting, view.raider) if space not in (*view.barred, START, GATE))


def _sneak_violations(view: AmbushPosition, action: AmbushSneak) -> tuple[Violation, ...]:
    unit = _unit(view, action.unit)
    if unit is None:
        return (Violation(code="no_such_unit", rule="sneak", subjects=(action.unit,)),)
    found = []
    if not isinstance(unit.space, Unknown) and action.to not in neighbours(view.setting, unit.space):
        found.append(Violation(code="no_way", rule="march", subjects=(unit.id, action.to)))
    if action.to in (view.raider, START, GATE, *(other.space for other in view.units)):
        found.append(Violation(code="held", rule="march", subjects=(action.to,)))
    return tuple(found)


def resolve(position: AmbushPosition, seat: Seat, action: AmbushAction, hearing: Hearing) -> AmbushPosition:
    match action:
        case AmbushMarch():
            return _walk(position, action.path, hearing)
        case AmbushRestUp():
            return _turn_to(position, "watch", hearing)
        case AmbushSneak():
            return _turn_to(_sneak(position, action, hearing), "raider", hearing)
        case _ if position.resolution:
            return _go_on(_reply(position, action, hearing), hearing)
        case _:
            return _turn_to(position, "raider", hearing)


def _reply(position: AmbushPosition, action: AmbushAction, hearing: Hearing) -> AmbushPosition:
    match action:
        case AmbushFire():
            return _fire(position, hearing)
        case AmbushBar():
            hearing.tell(AmbushBarred(space=action.space))
            barred = tuple(sorted((*position.barred, action.space)))
            return replace(position, barriers=position.barriers - 1, barred=barred)
        case _:
            return position


def _walk(position: AmbushPosition, path: tuple[str, ...], hearing: Hearing) -> AmbushPosition:
    """Step by step; it halts only where what everybody knows gives the watch a window."""
    for index, space in enumerate(path):
        hearing.spend()
        hidden = next((unit for unit in position.units if unit.space == space), None)
        if hidden is not None:
            return _spring(position, hidden, hearing)
        hearing.tell(AmbushStep(space=space))
        position = replace(position, raider=space)
        if space != GATE and _able_to_fire(position):
            hearing.cite("window")
            rest = AmbushRest(number=position.windows + 1, path=path[index + 1 :])
            return replace(position, windows=rest.number, resolution=(rest,))
    return _turn_to(position, "watch", hearing)


def _spring(position: AmbushPosition, unit: AmbushUnit, hearing: Hearing) -> AmbushPosition:
    """What the raider could not know is no violation: it happens, and shows the unit."""
    hearing.cite("ambush")
    hearing.tell(AmbushSprung(unit=unit.id, space=str(unit.space), reveals=("raider",)))
    shown = tuple(replace(other, shown=True) if other.id == unit.id else other for other in position.units)
    return _turn_to(_hurt(replace(position, units=shown), hearing), "watch", hearing)


def _hurt(position: AmbushPosition, hearing: Hearing) -> AmbushPosition:
    hearing.cite("harm")
    hearing.tell(AmbushHurt(left=position.strength - 1))
    return replace(position, strength=position.strength - 1)


def _fire(position: AmbushPosition, hearing: Hearing) -> AmbushPosition:
    number = position.resolution[-1].number
    request = RollRequest(
        key=f"turn{position.turn}/window{number}/fire", purpose="fire", rule="window", answered_by="watch"
    )
    return _hurt(position, hearing) if hearing.roll(request)[0] >= 5 else position


def _go_on(position: AmbushPosition, hearing: Hearing) -> AmbushPosition:
    """The rest of the path, judged again by what the raider knows now."""
    rest = position.resolution[-1].path
    position = replace(position, resolution=())
    if position.strength == 0:
        return position
    wrong = march_violations(view(position, "raider"), rest)
    if wrong:
        hearing.cite(*(violation.rule for violation in wrong))
        hearing.tell(AmbushHalted(code=wrong[0].code))
        return _turn_to(position, "watch", hearing)
    return _walk(position, rest, hearing)


def _sneak(position: AmbushPosition, action: AmbushSneak, hearing: Hearing) -> AmbushPosition:
    """The unit hides, and has a fresh id when it was seen before."""
    hearing.tell(AmbushSneaked(unit=action.unit, to=action.to, audience=("watch",)))
    unit = _unit(position, action.unit)
    if unit is None or not unit.shown:
        units = tuple(replace(one, space=action.to) if one.id == action.unit else one for one in position.units)
        return replace(position, units=units)
    kept = tuple(one for one in position.units if one.id != action.unit)
    fresh = AmbushUnit(id=f"w{position.next_unit}", space=action.to)
    return replace(position, units=(*kept, fresh), next_unit=position.next_unit + 1)


def _turn_to(position: AmbushPosition, seat: Seat, hearing: Hearing) -> AmbushPosition:
    if position.strength == 0 or position.raider == GATE:
        return position
    hearing.cite("turn")
    hearing.tell(AmbushTurned(seat=seat))
    turn = position.turn + 1 if seat == "raider" else position.turn
    return replace(position, active=seat, turn=turn, windows=0)


def legal_actions(view: AmbushPosition, seat: Seat, budget: Budget) -> Iterator[AmbushAction]:
    decision = next((decision for decision in decisions(view) if decision.seat == seat), None)
    if decision is None:
        return
    if decision.prompt == "march":
        for path in _paths(view, (), budget):
            yield AmbushMarch(path=path)
        yield AmbushRestUp()
        return
    if decision.prompt == "sneak":
        yield from _sneaks(view, budget)
    else:
        for unit in _able_to_fire(view):
            yield AmbushFire(unit=unit)
        if view.barriers:
            for space in _may_bar(view):
                yield AmbushBar(space=space)
    yield AmbushPass()


def _paths(view: AmbushPosition, walked: tuple[str, ...], budget: Budget) -> Iterator[tuple[str, ...]]:
    budget.spend()
    if len(walked) == REACH:
        return
    for space in neighbours(view.setting, walked[-1] if walked else view.raider):
        if space not in view.barred and space not in {unit.space for unit in view.units}:
            yield (*walked, space)
            yield from _paths(view, (*walked, space), budget)


def _sneaks(view: AmbushPosition, budget: Budget) -> Iterator[AmbushSneak]:
    for unit in view.units:
        if isinstance(unit.space, Unknown):
            continue
        for space in neighbours(view.setting, unit.space):
            budget.spend()
            action = AmbushSneak(unit=unit.id, to=space)
            if not _sneak_violations(view, action):
                yield action


def view(position: AmbushPosition, seat: Seat | None) -> AmbushPosition:
    if seat == "watch":
        return position
    return replace(
        position,
        units=tuple(unit if unit.shown else replace(unit, space=Unknown(unknown="space")) for unit in position.units),
    )


def outcome(position: AmbushPosition) -> Outcome | None:
    if position.raider == GATE:
        return Outcome(reason="reached", winners=("raider",))
    if position.strength == 0:
        return Outcome(reason="stopped", winners=("watch",))
    if position.turn > position.setting.turns:
        return Outcome(reason="time_up", winners=("watch",))
    return None


def default_action(view: AmbushPosition, seat: Seat) -> AmbushAction:
    return AmbushRestUp() if seat == "raider" else AmbushPass()
