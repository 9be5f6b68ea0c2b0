"""A game of one rule that does what a test tells it to: for what the tiny rulesets never do."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.adjudication.contract import AnyRuleset
from app.adjudication.errors import Budget
from app.adjudication.hearing import Hearing
from app.adjudication.requests import DrawRequest, FactRequest, RollRequest
from app.adjudication.sources import OpenAnswers, Source
from tests.rulesets import DUEL
from tests.rulesets.duel.models import DuelPosition

Resolve = Callable[[DuelPosition, str, Any, Hearing], DuelPosition]


def resolving(resolve: Resolve) -> AnyRuleset:
    """The duel with another way to resolve."""
    return replace(DUEL, resolve=resolve)


def hearing(source: Source | None = None, *, dice: bool = True, **assumptions: int | str) -> Hearing:
    heard = Hearing(source or OpenAnswers({}), Budget(1_000), assumptions)
    heard.dice_allowed = dice
    return heard


def roll(key: str = "roll", dice: int = 1) -> RollRequest:
    return RollRequest(key=key, purpose="cut", rule="cut", dice=dice)


def draw(key: str = "draw") -> DrawRequest:
    return DrawRequest(key=key, purpose="cut", rule="cut", pile="bag")


def fact(key: str = "fact") -> FactRequest:
    return FactRequest(key=key, question="firm_ground", rule="lunge", choices=("yes", "no"))
