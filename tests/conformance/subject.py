"""The ruleset under test and what the checks share: random playouts, and actions tried where they are not listed.

Records hold positions as canonical text and each check reads them anew, so that a ruleset that changes a position in
place is caught by the check for it and cannot spoil the others.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from random import Random
from typing import Any

from app.adjudication import gate
from app.adjudication.contract import AnyRuleset, Options, Template
from app.adjudication.errors import AdjudicationError, Budget, ContractBroken, UnknownName
from app.adjudication.model import Scalar, Seat
from app.adjudication.requests import FactRequest, Request
from app.adjudication.resources import adapter
from app.adjudication.ruling import Decision, Ruling, Violation
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers
from tests.conformance.mutations import mutated

FREE = 10**12
"""A budget that only the check of budgets looks into."""

Facts = dict[str, tuple[Scalar, ...]]
Shuffle = Callable[[Any, Seat, Random], Any]
"""(position, seat, random) -> a position with the same view for that seat and its hidden parts dealt anew."""
Sample = Callable[[Any, Random], Any]
"""(template, random) -> one of the actions that it covers."""


@dataclass(frozen=True)
class Turn:
    """One action of a playout and what came of it."""

    playout: int
    number: int
    before: str
    seat: Seat
    action: str
    facts: Facts
    ruling: Ruling[Any, Any]
    after: str


@dataclass
class Playout:
    """One random game, from setup to its end or to what stopped it."""

    number: int
    start: Ruling[Any, Any] | None = None
    turns: list[Turn] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    """Listed actions that were refused although no fact was asked."""
    ended: str = "over"
    """`over`, `dead end`, `limit`, or the text of an error."""


@dataclass(frozen=True)
class Attempt:
    """An action that need not be listed, tried in a position of a playout."""

    turn: Turn
    seat: Seat
    action: Any
    accepted: bool
    covered: bool
    violations: tuple[Violation, ...]
    changed: str | None
    """What an illegal action changed or rolled; None: nothing, as it should be."""


@dataclass
class Subject:
    """A ruleset under test."""

    ruleset: AnyRuleset
    playouts: int = 10
    seed: int = 1
    shuffled_hidden: Shuffle | None = None
    sample: Sample | None = None
    options: Options = field(default_factory=dict)
    """Options of all playouts; where empty, every other playout draws some at random."""
    turns: int = 400
    """A playout that needs more does not progress."""
    listing: int = 2_000
    """Of a longer listing only the first items are looked at."""
    examined: int = 40
    """Positions that the slower checks look at, spread over all playouts."""
    mutations: int = 60
    """Mutated actions tried in each of them."""

    def text(self, value: Any, kind: Any) -> str:
        """Canonical JSON."""
        dumped = adapter(kind).dump_python(value, mode="json")
        return json.dumps(dumped, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    def position_text(self, position: Any) -> str:
        return self.text(position, self.ruleset.types.position)

    def position(self, text: str) -> Any:
        return adapter(self.ruleset.types.position).validate_json(text)

    def action(self, text: str) -> Any:
        return adapter(self.ruleset.types.action).validate_json(text)

    def dice(self, playout: int, number: int) -> SeededDice:
        secret = f"conformance {self.seed}".encode()
        return SeededDice(secret, entropy="", match=f"playout{playout}", version=number)

    def circumstances(self, playout: int, number: int, facts: Facts) -> gate.Circumstances:
        source = MatchAnswers(OpenAnswers(facts), self.dice(playout, number))
        return gate.Circumstances(source, budget=Budget(FREE))

    def adjudicate(self, turn: Turn, position: Any | None = None) -> Ruling[Any, Any]:
        """The action of a turn once more, with the same dice and facts."""
        return gate.adjudicate(
            self.ruleset,
            self.position(turn.before) if position is None else position,
            turn.seat,
            self.action(turn.action),
            self.circumstances(turn.playout, turn.number, turn.facts),
        )

    def listed(self, position: Any, seat: Seat, *, whole: bool = False) -> list[Any]:
        """What is listed for a seat, templates among it."""
        view = self.ruleset.view(position, seat)
        items = gate.listed_actions(self.ruleset, view, seat, Budget(FREE))
        return list(items if whole else islice(items, self.listing))

    def concrete(self, item: Any, random: Random) -> Iterator[Any]:
        """The actions that stand for a listed item."""
        if not isinstance(item, Template):
            yield item
        elif self.sample is not None:
            yield self.sample(item, random)
        else:
            yield from getattr(item, "examples", tuple)()

    def setting(self, number: int, random: Random) -> Any:
        """Scenarios in turn; options as given, or for every other playout at random."""
        meta = self.ruleset.meta
        scenario = meta.scenarios[number % len(meta.scenarios)].id
        options = self.options or (random_options(self.ruleset, random) if number % 2 else {})
        try:
            return self.ruleset.make_setting(scenario, options)
        except UnknownName:
            return self.ruleset.make_setting(scenario, self.options)

    @cached_property
    def played(self) -> list[Playout]:
        return [self.play(number) for number in range(self.playouts)]

    def play(self, number: int) -> Playout:
        """One random game; the same number gives the same game."""
        random = Random(f"{self.seed}/{number}")
        playout = Playout(number)
        try:
            self._play(playout, random)
        except (ContractBroken, AdjudicationError, ValueError, LookupError, TypeError) as error:
            playout.ended = f"{type(error).__name__}: {error}"
        return playout

    def _play(self, playout: Playout, random: Random) -> None:
        setting = self.setting(playout.number, random)
        facts: Facts = {}
        ruling = gate.start(self.ruleset, setting, self.circumstances(playout.number, 0, facts))
        while ruling.verdict == "incomplete":
            facts |= chosen_facts(ruling.needs, random)
            ruling = gate.start(self.ruleset, setting, self.circumstances(playout.number, 0, facts))
        playout.start = ruling
        while ruling.outcome is None:
            if len(playout.turns) == self.turns:
                playout.ended = "limit"
                return
            turn = self._turn(playout, ruling.position, ruling.decisions, random)
            if turn is None:
                playout.ended = "dead end"
                return
            playout.turns.append(turn)
            ruling = turn.ruling

    def _turn(self, playout: Playout, position: Any, decisions: tuple[Decision, ...], random: Random) -> Turn | None:
        """One legal action among those listed, or None where no seat has any."""
        seats = sorted({decision.seat for decision in decisions})
        random.shuffle(seats)
        for seat in seats:
            items = self.listed(position, seat)
            random.shuffle(items)
            for item in items:
                actions = list(self.concrete(item, random))
                turn = self._try(playout, position, seat, random.choice(actions), random) if actions else None
                if turn is not None:
                    return turn
        return None

    def _try(self, playout: Playout, position: Any, seat: Seat, action: Any, random: Random) -> Turn | None:
        number = len(playout.turns) + 1
        before = self.position_text(position)
        ruling, facts = self.settled(playout.number, number, position, seat, action, random)
        if ruling.verdict != "legal":
            if not facts:
                playout.refused.append(f"{seat}: {action}: {[violation.code for violation in ruling.violations]}")
            return None
        return Turn(
            playout=playout.number,
            number=number,
            before=before,
            seat=seat,
            action=self.text(action, self.ruleset.types.action),
            facts=facts,
            ruling=ruling,
            after=self.position_text(ruling.position),
        )

    def settled(
        self, playout: int, number: int, position: Any, seat: Seat, action: Any, random: Random
    ) -> tuple[Ruling[Any, Any], Facts]:
        """The ruling with seeded dice and facts answered at random, and those facts."""
        facts: Facts = {}
        while True:
            given = self.circumstances(playout, number, facts)
            ruling = gate.adjudicate(self.ruleset, position, seat, action, given)
            if ruling.verdict != "incomplete":
                return ruling, facts
            facts = facts | chosen_facts(ruling.needs, random)

    @cached_property
    def all_turns(self) -> list[Turn]:
        return [turn for playout in self.played for turn in playout.turns]

    @cached_property
    def some_turns(self) -> list[Turn]:
        """Spread evenly over all playouts."""
        step = max(1, len(self.all_turns) // self.examined)
        return self.all_turns[::step]

    @cached_property
    def attempts(self) -> list[Attempt]:
        random = Random(f"{self.seed}/attempts")
        return [attempt for turn in self.some_turns for attempt in self._attempts(turn, random)]

    def _attempts(self, turn: Turn, random: Random) -> Iterator[Attempt]:
        position = self.position(turn.before)
        seats = self.ruleset.seats(position.setting)
        listings = {seat: self.listed(position, seat, whole=True) for seat in seats}
        due = [action for item in listings[turn.seat][: self.listing] for action in self.concrete(item, random)]
        kind = self.ruleset.types.action
        texts = [self.text(action, kind) for action in due]
        bases = [turn.action, *random.sample(texts, min(4, len(texts)))]
        values = [json.loads(text) for text in (turn.before, *texts[:50])]
        changed = {text for base in bases for text in self._changed_texts(base, values, random)}
        tried = sorted(changed)
        for text in random.sample(tried, min(self.mutations, len(tried))):
            try:
                action = self.action(text)
            except ValueError:
                continue
            seat = turn.seat if random.random() < 0.8 else random.choice(seats)
            yield self._attempt(turn, position, seat, action, listings[seat], random)

    def _changed_texts(self, base: str, values: list[Any], random: Random) -> Iterator[str]:
        for data in mutated(json.loads(base), values, random):
            text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            if text != base:
                yield text

    def _attempt(
        self, turn: Turn, position: Any, seat: Seat, action: Any, listing: list[Any], random: Random
    ) -> Attempt:
        before = self.position_text(position)
        changed = None
        accepted = False
        violations: tuple[Violation, ...] = ()
        try:
            ruling, _ = self.settled(turn.playout, turn.number, position, seat, action, random)
            accepted, violations = ruling.verdict == "legal", ruling.violations
            if not accepted:
                changed = self._changed(before, ruling)
        except (ContractBroken, AdjudicationError) as error:
            changed = f"{type(error).__name__}: {error}"
        if changed is None and self.position_text(position) != before:
            changed = "the position was changed in place"
        return Attempt(
            turn=turn,
            seat=seat,
            action=action,
            accepted=accepted,
            covered=any(covers(item, action) for item in listing) if accepted else False,
            violations=violations,
            changed=changed,
        )

    def _changed(self, before: str, ruling: Ruling[Any, Any]) -> str | None:
        if self.position_text(ruling.position) != before:
            return "the position is another one"
        return "dice were rolled or something happened" if ruling.rolls or ruling.effects else None


def covers(item: Any, action: Any) -> bool:
    """Whether a listed item is the action, or a template that covers it by its own data."""
    return bool(item.covers(action)) if isinstance(item, Template) else bool(item == action)


def chosen_facts(needs: tuple[Request, ...], random: Random) -> Facts:
    """Any possible answers; a need for anything but a fact is a broken contract where dice are seeded."""
    facts: Facts = {}
    for request in needs:
        if not isinstance(request, FactRequest):
            raise ContractBroken(f"{request.key} is open although the server rolls")
        choices = request.choices
        facts[request.key] = (random.choice(choices) if choices else random.randint(request.minimum, request.maximum),)
    return facts


def random_options(ruleset: AnyRuleset, random: Random) -> Mapping[str, bool | int | str]:
    """Any possible options; they may not fit one another."""
    chosen: dict[str, bool | int | str] = {}
    for option in ruleset.meta.options:
        if isinstance(option.default, bool):
            chosen[option.id] = random.random() < 0.5
        elif isinstance(option.default, int):
            chosen[option.id] = random.randint(option.minimum, option.maximum)
        elif option.choices:
            chosen[option.id] = random.choice(option.choices)
    return chosen
