"""What goes over the wire, typed for each game: models made once from a ruleset's own types.

Pydantic's generic dataclasses do not put a game's types into the schema, so these are ordinary models made by
`create_model`, under names that begin with the game's word: `AamRuling`, `AamSubmission`.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictInt, TypeAdapter, create_model
from typing_extensions import TypeAliasType

from app.adjudication import gate
from app.adjudication.contract import AnyRuleset
from app.adjudication.model import Language, Scalar, Seat, model
from app.adjudication.requests import Answer, Request
from app.adjudication.ruling import Assumption, Citation, Decision, Outcome, Roll, Ruling, Verdict, Violation
from app.http.texts import RulingTexts

MOST_ACTIONS = 1_000
"""The most legal actions in one answer."""
USUAL_ACTIONS = 200

Assumptions = Annotated[
    dict[str, Scalar],
    Field(max_length=100, description="Answers to the rules' questions, by code, wherever they are asked."),
]
Answers = Annotated[
    tuple[Answer, ...],
    Field(max_length=200, description="Answers to what the rules have asked: dice, draws, facts; by key."),
]
Steps = Annotated[
    StrictInt,
    Field(ge=1, le=gate.ACTION_STEPS, description="The most work to do, in steps; beyond it: `budget_exceeded`."),
]
Many = Annotated[StrictInt, Field(ge=1, le=MOST_ACTIONS, description="The most actions to list.")]
SeatName = Annotated[str, Field(min_length=1, max_length=60, description="The seat that acts.")]

_CONFIG = ConfigDict(extra="forbid", use_attribute_docstrings=True)


@model
class AnswerAction:
    """Answers to what a pending action asks; the kind of action that answers a need."""

    type: Literal["answer"] = "answer"
    answers: Annotated[tuple[Answer, ...], Field(min_length=1, max_length=200)]


class PositionCheck(BaseModel):
    """Whether a position can be."""

    possible: bool
    violations: tuple[Violation, ...]
    texts: tuple[str, ...]
    """For each violation, in the caller's language."""
    rules: dict[str, str]


class ViewTexts(BaseModel):
    """Texts beside a view, in the same order."""

    language: Language
    decisions: tuple[str, ...]
    needs: tuple[str, ...]
    outcome: str | None


class Wire:
    """The wire models of one ruleset, and how a ruling becomes one."""

    def __init__(self, ruleset: AnyRuleset) -> None:
        word = ruleset.meta.schema_name
        types = ruleset.types
        self.word = word
        self.ruleset = ruleset
        self.action = TypeAliasType(f"{word}Action", types.action)
        listed = types.action if types.template is None else types.action | types.template
        self.ruling = self._model("Ruling", _ruling_fields(types.position, types.effect))
        self.adjudication = self._model("Adjudication", {"ruling": (self.ruling, ...), "texts": (RulingTexts, ...)})
        self.adjudication_body = self._model(
            "AdjudicationRequest",
            {
                "position": (types.position, ...),
                "seat": (SeatName, ...),
                "action": (self.action, ...),
                **_circumstances(),
            },
        )
        self.legal_actions_body = self._model(
            "LegalActionsRequest",
            {
                "position": (types.position, ...),
                "seat": (SeatName, ...),
                "limit": (Many, USUAL_ACTIONS),
                "budget": (Steps, gate.ACTION_STEPS),
            },
        )
        self.legal_actions = self._model(
            "LegalActions", {"actions": (_many(listed), ...), "complete": (bool, ...), "steps": (int, ...)}
        )
        self.position_body = self._model("PositionCheckRequest", {"position": (types.position, ...)})
        self.submission_body = self._model("Submission", self._submission_fields(types.action))
        self.landed = self._model("Event", _landed_fields(self.ruling))
        self.view = self._model("View", _view_fields(types.position))
        self.questions = {name: self._question(name) for name in ruleset.questions}

    def _model(self, name: str, fields: Mapping[str, Any]) -> type[BaseModel]:
        made: type[BaseModel] = create_model(f"{self.word}{name}", __config__=_CONFIG, **fields)
        return made

    def _submission_fields(self, action: Any) -> dict[str, Any]:
        union = Annotated[action | AnswerAction, Field(discriminator="type")]
        submitted = TypeAliasType(f"{self.word}SubmittedAction", union)  # type: ignore[misc] # known only now
        return {
            "seat": (SeatName | None, None),
            "action": (submitted, ...),
            "answers": (Answers, ()),
        }

    def _question(self, name: str) -> "tuple[type[BaseModel], type[BaseModel]]":
        question = self.ruleset.questions[name]
        title = "".join(part.capitalize() for part in name.replace("-", "_").split("_"))
        about: dict[str, Any] = {}
        if question.about == "position":
            about = {"position": (self.ruleset.types.position, ...), "seat": (SeatName | None, None)}
        asked = self._model(f"Ask{title}", {**about, "input": (question.input, ...), **_circumstances()})
        answer = self._model(
            f"{title}Ruling",
            {
                "verdict": (Literal["answered", "incomplete"], ...),
                "output": (question.output | None, ...),
                **_basis_fields(),
                "texts": (RulingTexts, ...),
            },
        )
        return asked, answer

    def ruling_out(self, ruling: Ruling[Any, Any], version: int | None = None) -> BaseModel:
        """A ruling as its wire model; `version` is that of the ruleset which judged it."""
        fields = {name: getattr(ruling, name) for name in self.ruling.model_fields if name not in _PINNED}
        return self.ruling.model_construct(
            ruleset=self.ruleset.meta.id, ruleset_version=version or self.ruleset.meta.version, **fields
        )


VIOLATIONS: TypeAdapter[tuple[Violation, ...]] = TypeAdapter(tuple[Violation, ...])

_PINNED = ("ruleset", "ruleset_version")


def adapter_of(kind: Any) -> TypeAdapter[Any]:
    """A type's adapter; to be made once, when routes are made."""
    return TypeAdapter(kind)


def _many(kind: Any) -> Any:
    return tuple.__class_getitem__((kind, ...))


def _circumstances() -> dict[str, Any]:
    return {"answers": (Answers, ()), "assumptions": (Assumptions, {}), "budget": (Steps, gate.ACTION_STEPS)}


def _basis_fields() -> dict[str, Any]:
    """What an answer rests on."""
    return {
        "citations": (tuple[Citation, ...], ...),
        "interpretations": (tuple[Citation, ...], ...),
        "assumptions": (tuple[Assumption, ...], ...),
        "needs": (tuple[Request, ...], ...),
    }


def _ruling_fields(position: Any, effect: Any) -> dict[str, Any]:
    return {
        "ruleset": (str, ...),
        "ruleset_version": (int, ...),
        "verdict": (Verdict, ...),
        "position": (position | None, ...),
        "violations": (tuple[Violation, ...], ...),
        "effects": (_many(effect), ...),
        "rolls": (tuple[Roll, ...], ...),
        **_basis_fields(),
        "decisions": (tuple[Decision, ...], ...),
        "outcome": (Outcome | None, ...),
    }


def _landed_fields(ruling: Any) -> dict[str, Any]:
    return {
        "match_id": (str, ...),
        "version": (int, ...),
        "type": (str, ...),
        "seat": (Seat, ...),
        "status": (str, ...),
        "ruling": (ruling, ...),
        "texts": (RulingTexts, ...),
    }


def _view_fields(position: Any) -> dict[str, Any]:
    return {
        "match_id": (str, ...),
        "version": (int, ...),
        "status": (str, ...),
        "seat": (Seat | None, ...),
        "position": (position | None, ...),
        "decisions": (tuple[Decision, ...], ...),
        "needs": (tuple[Request, ...], ...),
        "outcome": (Outcome | None, ...),
        "updated_at": (datetime, ...),
        "texts": (ViewTexts, ...),
    }
