"""The citable rules of a ruleset and the interpretations chosen where their text is unclear."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal

from pydantic import Field

from app.adjudication.model import Text, model

Sureness = Literal["seed", "derived", "high", "medium", "low"]


@model
class Rule:
    """A rule in our own words."""

    id: str
    edition: str
    section: str
    sureness: Sureness
    source: str
    summary: Text
    codes: tuple[str, ...] = ()
    """The violations that this rule forbids with."""


@model
class Interpretation:
    """A reading chosen where a rule's text is unclear, and what the other reading would say."""

    id: Annotated[str, Field(pattern=r"^I[1-9][0-9]*$")]
    rule: str
    question: Text
    reading: Text
    reasons: Text
    other_reading: Text
    sureness: Sureness
    section: str = ""


@dataclass(frozen=True)
class Rulebook:
    """All rules and interpretations of a ruleset; ids are unique over both."""

    rules: tuple[Rule, ...]
    interpretations: tuple[Interpretation, ...] = ()

    @cached_property
    def by_id(self) -> Mapping[str, Rule | Interpretation]:
        """Each entry under its id; raises ValueError for an id used twice or an interpretation of no rule."""
        entries: dict[str, Rule | Interpretation] = {}
        everything: list[Rule | Interpretation] = [*self.rules, *self.interpretations]
        for entry in everything:
            if entry.id in entries:
                raise ValueError(f"rule id {entry.id} is used twice")
            entries[entry.id] = entry
        rules = {rule.id for rule in self.rules}
        for interpretation in self.interpretations:
            if interpretation.rule not in rules:
                raise ValueError(f"{interpretation.id} interprets {interpretation.rule}, which is no rule")
        return entries

    def interprets(self, identifier: str) -> bool:
        """Whether an id is an interpretation's rather than a rule's; raises KeyError for neither."""
        return isinstance(self.by_id[identifier], Interpretation)
