"""The ruleset: one value made of the functions of this package."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from app.adjudication.casebook import CaseBook, load_cases
from app.adjudication.contract import Ruleset, Types
from app.adjudication.hearing import Hearing
from app.adjudication.resources import load_rulebook
from app.adjudication.ruling import Violation
from app.adjudication.texts import load_messages
from app.games.aam_stacking.actions import AamAction, AamTemplate
from app.games.aam_stacking.cards import PACKAGE
from app.games.aam_stacking.effects import AamEffect
from app.games.aam_stacking.meta import META
from app.games.aam_stacking.position import SEATS, AamPosition, AamSetting
from app.games.aam_stacking.questions import QUESTIONS
from app.games.aam_stacking.rules import attacks, check, movement, placement, transport, turn
from app.games.aam_stacking.rules.decisions import decisions, default_action
from app.games.aam_stacking.rules.facts import FACT_QUESTIONS
from app.games.aam_stacking.rules.listing import legal_actions
from app.games.aam_stacking.rules.possible import check as check_position
from app.games.aam_stacking.scenarios import make_setting
from app.games.aam_stacking.view import view

_Legality = Callable[[AamPosition, str, Any, Hearing], tuple[Violation, ...]]
_Resolution = Callable[[AamPosition, str, Any, Hearing], AamPosition]


def _always(_position: AamPosition, _seat: str, _action: object, _hearing: Hearing) -> tuple[Violation, ...]:
    """Nothing speaks against it once the decision is open."""
    return ()


_LEGALITY: dict[str, _Legality] = {
    "choose_first_player": _always,
    "move": movement.legality,
    "board": transport.board_legality,
    "dismount": transport.dismount_legality,
    "place": placement.legality,
    "report_attack": attacks.legality,
    "end_portion": _always,
    "choose_penalty": check.penalty_legality,
    "pass": _always,
}

_RESOLUTION: dict[str, _Resolution] = {
    "choose_first_player": turn.choose_first_player,
    "move": movement.resolve,
    "board": transport.board,
    "dismount": transport.dismount,
    "place": placement.place,
    "report_attack": attacks.resolve,
    "end_portion": check.end_portion,
    "choose_penalty": check.choose_penalty,
    "pass": placement.pass_flight,
}


def legality(position: AamPosition, seat: str, action: AamAction, hearing: Hearing) -> tuple[Violation, ...]:
    """All violations of an action."""
    return _LEGALITY[action.type](position, seat, action, hearing)


def resolve(position: AamPosition, seat: str, action: AamAction, hearing: Hearing) -> AamPosition:
    """Carry an action out; the next decision gets a number of its own."""
    after = _RESOLUTION[action.type](position, seat, action, hearing)
    return replace(after, decision=position.decision + 1) if after.decision == position.decision else after


def setup(setting: AamSetting, hearing: Hearing) -> AamPosition:
    """The position as deployed, with the initiative of the first turn rolled."""
    hearing.cite("placement.deployment")
    position = AamPosition(setting=setting, phase="initiative", units=setting.deployment)
    return turn.roll_initiative(position, hearing)


@lru_cache(maxsize=1)
def cases() -> CaseBook:
    """The worked examples."""
    return load_cases(PACKAGE)


RULESET: Ruleset[AamSetting, AamPosition, AamAction, AamEffect] = Ruleset(
    meta=META,
    types=Types(setting=AamSetting, position=AamPosition, action=AamAction, effect=AamEffect, template=AamTemplate),
    rulebook=load_rulebook(PACKAGE),
    messages=load_messages(PACKAGE),
    cases=cases,
    make_setting=make_setting,
    seats=lambda _setting: SEATS,
    setup=setup,
    check=check_position,
    decisions=decisions,
    legality=legality,
    resolve=resolve,
    legal_actions=legal_actions,
    view=view,
    outcome=turn.outcome,
    default_action=default_action,
    questions=QUESTIONS,
    fact_questions=FACT_QUESTIONS,
)
