"""Moving a unit: the whole path judged before, then walked step by step (movement.*)."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from app.adjudication.hearing import Hearing
from app.adjudication.model import params
from app.adjudication.requests import RollRequest, Successes
from app.adjudication.ruling import Violation
from app.games.aam_stacking.actions import AamMove
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.effects import AamDisrupted, AamHalted, AamMoved, DisruptedBy, HaltedBy
from app.games.aam_stacking.position import AamPosition, AamUnit, opponent
from app.games.aam_stacking.rules import facts
from app.games.aam_stacking.rules.allowance import Allowance, allowance, may_move_disrupted, why_it_cannot_move
from app.games.aam_stacking.rules.common import into_hex, own_unit, tell_if_over, with_units
from app.games.aam_stacking.rules.entering import entry_violations
from app.games.aam_stacking.rules.exposure import provokes
from app.games.aam_stacking.rules.terrain import TEST_RULES, Step, has_obstacle, needed, step


def legality(position: AamPosition, seat: str, action: AamMove, hearing: Hearing) -> tuple[Violation, ...]:
    """Why a move is illegal: about the unit, each step, and the cost. Rolls on the way are taken to succeed."""
    unit = own_unit(position, seat, action.unit)
    if isinstance(unit, Violation):
        return (unit,)
    card = position.setting.card(unit)
    violations = list(why_it_cannot_move(position, unit, card))
    if unit.hex is None:
        return tuple(violations)
    hearing.cite("movement.path", "movement.once")
    hearing.spend(len(action.path))
    steps, broken = plan(position, unit, card, action.path)
    violations.extend(broken)
    for number, place in enumerate(action.path, start=1):
        if card.counted and place in position.setting.map.by_id:
            violations.extend(entry_violations(position, unit, card, place, hearing, number))
    if not broken and card.kind in ("soldier", "vehicle"):
        violations.extend(_beyond(unit, steps, allowance(position, unit, card), hearing))
    return tuple(violations)


def plan(
    position: AamPosition, unit: AamUnit, card: AamCard, path: tuple[str, ...]
) -> tuple[list[Step], list[Violation]]:
    """The steps of a path as far as they exist, and what is wrong with its geometry and terrain."""
    board = position.setting.map
    steps: list[Step] = []
    broken: list[Violation] = []
    here = unit.hex or ""
    for number, place in enumerate(path, start=1):
        values = params(unit=unit.id, step=number, start=here, hex=place)
        if place not in board.by_id:
            broken.append(Violation(code="no_such_hex", rule="movement.path", params=values, subjects=(place,)))
        elif here not in board.by_id or board.distance(here, place) != 1:
            if here in board.by_id:
                broken.append(Violation(code="not_adjacent", rule="movement.path", params=values, subjects=(place,)))
        else:
            made = step(position, card, here, place)
            steps.append(made)
            if made.closed is not None:
                values = (*values, ("terrain", board.by_id[place].terrain))
                broken.append(Violation(code="closed_terrain", rule=made.closed, params=values, subjects=(place,)))
        here = place
    return steps, broken


def cost_of(steps: list[Step], *, first_road_free: bool) -> int:
    """The points that a path costs; a vehicle's first road hex is free (movement.road)."""
    total = sum(made.cost for made in steps)
    if first_road_free:
        total -= next((made.cost for made in steps if made.road), 0)
    return total


def _beyond(unit: AamUnit, steps: list[Step], may: Allowance, hearing: Hearing) -> Iterator[Violation]:
    by_road = all(made.road for made in steps)
    cost = cost_of(steps, first_road_free=may.first_road_free)
    points = may.by_road if by_road else may.points
    rule = "movement.high-gear" if by_road and may.by_road > may.points else may.rule
    hearing.cite(rule)
    if any(made.road for made in steps):
        hearing.cite("movement.road", "I35")
    if cost > points and (points or rule != "assault.relocate"):
        yield Violation(
            code="beyond_speed",
            rule=rule,
            params=params(unit=unit.id, cost=cost, allowance=points),
            subjects=(unit.id,),
        )


@dataclass
class Walk:
    """A move as it happens."""

    position: AamPosition
    unit: AamUnit
    card: AamCard
    hearing: Hearing
    course: list[str] = field(default_factory=list)
    """The hexes so far, the first included."""
    exposed: list[int] = field(default_factory=list)
    """Indices of the course where an enemy could have resolved a shot that has not been asked for."""
    segment: int = 0
    disrupted: bool = False
    halted: bool = False

    def go(self, path: tuple[str, ...]) -> None:
        """Walk the path until it ends or something stops the unit."""
        self.course = [self.unit.hex or ""]
        for number, place in enumerate(path, start=1):
            made = step(self.position, self.card, self.course[-1], place)
            if not self._passes(made, number) or not self._leaves(number):
                break
            self.course.append(place)
            if provokes(self.position, self.unit, self.card, made):
                self.exposed.extend(index for index in (number - 1, number) if index not in self.exposed)
        self._fire()
        if not self.disrupted:
            self._mine(f"move/{self.unit.id}/minefield/end")

    def _passes(self, made: Step, number: int) -> bool:
        """Make the movement rolls of a step; a failed one ends the move before it."""
        if made.tests and not self._fire():
            return False
        for test in made.tests:
            rule, at_least = TEST_RULES[test], needed(self.card)
            self.hearing.cite(rule)
            request = RollRequest(
                key=f"move/{self.unit.id}/step{number}/{test}",
                purpose=test,
                rule=rule,
                reads=Successes(at_least=at_least),
                answered_by=self.unit.seat,
            )
            if self.hearing.roll(request)[0] < at_least:
                if test == "enter_forest":
                    self.hearing.cite("I33")
                self._halt(test)
                return False
        return True

    def _leaves(self, number: int) -> bool:
        """Leave the present hex; a minefield there may disrupt the unit, which then stays unless it may still move."""
        if self.disrupted or not has_obstacle(self.position, self.course[-1], "minefield"):
            return True
        if not self._fire():
            return False
        hit = self._mine(f"move/{self.unit.id}/minefield/step{number}")
        if hit and not may_move_disrupted(self.card):
            self.hearing.cite("I39")
            self._halt("minefield")
            return False
        return True

    def _mine(self, key: str) -> bool:
        """Roll for a minefield in the present hex; True when it disrupts the unit (obstacle.minefield)."""
        if self.unit.disrupted or not has_obstacle(self.position, self.course[-1], "minefield"):
            return False
        request = RollRequest(
            key=key,
            purpose="minefield",
            rule="obstacle.minefield",
            reads=Successes(at_least=4),
            answered_by=self.unit.seat,
        )
        self.hearing.cite("obstacle.minefield")
        if self.hearing.roll(request)[0] > 3:
            return False
        self._disrupt("minefield")
        return True

    def _fire(self) -> bool:
        """Ask where defensive fire stopped the unit, if it could have; True when it goes on."""
        if not self.exposed or self.halted:
            return not self.halted
        self.segment += 1
        where, self.exposed = tuple(self.exposed), []
        self.hearing.cite("movement.defensive-fire", "I38")
        request = facts.defensive_fire(self.unit.id, tuple(self.course), where, self.segment, opponent(self.unit.seat))
        answer = self.hearing.fact(request)
        if answer == facts.NO_HIT:
            return True
        self.hearing.cite("I19")
        del self.course[int(answer) + 1 :]
        self._disrupt("defensive_fire")
        self._halt("defensive_fire")
        return False

    def _disrupt(self, cause: DisruptedBy) -> None:
        self.disrupted = True
        self.hearing.tell(AamDisrupted(unit=self.unit.id, hex=self.course[-1], cause=cause))

    def _halt(self, cause: HaltedBy) -> None:
        self.halted = True
        self.hearing.tell(AamHalted(unit=self.unit.id, hex=self.course[-1], cause=cause))


def resolve(position: AamPosition, _seat: str, action: AamMove, hearing: Hearing) -> AamPosition:
    """Walk the path; what is rolled or reported on the way may end it early."""
    unit = position.by_id[action.unit]
    walk = Walk(position, unit, position.setting.card(unit), hearing)
    told = len(hearing.effects)
    walk.go(action.path)
    start, *entered = walk.course
    if entered:
        now = into_hex(position, unit, entered[-1], moved=True, disrupted=walk.disrupted)
        hearing.effects.insert(told, AamMoved(unit=unit.id, start=start, path=tuple(entered)))
        tell_if_over(position, unit, entered[-1], hearing)
    else:
        now = replace(unit, moved=True, disrupted=unit.disrupted or walk.disrupted)
    return replace(
        position,
        units=with_units(position, now),
        stage="moving" if position.moving else position.stage,
        decision=position.decision + 1,
    )
