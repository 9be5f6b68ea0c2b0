"""The case book: worked examples as data files, one format for every game, and what runs them.

A case file (`cases/*.yaml`) holds a list of cases. A case starts from a position: `like` names one of
`cases/positions.yaml`, `patch` changes it (JSON merge patch; lists of things with an `id` are written as objects by
that id). Each step is an action with scripted answers and the exact ruling expected: what is left out of `expect` is
expected to be empty, and a position that is not mentioned to be unchanged.
"""

from typing import Annotated, Any, Literal

from pydantic import Field

from app.adjudication.model import Identifier, Scalar, Seat, Text, model
from app.adjudication.resources import load_yaml, parse_as, yaml_files
from app.adjudication.sources import ScriptedAnswer


@model
class Expectation:
    """The ruling that a step must get, exactly."""

    verdict: Literal["legal", "illegal", "incomplete", "answered"]
    violations: tuple[dict[str, Any], ...] = ()
    """Each as the ruling has it; fields that are left out are not compared, but the set of codes is exact."""
    effects: tuple[dict[str, Any], ...] = ()
    """In order; fields that are left out are not compared, but types and number are exact."""
    changed: dict[str, Any] = Field(default_factory=dict)
    """The position after, as a merge patch of the one before; null removes a thing."""
    needs: tuple[str, ...] = ()
    """Purposes and questions of the requests that are open."""
    cites: tuple[str, ...] = ()
    """Rules and interpretations that must be among those cited."""
    output: Any = None
    """The answer to a question, as a merge patch of nothing: fields that are left out are not compared."""
    ended: str | None = None
    """The reason of the outcome, when the game is over."""


@model
class Step:
    """One action of a seat, with what is answered and assumed, and the ruling it must get."""

    seat: Seat
    action: dict[str, Any]
    answers: tuple[ScriptedAnswer, ...] = ()
    assumptions: dict[str, Scalar] = Field(default_factory=dict)
    expect: Expectation


@model
class Ask:
    """A question, its input, and the answer it must get."""

    question: str
    input: dict[str, Any]
    seat: Seat | None = None
    answers: tuple[ScriptedAnswer, ...] = ()
    assumptions: dict[str, Scalar] = Field(default_factory=dict)
    expect: Expectation


@model
class Start:
    """A match being set up."""

    scenario: str
    options: dict[str, Scalar | bool] = Field(default_factory=dict)
    answers: tuple[ScriptedAnswer, ...] = ()
    expect: Expectation


@model
class Base:
    """The position that a case starts from."""

    like: str
    patch: dict[str, Any] = Field(default_factory=dict)


@model
class Case:
    """A worked example. It holds steps, a question, a start, or the violations of an impossible position."""

    id: Annotated[Identifier, Field(pattern=r"^[a-z0-9][a-z0-9.-]*$")]
    title: Text
    source: str
    rules: tuple[str, ...]
    """The rules that it shows."""
    featured: bool = False
    """Offered as an example in the Swagger page."""
    position: Base | None = None
    steps: tuple[Step, ...] = ()
    ask: Ask | None = None
    start: Start | None = None
    impossible: tuple[dict[str, Any], ...] = ()
    """The violations that `check` finds in the position."""


@model
class CaseBook:
    """All cases of a game and the positions that they share."""

    positions: dict[str, Any]
    cases: tuple[Case, ...]

    def case(self, identifier: str) -> Case:
        """A case by id; raises KeyError."""
        for case in self.cases:
            if case.id == identifier:
                return case
        raise KeyError(identifier)


def load_cases(package: str) -> CaseBook:
    """The case book of a game's package. Raises ValueError for an id used twice, pydantic.ValidationError."""
    positions: dict[str, Any] = {}
    cases: list[Case] = []
    for path in yaml_files(package, "cases"):
        if path.endswith("/positions.yaml"):
            positions = load_yaml(package, path)
        else:
            cases.extend(parse_as(load_yaml(package, path), tuple[Case, ...]))
    if len({case.id for case in cases}) < len(cases):
        raise ValueError(f"{package}: a case id is used twice")
    return CaseBook(positions=positions, cases=tuple(cases))
