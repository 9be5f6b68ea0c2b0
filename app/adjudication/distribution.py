"""The fifth source of answers: every possible one, each with its exact probability.

The gate is run once for each way in which the answers to an action can differ in what the rule reads (each face, the
sum, the number of successes; what is drawn, in no order). Choices in between are made by the caller's policy, up to the
positions that the caller asks about. Positions that are alike in what the caller does not forget are one state, so
that a stage which returns to itself is a loop of states: the mass that returns is taken out and the rest divided by
what remains of 1, which is the sum of the geometric series. Longer loops are taken out in the same way, the state
found last first, whose unresolved mass is carried to the states that lead to it.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any, TypeAlias

from app.adjudication import gate
from app.adjudication.contract import AnyRuleset
from app.adjudication.errors import AnswerRefused, Budget, NeverEnds, NotLegal
from app.adjudication.model import Scalar, Seat
from app.adjudication.requests import DrawRequest, FactRequest, Pile, Request, RollRequest, Successes, Sum
from app.adjudication.ruling import Decision, Ruling

Policy: TypeAlias = Callable[[Any, Decision], Any]
"""(view of the decision's seat, decision) -> action."""
Until: TypeAlias = Callable[[Any], bool]
Forget: TypeAlias = Callable[[Any], Hashable]
"""(position) -> what of it still matters. Positions with equal keys are taken for one: what the rules or the policy
will read must be in the key, and only what they will not (the number of the turn, spent cards) may be left out."""

Outcomes: TypeAlias = tuple[tuple[tuple[Scalar, ...], Fraction], ...]
"""Values that stand for all those that the rule reads alike, with their probability."""

_Node: TypeAlias = tuple[str, Hashable]
_Equation: TypeAlias = dict[_Node, Fraction]
_START: _Node = ("start", None)


def distribution(  # noqa: PLR0913 - the last five shape the question, and each is named where it is asked
    ruleset: AnyRuleset,
    position: Any,
    seat: Seat,
    action: Any,
    *,
    policy: Policy,
    until: Until,
    forget: Forget,
    budget: Budget,
    assumptions: Mapping[str, Scalar] | None = None,
) -> dict[Hashable, Fraction]:
    """How likely each end of a stage is, by `forget`'s key of its position; the probabilities sum to 1.

    The stage begins with the action and ends where `until` says so, or with the game. Raises AnswerRefused for a fact
    that is not assumed, NotLegal for an illegal action (also of the policy), NeverEnds for a stage that can go round
    for ever with certainty, and BudgetExceeded.
    """
    stage = _Stage(ruleset, policy, until, forget, budget, assumptions or {})
    return stage.solve(position, seat, action)


def outcomes(request: Request, pile: Pile | None) -> Outcomes:
    """All that can answer a request, as far as the rule can tell it apart; raises AnswerRefused for a fact."""
    if isinstance(request, FactRequest):
        raise AnswerRefused(f"odds need an assumption for {request.question}", question=request.question)
    if isinstance(request, DrawRequest):
        return _draws(request, pile or {})
    if isinstance(request.reads, Sum):
        return _sums(request)
    if isinstance(request.reads, Successes):
        return _successes(request, request.reads)
    each = Fraction(1, request.sides**request.dice)
    return tuple((faces, each) for faces in product(range(1, request.sides + 1), repeat=request.dice))


def _sums(request: RollRequest) -> Outcomes:
    ways = {0: 1}
    for _ in range(request.dice):
        longer: dict[int, int] = {}
        for total, count in ways.items():
            for face in range(1, request.sides + 1):
                longer[total + face] = longer.get(total + face, 0) + count
        ways = longer
    every = request.sides**request.dice
    return tuple((_faces_with_sum(request, total), Fraction(count, every)) for total, count in sorted(ways.items()))


def _faces_with_sum(request: RollRequest, total: int) -> tuple[int, ...]:
    """Any faces of that sum: as many of the highest as fit, one between, ones."""
    over, faces = total - request.dice, []
    for _ in range(request.dice):
        more = min(over, request.sides - 1)
        faces.append(1 + more)
        over -= more
    return tuple(faces)


def _successes(request: RollRequest, reads: Successes) -> Outcomes:
    most = request.sides if reads.at_most is None else reads.at_most
    good = [face for face in range(1, request.sides + 1) if reads.at_least <= face <= most]
    bad = [face for face in range(1, request.sides + 1) if face not in good]
    chance = Fraction(len(good), request.sides)
    found = []
    for count in range(request.dice + 1):
        probability = comb(request.dice, count) * chance**count * (1 - chance) ** (request.dice - count)
        if probability:
            found.append(((*good[:1] * count, *bad[:1] * (request.dice - count)), probability))
    return tuple(found)


def _draws(request: DrawRequest, pile: Pile) -> Outcomes:
    """Each multiset that can be drawn; the order in which its items come is nobody's knowledge."""
    every = comb(sum(pile.values()), request.count)
    if not every:
        raise AnswerRefused(f"{request.pile} holds fewer than {request.count} items", key=request.key)
    return tuple((items, Fraction(ways, every)) for items, ways in _multisets(sorted(pile.items()), request.count))


def _multisets(kinds: list[tuple[str, int]], count: int) -> Iterator[tuple[tuple[str, ...], int]]:
    if not count:
        yield (), 1
    elif kinds:
        (name, there), *others = kinds
        for taken in range(min(there, count), -1, -1):
            for items, ways in _multisets(others, count - taken):
                yield (name,) * taken + items, ways * comb(there, taken)


@dataclass
class EnumeratedAnswers:
    """Answers one run of an action; `advance` turns to the next run, until every way has been taken."""

    path: list[tuple[Outcomes, int]] = field(default_factory=list)
    """For each request so far: its outcomes, and which of them this run takes."""
    asked: int = 0

    def answer(self, request: Request, pile: Pile | None) -> tuple[Scalar, ...]:
        """The outcome that this run takes; a request not met before begins with its first one."""
        if self.asked == len(self.path):
            self.path.append((outcomes(request, pile), 0))
        found, taken = self.path[self.asked]
        self.asked += 1
        return found[taken][0]

    def finish(self) -> None:
        """Nothing can be left over."""

    @property
    def probability(self) -> Fraction:
        """Of the run that has just been made."""
        whole = Fraction(1)
        for found, taken in self.path:
            whole *= found[taken][1]
        return whole

    def advance(self) -> bool:
        """Turn to the next way; False when there is none."""
        self.asked = 0
        while self.path:
            found, taken = self.path.pop()
            if taken + 1 < len(found):
                self.path.append((found, taken + 1))
                return True
        return False


@dataclass
class _Stage:
    ruleset: AnyRuleset
    policy: Policy
    until: Until
    forget: Forget
    budget: Budget
    assumptions: Mapping[str, Scalar]
    equations: dict[_Node, _Equation] = field(default_factory=dict)
    """What each state leads to, in the order in which they were found."""

    def solve(self, position: Any, seat: Seat, action: Any) -> dict[Hashable, Fraction]:
        waiting: list[tuple[_Node, Any, Seat, Any]] = [(_START, position, seat, action)]
        found = {_START}
        while waiting:
            node, position, seat, action = waiting.pop()
            self.equations[node] = {}
            for probability, ruling in self._rulings(position, seat, action):
                after = self._node(ruling)
                self.equations[node][after] = self.equations[node].get(after, Fraction(0)) + probability
                if after[0] == "state" and after not in found:
                    found.add(after)
                    decision = ruling.decisions[0]
                    view = self.ruleset.view(ruling.position, decision.seat)
                    waiting.append((after, ruling.position, decision.seat, self.policy(view, decision)))
        return {key: probability for (_, key), probability in self._eliminated().items()}

    def _rulings(self, position: Any, seat: Seat, action: Any) -> Iterator[tuple[Fraction, Ruling[Any, Any]]]:
        source = EnumeratedAnswers()
        more = True
        while more:
            self.budget.spend()
            circumstances = gate.Circumstances(source, self.assumptions, self.budget)
            ruling = gate.adjudicate(self.ruleset, position, seat, action, circumstances)
            if ruling.verdict != "legal":
                codes = ", ".join(violation.code for violation in ruling.violations)
                raise NotLegal(f"{seat} may not do {action.type}: {codes}", seat=seat, codes=codes)
            yield source.probability, ruling
            more = source.advance()

    def _node(self, ruling: Ruling[Any, Any]) -> _Node:
        over = ruling.outcome is not None or self.until(ruling.position)
        return ("end" if over else "state", self.forget(ruling.position))

    def _eliminated(self) -> _Equation:
        """The equation of the start after every other state has been put into those that lead to it."""
        leading: dict[_Node, set[_Node]] = {}
        for node, equation in self.equations.items():
            for after in equation:
                leading.setdefault(after, set()).add(node)
        for node in reversed(list(self.equations)):
            equation = _without_return(node, self.equations.pop(node))
            if node == _START:
                return equation
            for before in leading[node] & self.equations.keys():
                share = self.equations[before].pop(node)
                for after, probability in equation.items():
                    self.budget.spend()
                    known = self.equations[before].get(after, Fraction(0))
                    self.equations[before][after] = known + share * probability
                    leading[after].add(before)
        raise AssertionError("the start is the first state and the last to go")


def _without_return(node: _Node, equation: _Equation) -> _Equation:
    """A state that leads to itself with mass m leads to the rest with 1/(1 - m) times as much."""
    returning = equation.pop(node, Fraction(0))
    if returning == 1:
        raise NeverEnds("with this policy the stage never ends")
    return {after: probability / (1 - returning) for after, probability in equation.items()}
