"""Play: what is listed is accepted, what is accepted is listed, no dead ends, and an end."""

import json
from collections.abc import Iterator
from random import Random

from app.adjudication import gate
from app.adjudication.errors import AdjudicationError, Budget
from app.adjudication.requests import Answer
from app.adjudication.ruling import Decision
from app.adjudication.sources import OpenAnswers
from tests.conformance.checks_data import place, said
from tests.conformance.subject import FREE, Facts, Playout, Subject, Turn, covers

LISTING_STEPS = 200_000


def listed_accepted(subject: Subject) -> Iterator[str]:
    """No listed action is refused, unless for a fact that only people know."""
    for playout in subject.played:
        yield from (f"playout {playout.number}: listed, but refused: {refused}" for refused in playout.refused)
    random = Random(f"{subject.seed}/listed")
    for turn in subject.some_turns:
        position = subject.position(turn.before)
        for decision in subject.ruleset.decisions(position):
            for item in subject.listed(position, decision.seat):
                for action in subject.concrete(item, random):
                    if not covers(item, action):
                        yield f"{place(turn)}: {item} does not cover {action}, which is one of its own"
                    given = gate.Circumstances(OpenAnswers({}), budget=Budget(FREE))
                    ruling = gate.adjudicate(subject.ruleset, position, decision.seat, action, given)
                    if ruling.verdict == "illegal":
                        codes = [violation.code for violation in ruling.violations]
                        yield f"{place(turn)}: {decision.seat} has {action} listed, but it is refused: {codes}"


def accepted_listed(subject: Subject) -> Iterator[str]:
    """A changed action that is accepted is listed, or covered by a template's own data."""
    for attempt in subject.attempts:
        if attempt.accepted and not attempt.covered:
            yield f"{place(attempt.turn)}: {attempt.seat} may do {attempt.action}, which is not listed"
    tried, accepted = len(subject.attempts), sum(attempt.accepted for attempt in subject.attempts)
    print(f"{subject.ruleset.meta.id}: {accepted} of {tried} changed actions accepted ({accepted / max(1, tried):.0%})")  # noqa: T201
    if not accepted or accepted == tried:
        yield f"{accepted} of {tried} changed actions were accepted: the check has nothing to tell apart"


def illegal_changes_nothing(subject: Subject) -> Iterator[str]:
    """A refused action rolls nothing, tells nothing and leaves the position as it was."""
    for attempt in subject.attempts:
        if attempt.changed is not None:
            yield f"{place(attempt.turn)}: {attempt.seat} {attempt.action}: {attempt.changed}"


def possible_positions(subject: Subject) -> Iterator[str]:
    """The game's own invariants hold in every position that is reached."""
    for playout in subject.played:
        if playout.start is not None:
            yield from _impossible(subject, playout.start.position, f"playout {playout.number}, start")
    for turn in subject.all_turns:
        yield from _impossible(subject, turn.ruling.position, place(turn))


def _impossible(subject: Subject, position: object, where: str) -> Iterator[str]:
    yield from (f"{where}: check finds {violation.code}" for violation in subject.ruleset.check(position))


def no_dead_ends(subject: Subject) -> Iterator[str]:
    """Somebody can always go on, and an absent player's action is a legal one."""
    for playout in subject.played:
        if playout.ended == "dead end":
            yield f"playout {playout.number} came to a dead end after {len(playout.turns)} actions"
    random = Random(f"{subject.seed}/ends")
    for turn in subject.all_turns:
        position = subject.position(turn.before)
        for decision in subject.ruleset.decisions(position):
            yield from _dead_end(subject, turn, position, decision, random)


def _dead_end(subject: Subject, turn: Turn, position: object, decision: Decision, random: Random) -> Iterator[str]:
    view = subject.ruleset.view(position, decision.seat)
    items = gate.listed_actions(subject.ruleset, view, decision.seat, Budget(FREE))
    actions = (action for item in items for action in subject.concrete(item, random))
    if not any(action.type in decision.kinds for action in actions):
        yield f"{place(turn)}: nothing is listed for {decision.id}"
    default = subject.ruleset.default_action(view, decision.seat)
    ruling, _ = subject.settled(turn.playout, turn.number, position, decision.seat, default, random)
    if ruling.verdict != "legal":
        codes = [violation.code for violation in ruling.violations]
        yield f"{place(turn)}: the default action {default} for {decision.id} is refused: {codes}"
    if decision.default is not None and decision.default not in decision.kinds:
        yield f"{place(turn)}: {decision.id} names the default {decision.default}, which does not answer it"


def judged_on_views(subject: Subject) -> Iterator[str]:
    """A dry run judges by the seat's view: what is hidden is asked for, and nothing breaks."""
    for turn in subject.all_turns:
        view = subject.ruleset.view(subject.position(turn.before), turn.seat)
        try:
            gate.adjudicate(subject.ruleset, view, turn.seat, subject.action(turn.action), gate.Circumstances())
        except AdjudicationError:
            continue
        except Exception as error:  # whatever breaks is what is looked for
            yield f"{place(turn)}: on the view of {turn.seat} it breaks: {error!r}"


def decision_ids(subject: Subject) -> Iterator[str]:
    """A decision's id is stable while it is open, and never comes back."""
    for playout in subject.played:
        yield from _reused(playout)


def _reused(playout: Playout) -> Iterator[str]:
    gone: set[str] = set()
    before = {} if playout.start is None else {decision.id: decision for decision in playout.start.decisions}
    for turn in playout.turns:
        after = {decision.id: decision for decision in turn.ruling.decisions}
        if len(after) < len(turn.ruling.decisions):
            yield f"{place(turn)}: two open decisions share an id"
        answered = {
            name for name, decision in before.items() if decision.seat == turn.seat and _type(turn) in decision.kinds
        }
        gone |= (before.keys() - after.keys()) | answered
        yield from (f"{place(turn)}: decision {name} is open again" for name in sorted(after.keys() & gone))
        before = after


def _type(turn: Turn) -> str:
    return str(json.loads(turn.action)["type"])


def playouts_finish(subject: Subject) -> Iterator[str]:
    """Random games progress and come to an end."""
    for playout in subject.played:
        if playout.ended == "limit":
            yield f"playout {playout.number} did not end within {subject.turns} actions"
        elif playout.ended not in ("over", "dead end"):
            yield f"playout {playout.number} broke off: {playout.ended}"
        last = playout.turns[-1].ruling if playout.turns else playout.start
        if last is not None and last.outcome is not None and last.decisions:
            yield f"playout {playout.number} is over, but decisions are open"


def resume(subject: Subject) -> Iterator[str]:
    """One answer more at a time, from nothing: the same ruling as from seeded dice at once."""
    for turn in subject.some_turns:
        seeded = subject.adjudicate(turn)
        answers: Facts = dict(turn.facts) | {roll.key: roll.values for roll in seeded.rolls}
        given: Facts = {}
        position = subject.position(turn.before)
        while True:
            source = OpenAnswers.of(Answer(key=key, values=values) for key, values in given.items())
            circumstances = gate.Circumstances(source, budget=Budget(FREE))
            ruling = gate.adjudicate(subject.ruleset, position, turn.seat, subject.action(turn.action), circumstances)
            wanted = [request.key for request in ruling.needs if request.key in answers]
            if ruling.verdict != "incomplete" or not wanted:
                break
            given |= {wanted[0]: answers[wanted[0]]}
        if said(subject, ruling) != said(subject, seeded):
            yield f"{place(turn)}: resumed step by step it goes another way than from dice at once"


def budget(subject: Subject) -> Iterator[str]:
    """Work is counted, the same each time, and stays within what one request may cost."""
    for turn in subject.some_turns:
        position = subject.position(turn.before)
        view = subject.ruleset.view(position, turn.seat)
        spent = []
        for _ in range(2):
            steps = Budget(LISTING_STEPS)
            try:
                items = sum(1 for _ in gate.listed_actions(subject.ruleset, view, turn.seat, steps))
            except AdjudicationError as error:
                yield f"{place(turn)}: listing: {error}"
                return
            spent.append((steps.spent, items))
        if spent[0] != spent[1]:
            yield f"{place(turn)}: listing takes {spent[0][0]} steps, then {spent[1][0]}"
        yield from _costly(subject, turn)


def _costly(subject: Subject, turn: Turn) -> Iterator[str]:
    given = subject.circumstances(turn.playout, turn.number, turn.facts)
    given.budget = Budget(gate.ACTION_STEPS)
    try:
        gate.adjudicate(subject.ruleset, subject.position(turn.before), turn.seat, subject.action(turn.action), given)
    except AdjudicationError as error:
        yield f"{place(turn)}: {error}"
