"""Odds are exact fractions: they equal brute force and closed forms, and loops are summed as geometric series."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from app.adjudication import gate
from app.adjudication.distribution import distribution, outcomes
from app.adjudication.errors import AnswerRefused, Budget, BudgetExceeded, NeverEnds, NotLegal
from app.adjudication.requests import Answer, DrawRequest, Faces, FactRequest, RollRequest, Successes, Sum
from app.adjudication.ruling import Decision
from app.adjudication.sources import OpenAnswers
from tests.rulesets import DUEL, SEALED
from tests.rulesets.duel.book import begun
from tests.rulesets.duel.models import DuelAction, DuelCut, DuelHold, DuelLunge, DuelParry, DuelPosition, DuelTake
from tests.rulesets.sealed.models import SealedCommit

HALF = Fraction(1, 2)
PARRY = Fraction(15, 36)
"""8 and more on two dice."""


def taking(view: DuelPosition, decision: Decision) -> DuelAction:
    """Cut with one die, take every blow."""
    return DuelCut() if decision.prompt == "attack" else DuelTake()


def parrying(view: DuelPosition, decision: Decision) -> DuelAction:
    """Parry while there are parries; never strike back."""
    if decision.prompt == "attack":
        return DuelCut()
    return DuelParry() if "parry" in decision.kinds else DuelHold() if "hold" in decision.kinds else DuelTake()


def odds(position: DuelPosition, action: DuelAction, policy: Any = taking, **more: Any) -> dict[Any, Fraction]:
    asked: dict[str, Any] = {
        "policy": policy,
        "until": lambda _: False,
        "forget": lambda position: position,
        "budget": Budget(100_000),
    }
    return distribution(DUEL, position, position.attacker, action, **{**asked, **more})


def hits_left(ends: dict[Any, Fraction]) -> dict[tuple[int, ...], Fraction]:
    """The odds by what red and blue have left."""
    found: dict[tuple[int, ...], Fraction] = {}
    for position, probability in ends.items():
        hits = tuple(fighter.hits for fighter in position.fighters)
        found[hits] = found.get(hits, Fraction(0)) + probability
    return found


def unlimited(hits: int = 1, parries: int = 0) -> DuelPosition:
    position = begun(parries=parries, hits=hits)
    return replace(position, setting=replace(position.setting, turns=0))


def whose(position: DuelPosition) -> Any:
    """Everything but the number of the turn, which never comes again."""
    return position.attacker, position.fighters, position.resolution


def test_one_blow_lands_on_half_of_the_faces() -> None:
    one_turn = odds(begun(parries=0), DuelCut(), until=lambda position: position.turn == 2)
    assert hits_left(one_turn) == {(2, 1): HALF, (2, 2): HALF}


def test_a_parry_in_between_is_read_by_its_sum() -> None:
    hit = odds(begun(parries=1), DuelCut(), parrying, until=lambda position: position.turn == 2)
    assert hits_left(hit) == {(2, 1): HALF * (1 - PARRY), (2, 2): HALF + HALF * PARRY}


def test_until_somebody_is_hit_is_a_geometric_series() -> None:
    """Each hits half the time, red first: red wins 1/2 + 1/8 + ... = 2/3. The loop is two states long."""
    ends = odds(unlimited(), DuelCut(), forget=whose)
    red = sum(p for (_, fighters, _), p in ends.items() if fighters[1].hits == 0)
    assert red == Fraction(2, 3)
    assert sum(ends.values()) == 1


def test_a_stage_that_returns_to_itself_at_once() -> None:
    """Forgetting whose turn it is leaves one state that leads to itself with mass 1/2."""
    ends = odds(unlimited(), DuelCut(), forget=lambda position: min(f.hits for f in position.fighters))
    assert ends == {0: Fraction(1)}


@pytest.mark.parametrize("hits", [2, 3])
def test_a_long_duel_is_a_race_of_negative_binomials(hits: int) -> None:
    """Red, who cuts first, wins with its n-th hit on its k-th cut while blue has fewer than n hits in k - 1 cuts."""
    ends = odds(unlimited(hits), DuelCut(), forget=whose)
    red = sum((p for (_, fighters, _), p in ends.items() if fighters[1].hits == 0), Fraction(0))
    assert red == race(hits, hits, red_to_cut=True)


def race(red_needs: int, blue_needs: int, *, red_to_cut: bool) -> Fraction:
    """Red's chance by first-step equations: R = (W + B)/2 and B = (L + R)/2 give R = (2W + L)/3."""
    if red_needs == 0:
        return Fraction(1)
    if blue_needs == 0:
        return Fraction(0)
    red_hit = race(red_needs - 1, blue_needs, red_to_cut=False)
    blue_hit = race(red_needs, blue_needs - 1, red_to_cut=True)
    return (2 * red_hit + blue_hit) / 3 if red_to_cut else (2 * blue_hit + red_hit) / 3


@pytest.mark.parametrize("policy", [taking, parrying])
def test_three_turns_equal_brute_force_over_every_face(policy: Any) -> None:
    position = begun(parries=1, hits=1)
    position = replace(position, setting=replace(position.setting, turns=2))
    assert hits_left(odds(position, DuelCut(dice=2), policy)) == brute_force(position, DuelCut(dice=2), policy)


def brute_force(position: DuelPosition, action: DuelAction, policy: Any) -> dict[Any, Fraction]:
    """Every face of every die, one need at a time, without a word about what the rules read."""
    found: dict[Any, Fraction] = Counter()  # type: ignore[assignment]

    def play(position: DuelPosition, seat: str, action: DuelAction, answers: tuple[Answer, ...], p: Fraction) -> None:
        ruling = gate.adjudicate(DUEL, position, seat, action, gate.Circumstances(OpenAnswers.of(answers)))
        for request in ruling.needs:
            assert isinstance(request, RollRequest)
            for faces in product(range(1, 7), repeat=request.dice):
                answer = Answer(key=request.key, values=faces)
                play(position, seat, action, (*answers, answer), p / 6**request.dice)
            return
        after = ruling.position
        assert after is not None
        if ruling.outcome is None:
            decision = ruling.decisions[0]
            play(after, decision.seat, policy(after, decision), (), p)
        else:
            found[tuple(fighter.hits for fighter in after.fighters)] += p

    play(position, position.attacker, action, (), Fraction(1))
    return dict(found)


def test_a_fact_must_be_assumed() -> None:
    with pytest.raises(AnswerRefused, match="firm_ground"):
        odds(begun(), DuelLunge())
    two = odds(begun(), DuelLunge(), until=lambda p: p.turn == 2, assumptions={"firm_ground": "yes"})
    assert hits_left(two) == {(2, 0): Fraction(1)}


def test_an_illegal_action_has_no_odds() -> None:
    with pytest.raises(NotLegal, match="too_many_dice"):
        odds(begun(), DuelCut(dice=3))


def test_a_stage_that_never_ends_is_refused() -> None:
    """Who forgets the hits as well asks for a stage that only ever leads to itself."""
    with pytest.raises(NeverEnds):
        odds(unlimited(hits=2), DuelCut(), forget=lambda position: "the same", until=lambda _: False)


def test_the_budget_ends_what_would_take_too_long() -> None:
    with pytest.raises(BudgetExceeded):
        odds(unlimited(hits=5), DuelCut(), forget=whose, budget=Budget(100))


def test_a_draw_is_counted_as_a_multiset() -> None:
    """Sealed: what the winner draws from the deck, whatever order a shuffled hand has."""
    answers = tuple(
        Answer(key=f"round1/{seat}/take", values=values)
        for seat, values in (("north", ("6", "1", "2")), ("south", ("3", "4", "5")))
    )
    start = gate.start(SEALED, SEALED.make_setting("standard", {}), gate.Circumstances(OpenAnswers.of(answers)))
    drawn = distribution(
        SEALED,
        start.position,
        "north",
        SealedCommit(card="c1"),
        policy=lambda view, decision: SealedCommit(card="c4"),
        until=lambda position: position.round == 2,
        forget=lambda position: str(position.hands[0].cards[-1].face),
        budget=Budget(10_000),
    )
    assert drawn == {face: Fraction(1, 6) for face in "123456"}


ROLL = RollRequest(key="k", purpose="p", rule="r", dice=3, sides=4)


@pytest.mark.parametrize(
    ("reads", "key"),
    [
        (Faces(), lambda faces: faces),
        (Sum(), sum),
        (Successes(at_least=3), lambda faces: sum(face >= 3 for face in faces)),
        (Successes(at_least=2, at_most=3), lambda faces: sum(2 <= face <= 3 for face in faces)),
        (Successes(at_least=1), lambda faces: sum(face >= 1 for face in faces)),
        (Successes(at_least=9), lambda faces: sum(face >= 9 for face in faces)),
    ],
    ids=["faces", "sum", "at least", "between", "always", "never"],
)
def test_outcomes_are_what_the_rule_reads(reads: Any, key: Any) -> None:
    """Each thing read stands once, with its share of all faces, and by faces that a die can show."""
    every = Counter(key(faces) for faces in product(range(1, 5), repeat=3))
    found = outcomes(replace(ROLL, reads=reads), None)
    assert {key(faces): p for faces, p in found} == {read: Fraction(n, 64) for read, n in every.items()}
    assert len(found) == len(every)
    assert all(len(faces) == 3 and set(faces) <= {1, 2, 3, 4} for faces, _ in found)


def test_draws_equal_all_orders_added_up() -> None:
    pile = {"a": 2, "b": 1, "c": 3}
    items = [name for name, count in pile.items() for _ in range(count)]
    orders = Counter(tuple(sorted(order)) for order in permutations(items, 3))
    request = DrawRequest(key="k", purpose="p", rule="r", pile="bag", count=3)
    wanted = {drawn: Fraction(n, 6 * 5 * 4) for drawn, n in orders.items()}
    assert {tuple(sorted(map(str, drawn))): p for drawn, p in outcomes(request, pile)} == wanted


def test_a_draw_from_too_small_a_pile_is_refused() -> None:
    request = DrawRequest(key="k", purpose="p", rule="r", pile="bag", count=3)
    with pytest.raises(AnswerRefused, match="bag"):
        outcomes(request, {"a": 2})


def test_a_fact_has_no_outcomes() -> None:
    with pytest.raises(AnswerRefused, match="weather"):
        outcomes(FactRequest(key="k", question="weather", rule="r", choices=("dry", "wet")), None)


def test_a_whole_standard_duel_sums_to_one_exactly() -> None:
    """And forgetting the turn, which the rules do not read without a limit, changes nothing but the work."""
    position = unlimited(hits=2, parries=2)
    ends = odds(position, DuelCut(), parrying, forget=whose)
    by_winner: Counter[str] = Counter()
    for (_, fighters, _), probability in ends.items():
        by_winner[next(one.id for one in fighters if one.hits)] += probability  # type: ignore[assignment]
    assert sum(by_winner.values()) == 1
    assert HALF < by_winner["red"] < Fraction(2, 3)
