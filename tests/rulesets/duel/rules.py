"""How the duel is fought.

The attacker cuts (dice of 4 and more land) or lunges (two blows at once, on firm ground only); the other seat answers
each blow by parrying (2d6, 8 and more) or taking it; a parry that worked may be followed by striking back (a 6 hits).
"""

from collections.abc import Iterator
from dataclasses import replace

from app.adjudication.contract import Options
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.model import Seat, params
from app.adjudication.requests import FactRequest, RollRequest, Successes, Sum
from app.adjudication.ruling import Decision, DoInstead, Outcome, SupplyFact, Violation
from tests.rulesets.common import known_names, number_option
from tests.rulesets.duel.models import (
    SEATS,
    DuelAction,
    DuelBlow,
    DuelCut,
    DuelFighter,
    DuelFrame,
    DuelHold,
    DuelLanded,
    DuelLunge,
    DuelOpening,
    DuelParried,
    DuelParry,
    DuelParryInput,
    DuelParryOdds,
    DuelPosition,
    DuelSetting,
    DuelStrikeBack,
    DuelTake,
    DuelTurned,
    DuelWounded,
)


def make_setting(scenario: str, options: Options) -> DuelSetting:
    known_names("duel", scenario, ("standard",), options, ("hits", "parries", "turns"))
    return DuelSetting(
        hits=number_option(options, "hits", 2, 1, 5),
        parries=number_option(options, "parries", 2, 0, 5),
        turns=number_option(options, "turns", 12, 0, 40),
    )


def setup(setting: DuelSetting, hearing: Hearing) -> DuelPosition:
    hearing.cite("turn")
    fighters = tuple(DuelFighter(id=seat, hits=setting.hits, parries=setting.parries) for seat in SEATS)
    return DuelPosition(setting=setting, fighters=fighters)


def fighter(position: DuelPosition, seat: Seat) -> DuelFighter:
    return next(fighter for fighter in position.fighters if fighter.id == seat)


def _other(seat: Seat) -> Seat:
    return next(other for other in SEATS if other != seat)


def check(position: DuelPosition) -> tuple[Violation, ...]:
    found = [
        Violation(code="too_many_hits", rule="hits", subjects=(fighter.id,))
        for fighter in position.fighters
        if not 0 <= fighter.hits <= position.setting.hits
    ]
    numbers = [frame.number for frame in position.resolution]
    if len(set(numbers)) < len(numbers):
        found.append(Violation(code="blow_twice", rule="blow"))
    return tuple(found)


def decisions(position: DuelPosition) -> tuple[Decision, ...]:
    if outcome(position) is not None:
        return ()
    if not position.resolution:
        return (
            Decision(
                id=f"turn{position.turn}",
                seat=position.attacker,
                kinds=("cut", "lunge"),
                prompt="attack",
                default="cut",
            ),
        )
    return (_frame_decision(position, position.resolution[-1]),)


def _frame_decision(position: DuelPosition, frame: DuelFrame) -> Decision:
    place = f"turn{position.turn}/{frame.type}{frame.number}"
    if isinstance(frame, DuelBlow):
        seat = _other(frame.attacker)
        kinds = ("parry", "take") if fighter(position, seat).parries else ("take",)
        return Decision(id=place, seat=seat, kinds=kinds, prompt="blow", default="take", source="resolution")
    kinds = ("strike_back", "hold")
    return Decision(id=place, seat=frame.striker, kinds=kinds, prompt="opening", default="hold", source="resolution")


def _ground(turn: int) -> FactRequest:
    return FactRequest(key=f"turn{turn}/ground", question="firm_ground", rule="lunge", choices=("yes", "no"))


def legality(view: DuelPosition, seat: Seat, action: DuelAction, hearing: Hearing) -> tuple[Violation, ...]:
    if isinstance(action, DuelCut):
        hearing.cite("cut")
        if action.dice > 2:
            return (Violation(code="too_many_dice", rule="cut", params=params(dice=action.dice, most=2)),)
        if action.dice == 2 and not fighter(view, seat).parries:
            return (Violation(code="nothing_to_press_with", rule="press", subjects=(seat,)),)
    if isinstance(action, DuelLunge):
        hearing.cite("lunge")
        if hearing.fact(_ground(view.turn)) == "no":
            remedies = (SupplyFact(question="firm_ground"), DoInstead(code="cut"))
            return (Violation(code="ground_soft", rule="lunge", remedies=remedies),)
    return ()


def resolve(position: DuelPosition, seat: Seat, action: DuelAction, hearing: Hearing) -> DuelPosition:
    match action:
        case DuelCut():
            position = _cut(position, seat, action.dice, hearing)
        case DuelLunge():
            hearing.fact(_ground(position.turn))
            position = _land(position, seat, 2, hearing)
        case DuelParry():
            position = _parry(position, seat, hearing)
        case DuelTake():
            position = _wound(_pop(position), seat, hearing)
        case DuelStrikeBack():
            position = _strike_back(position, seat, hearing)
        case DuelHold():
            position = _pop(position)
    return _turn_over(position, hearing)


def _pop(position: DuelPosition) -> DuelPosition:
    return replace(position, resolution=position.resolution[:-1])


def _cut(position: DuelPosition, seat: Seat, dice: int, hearing: Hearing) -> DuelPosition:
    """One die, or two for a parry of one's own."""
    if dice == 2:
        hearing.cite("press")
        position = _spend_parry(position, seat)
    request = RollRequest(
        key=f"turn{position.turn}/cut",
        purpose="cut",
        rule="cut",
        dice=dice,
        reads=Successes(at_least=4),
        answered_by=seat,
    )
    return _land(position, seat, sum(face >= 4 for face in hearing.roll(request)), hearing)


def _land(position: DuelPosition, seat: Seat, blows: int, hearing: Hearing) -> DuelPosition:
    hearing.tell(DuelLanded(attacker=seat, blows=blows))
    frames = tuple(DuelBlow(number=number, attacker=seat) for number in range(blows, 0, -1))
    return replace(position, resolution=frames)


def _parry(position: DuelPosition, seat: Seat, hearing: Hearing) -> DuelPosition:
    hearing.cite("parry")
    blow = position.resolution[-1]
    request = RollRequest(
        key=f"turn{position.turn}/blow{blow.number}/parry",
        purpose="parry",
        rule="parry",
        dice=2,
        reads=Sum(),
        answered_by=seat,
    )
    worked = sum(hearing.roll(request)) >= 8
    hearing.tell(DuelParried(seat=seat, worked="yes" if worked else "no"))
    position = _spend_parry(_pop(position), seat)
    if not worked:
        return _wound(position, seat, hearing)
    return replace(position, resolution=(*position.resolution, DuelOpening(number=blow.number, striker=seat)))


def _strike_back(position: DuelPosition, seat: Seat, hearing: Hearing) -> DuelPosition:
    hearing.cite("opening")
    opening = position.resolution[-1]
    request = RollRequest(
        key=f"turn{position.turn}/opening{opening.number}/strike",
        purpose="strike_back",
        rule="opening",
        answered_by=seat,
    )
    position = _pop(position)
    return _wound(position, _other(seat), hearing) if hearing.roll(request) == (6,) else position


def _spend_parry(position: DuelPosition, seat: Seat) -> DuelPosition:
    spent = fighter(position, seat)
    return _with_fighter(position, replace(spent, parries=spent.parries - 1))


def _with_fighter(position: DuelPosition, changed: DuelFighter) -> DuelPosition:
    return replace(
        position, fighters=tuple(changed if fighter.id == changed.id else fighter for fighter in position.fighters)
    )


def _wound(position: DuelPosition, seat: Seat, hearing: Hearing) -> DuelPosition:
    hearing.cite("hits")
    hit = fighter(position, seat)
    hearing.tell(DuelWounded(seat=seat, left=hit.hits - 1))
    position = _with_fighter(position, replace(hit, hits=hit.hits - 1))
    return replace(position, resolution=()) if hit.hits == 1 else position


def _turn_over(position: DuelPosition, hearing: Hearing) -> DuelPosition:
    """The other seat attacks once nothing is left to resolve."""
    if position.resolution or any(fighter.hits == 0 for fighter in position.fighters):
        return position
    hearing.cite("turn")
    attacker = _other(position.attacker)
    hearing.tell(DuelTurned(attacker=attacker))
    return replace(position, turn=position.turn + 1, attacker=attacker)


def legal_actions(view: DuelPosition, seat: Seat, budget: Budget) -> Iterator[DuelAction]:
    decision = next((decision for decision in decisions(view) if decision.seat == seat), None)
    if decision is None:
        return
    if decision.prompt == "attack":
        yield DuelCut()
        if fighter(view, seat).parries:
            yield DuelCut(dice=2)
        yield DuelLunge()
    elif decision.prompt == "blow":
        if "parry" in decision.kinds:
            yield DuelParry()
        yield DuelTake()
    else:
        yield DuelStrikeBack()
        yield DuelHold()


def view(position: DuelPosition, seat: Seat | None) -> DuelPosition:
    """Nothing is hidden in a duel."""
    return position


def outcome(position: DuelPosition) -> Outcome | None:
    scores = tuple((fighter.id, fighter.hits) for fighter in position.fighters)
    standing = tuple(fighter.id for fighter in position.fighters if fighter.hits > 0)
    if len(standing) < len(SEATS):
        return Outcome(reason="beaten", winners=standing, scores=scores)
    if position.setting.turns and position.turn > position.setting.turns:
        return Outcome(reason="time_up", scores=scores)
    return None


def default_action(view: DuelPosition, seat: Seat) -> DuelAction:
    kind = next(decision.default for decision in decisions(view) if decision.seat == seat)
    defaults: dict[str | None, DuelAction] = {"cut": DuelCut(), "take": DuelTake(), "hold": DuelHold()}
    return defaults[kind]


def parry_odds(view: DuelPosition | None, asked: DuelParryInput, hearing: Hearing) -> DuelParryOdds:
    """How many of the 36 throws of two dice reach a number."""
    hearing.cite("parry")
    return DuelParryOdds(of_36=sum(a + b >= asked.need for a in range(1, 7) for b in range(1, 7)))
