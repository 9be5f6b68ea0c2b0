"""Broken twins: a tiny ruleset with one thing wrong, for each check of the kit (see test_twins.py).

Each is a name of this module, so that another process finds it as `determinism` wants.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field, StrictInt

from app.adjudication.casebook import CaseBook
from app.adjudication.contract import AnyRuleset, Options
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing, Needs
from app.adjudication.model import Seat, Unknown, model
from app.adjudication.requests import RollRequest
from app.adjudication.rulebook import Rulebook
from app.adjudication.ruling import Decision, Violation
from app.adjudication.texts import Messages
from tests.rulesets import AMBUSH, DUEL, GLIDE, SEALED
from tests.rulesets.ambush.models import AmbushMarch, AmbushPosition
from tests.rulesets.ambush.rules import neighbours
from tests.rulesets.duel.models import DuelCut, DuelPosition, DuelSetting
from tests.rulesets.glide.models import GlideMove, GlideMoves, GlidePoint, GlidePosition, GlideSetting
from tests.rulesets.sealed.models import SealedPosition


# meta: a scenario that there is not is set up like any other.
def _any_scenario(scenario: str, options: Options) -> DuelSetting:
    return DUEL.make_setting("standard", options)


LAX_NAMES: AnyRuleset = replace(DUEL, make_setting=_any_scenario)


# texts: one message is missing in one language.
def _without(message: str, language: str) -> Messages:
    texts = DUEL.messages.by_language
    return Messages(
        {name: {k: v for k, v in texts[name].items() if (name, k) != (language, message)} for name in texts}
    )


MUTE_IN_PORTUGUESE: AnyRuleset = replace(DUEL, messages=_without("prompt.opening", "pt"))

# citations: a rule does not list the violation that it forbids with.
RULE_WITHOUT_CODES: AnyRuleset = replace(
    DUEL,
    rulebook=Rulebook(
        tuple(replace(rule, codes=()) if rule.id == "cut" else rule for rule in DUEL.rulebook.rules),
        DUEL.rulebook.interpretations,
    ),
)


# cases: a worked example expects something else.
def _wrong_cases() -> CaseBook:
    book = DUEL.cases()
    first, *others = book.cases
    step = replace(first.steps[0], expect=replace(first.steps[0].expect, changed={}))
    return replace(book, cases=(replace(first, steps=(step, *first.steps[1:])), *others))


WRONG_CASE: AnyRuleset = replace(DUEL, cases=_wrong_cases)


# models: a list, which can change in place, and a number that would accept a text.
@model
class DuelLooseTemplate:
    dice: int
    faces: list[str]

    def covers(self, action: DuelCut) -> bool:
        return action.dice == self.dice


LOOSE_TYPES: AnyRuleset = replace(DUEL, types=replace(DUEL.types, template=DuelLooseTemplate))


# round_trip: a part of the position is not written.
@model
class DuelForgetful(DuelPosition):
    note: Annotated[StrictInt, Field(exclude=True)] = 0


def _forgetful_setup(setting: DuelSetting, hearing: Hearing) -> DuelForgetful:
    started = DUEL.setup(setting, hearing)
    return DuelForgetful(setting=setting, fighters=started.fighters)


def _forgetful_resolve(position: DuelForgetful, seat: Seat, action: Any, hearing: Hearing) -> DuelForgetful:
    after: DuelForgetful = DUEL.resolve(position, seat, action, hearing)  # type: ignore[assignment]
    return replace(after, note=1)


FORGETFUL: AnyRuleset = replace(
    DUEL,
    types=replace(DUEL.types, position=DuelForgetful),
    setup=_forgetful_setup,
    resolve=_forgetful_resolve,  # type: ignore[arg-type]
)


# determinism: the order of a set of words, which is another one in each process.
def _listed_by_hash(view: AmbushPosition, seat: Seat, budget: Budget) -> Iterator[Any]:
    yield from sorted(AMBUSH.legal_actions(view, seat, budget), key=lambda action: hash(repr(action)))


LISTED_BY_HASH: AnyRuleset = replace(AMBUSH, legal_actions=_listed_by_hash)


# undo: the rules remember how far the game had come.
_latest = [0]


def _remembering_setup(setting: DuelSetting, hearing: Hearing) -> DuelPosition:
    _latest[0] = 0
    return DUEL.setup(setting, hearing)


def _remembering(position: DuelPosition, seat: Seat, action: Any, hearing: Hearing) -> DuelPosition:
    if position.turn < _latest[0]:
        hearing.cite("hits")
    _latest[0] = max(_latest[0], position.turn)
    return DUEL.resolve(position, seat, action, hearing)


REMEMBERING: AnyRuleset = replace(DUEL, setup=_remembering_setup, resolve=_remembering)


# listed_accepted: a move is listed that is too far.
def _too_far_listed(view: GlidePosition, seat: Seat, budget: Budget) -> Iterator[Any]:
    yield from GLIDE.legal_actions(view, seat, budget)
    yield GlideMove(disc=view.discs[0].id, to=GlidePoint(x=-1, y=-1))


TOO_FAR_LISTED: AnyRuleset = replace(GLIDE, legal_actions=_too_far_listed)


# accepted_listed: a template that ends a hair before the edge.
def _short_templates(view: GlidePosition, seat: Seat, budget: Budget) -> Iterator[Any]:
    for item in GLIDE.legal_actions(view, seat, budget):
        yield replace(item, radius=item.radius - 1) if isinstance(item, GlideMoves) else item


A_HAIR_SHORT: AnyRuleset = replace(GLIDE, legal_actions=_short_templates)


# accepted_listed: one of several concrete actions is not listed.
def _one_way_less(view: AmbushPosition, seat: Seat, budget: Budget) -> Iterator[Any]:
    for item in AMBUSH.legal_actions(view, seat, budget):
        if not (isinstance(item, AmbushMarch) and item.path == ("wood",)):
            yield item


ONE_WAY_LESS: AnyRuleset = replace(AMBUSH, legal_actions=_one_way_less)


# illegal_changes_nothing: a refusal leaves a mark in the position itself.
def _marking(view: DuelPosition, seat: Seat, action: Any, hearing: Hearing) -> tuple[Violation, ...]:
    found = DUEL.legality(view, seat, action, hearing)
    if any(violation.code == "too_many_dice" for violation in found):
        object.__setattr__(view, "turn", view.turn + 100)
    return found


MARKING: AnyRuleset = replace(DUEL, legality=_marking)


# illegal_changes_nothing: a refusal is rolled for.
def _rolling(view: DuelPosition, seat: Seat, action: Any, hearing: Hearing) -> tuple[Violation, ...]:
    found = DUEL.legality(view, seat, action, hearing)
    if any(violation.code == "too_many_dice" for violation in found):
        hearing.roll(RollRequest(key="refusal", purpose="cut", rule="cut"))
    return found


ROLLING: AnyRuleset = replace(DUEL, legality=_rolling)


# possible_positions: a position that play reaches is called impossible.
def _suspicious(position: DuelPosition) -> tuple[Violation, ...]:
    return (Violation(code="too_many_hits", rule="hits"),) if position.turn == 2 else ()


SUSPICIOUS: AnyRuleset = replace(DUEL, check=_suspicious)


# no_dead_ends: for a moment nobody is due, though nothing is decided.
def _nobody_due(position: DuelPosition) -> tuple[Decision, ...]:
    return () if position.turn == 4 else DUEL.decisions(position)


NOBODY_DUE: AnyRuleset = replace(DUEL, decisions=_nobody_due)


# no_dead_ends: what an absent player does is refused.
def _bad_default(view: DuelPosition, seat: Seat) -> Any:
    default = DUEL.default_action(view, seat)
    return DuelCut(dice=3) if isinstance(default, DuelCut) else default


BAD_DEFAULT: AnyRuleset = replace(DUEL, default_action=_bad_default)


# decision_ids: every turn's decision has the same id.
def _one_id(position: DuelPosition) -> tuple[Decision, ...]:
    return tuple(
        replace(decision, id="attack") if decision.source == "turn" else decision
        for decision in DUEL.decisions(position)
    )


ONE_ID: AnyRuleset = replace(DUEL, decisions=_one_id)


# playouts_finish: the mark lies off the table, and the turn limit is so high that nobody lives to see it.
def _endless(scenario: str, options: Options) -> GlideSetting:
    return replace(GLIDE.make_setting(scenario, options), turns=1_000_000, mark=GlidePoint(x=-9_000, y=-9_000))


ENDLESS: AnyRuleset = replace(GLIDE, make_setting=_endless)


# resume: the rules catch the need themselves and go on without an answer.
def _impatient(position: DuelPosition, seat: Seat, action: Any, hearing: Hearing) -> DuelPosition:
    try:
        return DUEL.resolve(position, seat, action, hearing)
    except Needs:
        return position


IMPATIENT: AnyRuleset = replace(DUEL, resolve=_impatient)


# budget: listing takes more steps than a request may cost.
def _dear(view: DuelPosition, seat: Seat, budget: Budget) -> Iterator[Any]:
    if not view.resolution:
        budget.spend(1_000_000)
    yield from DUEL.legal_actions(view, seat, budget)


DEAR: AnyRuleset = replace(DUEL, legal_actions=_dear)


# secrecy: the raider feels that somebody is near.
def _whispering(position: AmbushPosition, seat: Seat, action: Any, hearing: Hearing) -> AmbushPosition:
    near = neighbours(position.setting, position.raider)
    if isinstance(action, AmbushMarch) and any(unit.space in near and not unit.shown for unit in position.units):
        hearing.cite("ambush")
    return AMBUSH.resolve(position, seat, action, hearing)


WHISPERING: AnyRuleset = replace(AMBUSH, resolve=_whispering)


# secrecy: what is drawn for one seat is told to all.
def _chatting(position: SealedPosition, seat: Seat, action: Any, hearing: Hearing) -> SealedPosition:
    after = SEALED.resolve(position, seat, action, hearing)
    if not position.committed:
        faces = [card.face for hand in position.hands for card in hand.cards]
        best = max(int(str(face)) for face in faces if not isinstance(face, Unknown))
        hearing.cite("score" if best == 6 else "return")
    return after


CHATTING: AnyRuleset = replace(SEALED, resolve=_chatting)


# secrecy: a die is rolled in the open whenever somebody hides nearby.
def _rattling(position: AmbushPosition, seat: Seat, action: Any, hearing: Hearing) -> AmbushPosition:
    near = neighbours(position.setting, position.raider)
    if isinstance(action, AmbushMarch) and any(unit.space in near and not unit.shown for unit in position.units):
        hearing.roll(RollRequest(key=f"turn{position.turn}/rattle", purpose="fire", rule="window"))
    return AMBUSH.resolve(position, seat, action, hearing)


RATTLING: AnyRuleset = replace(AMBUSH, resolve=_rattling)


# judged_on_views: the rules presume to know what the other seat has committed.
def _presuming(position: SealedPosition, seat: Seat, action: Any, hearing: Hearing) -> SealedPosition:
    if any(isinstance(choice.card, Unknown) for choice in position.committed):
        raise TypeError("a card was expected")
    return SEALED.resolve(position, seat, action, hearing)


PRESUMING: AnyRuleset = replace(SEALED, resolve=_presuming)


# view_idempotent: a view of a view says something else.
def _seen_twice(position: SealedPosition, seat: Seat | None) -> SealedPosition:
    viewed = SEALED.view(position, seat)
    return replace(viewed, deck=Unknown(unknown="pile")) if isinstance(position.deck, Unknown) else viewed


SEEN_TWICE: AnyRuleset = replace(SEALED, view=_seen_twice)


# decisions_from_views: a seat reads from its view that it is not due.
def _blind(position: SealedPosition) -> tuple[Decision, ...]:
    found = SEALED.decisions(position)
    return tuple(replace(d, kinds=("none",)) for d in found) if isinstance(position.deck, Unknown) else found


BLIND: AnyRuleset = replace(SEALED, decisions=_blind)
