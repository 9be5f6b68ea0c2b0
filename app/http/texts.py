"""Texts in the caller's language, beside a ruling and never inside it."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from pydantic import BaseModel, ConfigDict

from app.adjudication.contract import AnyRuleset
from app.adjudication.gate import QuestionRuling
from app.adjudication.model import Language, ParamValue
from app.adjudication.requests import FactRequest, Request
from app.adjudication.rulebook import Rule
from app.adjudication.ruling import Decision, DoInstead, EffectBase, Outcome, Remedy, RemoveUnits, Violation


class RulingTexts(BaseModel):
    """One text for each thing in the ruling, in the same order."""

    model_config = ConfigDict(use_attribute_docstrings=True)

    language: Language
    violations: tuple[str, ...] = ()
    remedies: tuple[tuple[str, ...], ...] = ()
    """For each violation, what would make it legal."""
    effects: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    rules: dict[str, str] = {}
    """Every rule and interpretation that is cited, in a sentence or two."""
    outcome: str | None = None


class Teller:
    """Finds the texts of one ruleset in one language."""

    def __init__(self, ruleset: AnyRuleset, language: Language) -> None:
        self.ruleset = ruleset
        self.language = language

    def ruling(self, ruling: Any, decisions: Iterable[Decision] | None = None) -> RulingTexts:
        """The texts of a ruling; of other decisions than its own, where something waits for answers."""
        cited = (*ruling.citations, *ruling.interpretations)
        return RulingTexts.model_construct(
            language=self.language,
            violations=tuple(self._text(f"violation.{item.code}", item.params) for item in ruling.violations),
            remedies=tuple(tuple(map(self._remedy, item.remedies)) for item in ruling.violations),
            effects=tuple(map(self.effect, ruling.effects)),
            decisions=self.decisions(ruling.decisions if decisions is None else decisions),
            needs=tuple(map(self.need, ruling.needs)),
            rules=self.rules(citation.id for citation in cited),
            outcome=self.outcome(ruling.outcome),
        )

    def question(self, ruling: QuestionRuling) -> RulingTexts:
        """The texts of the answer to a question."""
        cited = (*ruling.citations, *ruling.interpretations)
        return RulingTexts.model_construct(
            language=self.language,
            needs=tuple(map(self.need, ruling.needs)),
            rules=self.rules(citation.id for citation in cited),
        )

    def violations(self, violations: Iterable[Violation]) -> tuple[str, ...]:
        """Why a position or an action cannot be."""
        return tuple(self._text(f"violation.{item.code}", item.params) for item in violations)

    def effect(self, effect: EffectBase) -> str:
        """What happened, filled with the effect's own fields."""
        values = tuple(
            (field.name, value)
            for field in fields(effect)
            if isinstance(value := getattr(effect, field.name), str | int)
            or (isinstance(value, tuple) and all(isinstance(item, str) for item in value))
        )
        return self._text(f"effect.{getattr(effect, 'type', '')}", values)

    def decisions(self, decisions: Iterable[Decision]) -> tuple[str, ...]:
        """What is waited for."""
        return tuple(self._prompt(decision) for decision in decisions)

    def need(self, request: Request) -> str:
        """What is asked."""
        if isinstance(request, FactRequest):
            return self._text(f"fact.{request.question}", request.params)
        return self._text(f"purpose.{request.purpose}")

    def rules(self, identifiers: Iterable[str]) -> dict[str, str]:
        """The summaries of rules and the readings of interpretations."""
        found: dict[str, str] = {}
        for identifier in identifiers:
            entry = self.ruleset.rulebook.by_id[identifier]
            text = entry.summary if isinstance(entry, Rule) else entry.reading
            found[identifier] = text.in_language(self.language)
        return found

    def outcome(self, outcome: Outcome | None) -> str | None:
        """How it ended."""
        return None if outcome is None else self._text(f"outcome.{outcome.reason}")

    def _prompt(self, decision: Decision) -> str:
        kind, _, purpose = decision.prompt.partition(".")
        if kind == "answer":
            fact = f"fact.{purpose}"
            known = self.ruleset.messages.has(self.language, fact)
            return self._text(fact if known else f"purpose.{purpose}", decision.params)
        return self._text(f"prompt.{decision.prompt}", decision.params)

    def _remedy(self, remedy: Remedy) -> str:
        if isinstance(remedy, RemoveUnits):
            return self._text("remedy.remove_units", (("any_of", remedy.any_of), ("count", remedy.count)))
        if isinstance(remedy, DoInstead):
            own = f"remedy.{remedy.code}"
            if self.ruleset.messages.has(self.language, own):
                return self._text(own, remedy.params)
            return self._text("remedy.do_instead", (("code", remedy.code),))
        return self._text(f"fact.{remedy.question}")

    def _text(self, message: str, values: tuple[tuple[str, ParamValue], ...] = ()) -> str:
        return self.ruleset.messages.text(self.language, message, values)
