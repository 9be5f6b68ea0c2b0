"""An action that waits for answers, and the decisions by which it is served.

The position is unchanged while it waits. Each answer runs the action again with one answer more; what the server has
rolled already is kept as answers too, so that it is never rolled twice.
"""

import hashlib
from collections.abc import Iterable

from pydantic import StrictInt

from app.adjudication.errors import AnswerRefused
from app.adjudication.model import Identifier, Seat, may_know, model
from app.adjudication.requests import Answer, Request, purpose_of
from app.adjudication.ruling import Decision

ANSWER = "answer"
"""The kind of action that answers a need."""


@model
class Pending:
    """An action (none: the start of the match) that waits for answers."""

    since: StrictInt
    """The version with which it began to wait."""
    seat: Seat | None
    action: str | None
    """As canonical JSON."""
    answers: tuple[Answer, ...]
    """What people have answered."""
    rolled: tuple[Answer, ...]
    """What the server has rolled."""
    told: StrictInt
    """How many effects earlier events have told."""
    told_keys: tuple[Identifier, ...]
    """The rolls and facts that earlier events have told."""
    needs: tuple[Request, ...]
    """What is still asked."""

    def decisions(
        self, seats: Iterable[Seat], viewer: Seat | None, *, everything: bool = False
    ) -> tuple[Decision, ...]:
        """One decision for each need that the viewer may know of and each seat that may answer it."""
        return tuple(
            Decision(
                id=self._decision_id(request, seat),
                seat=seat,
                kinds=(ANSWER,),
                prompt=f"answer.{purpose_of(request)}",
                source="resolution",
            )
            for request in self.needs
            if everything or may_know(request.audience, viewer)
            for seat in seats
            if request.answered_by in (None, seat) and may_know(request.audience, seat)
        )

    def refuse_answers(self, seat: Seat, answers: tuple[Answer, ...]) -> None:
        """Raises AnswerRefused for an answer that nobody asked for, or not of that seat."""
        asked = {request.key: request for request in self.needs if may_know(request.audience, seat)}
        for answer in answers:
            request = asked.get(answer.key)
            if request is None:
                raise AnswerRefused(f"{answer.key} is not asked now", key=answer.key)
            if request.answered_by not in (None, seat):
                raise AnswerRefused(f"{answer.key} is for {request.answered_by} to answer", key=answer.key)

    def _decision_id(self, request: Request, seat: Seat) -> str:
        # A key may be as long as an id may be; its hash never is.
        key = hashlib.sha256(request.key.encode()).hexdigest()[:16]
        return f"answer/{self.since}/{key}/{seat}"
