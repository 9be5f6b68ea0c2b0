"""The one projection: what a seat may see of a ruling. Nothing else hides anything."""

from dataclasses import replace
from typing import Any

from app.adjudication.contract import AnyRuleset
from app.adjudication.model import Seat, may_know
from app.adjudication.ruling import Ruling


def project(ruleset: AnyRuleset, ruling: Ruling[Any, Any], seat: Seat | None) -> Ruling[Any, Any]:
    """The ruling as a seat (None: a spectator) may see it.

    Decisions are computed from the view, so that they cannot tell more than it does.
    """
    view = None if ruling.position is None else ruleset.view(ruling.position, seat)
    return replace(
        ruling,
        position=view,
        effects=tuple(effect for effect in ruling.effects if may_know(effect.audience, seat)),
        rolls=tuple(roll for roll in ruling.rolls if may_know(roll.audience, seat)),
        citations=tuple(citation for citation in ruling.citations if may_know(citation.audience, seat)),
        interpretations=tuple(citation for citation in ruling.interpretations if may_know(citation.audience, seat)),
        assumptions=tuple(assumption for assumption in ruling.assumptions if may_know(assumption.audience, seat)),
        needs=tuple(request for request in ruling.needs if may_know(request.audience, seat)),
        decisions=() if view is None else ruleset.decisions(view),
    )
