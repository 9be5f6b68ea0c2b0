"""Which cases show each rule permitting, forbidding, or leaving something open."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from app.adjudication.case_runner import CaseResult
from app.adjudication.rulebook import Rulebook


@dataclass
class RuleCoverage:
    """The ids of the cases in which a rule took part."""

    permits: list[str] = field(default_factory=list)
    forbids: list[str] = field(default_factory=list)
    leaves_open: list[str] = field(default_factory=list)


def coverage(rulebook: Rulebook, results: Iterable[CaseResult]) -> dict[str, RuleCoverage]:
    """Coverage by id, in the order of the rulebook, with interpretations last; an id without cases has empty lists."""
    table = {identifier: RuleCoverage() for identifier in rulebook.by_id}
    for result in results:
        for kind in ("permits", "forbids", "leaves_open"):
            for identifier in sorted(getattr(result, kind)):
                getattr(table[identifier], kind).append(result.case)
    return table
