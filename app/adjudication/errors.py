"""What can go wrong in an adjudication apart from the rules' own answers."""

from dataclasses import dataclass


class AdjudicationError(Exception):
    """The input of an adjudication cannot be used; `code` is stable, `details` name what is wrong."""

    code = "invalid"

    def __init__(self, message: str, **details: str | int) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class AnswerRefused(AdjudicationError):
    """An answer does not fit what was asked: its key, its number of values, or a value."""

    code = "answer_refused"


class UnknownName(AdjudicationError):
    """A scenario, option, question or assumption that the ruleset does not have."""

    code = "unknown_name"


class BudgetExceeded(AdjudicationError):
    """The work asked for is more than one request may cost; the same on every machine."""

    code = "budget_exceeded"


class NotLegal(AdjudicationError):
    """Odds were asked for an action that is not legal, or the policy chose one."""

    code = "not_legal"


class NeverEnds(AdjudicationError):
    """Odds were asked for a stage that goes round for ever."""

    code = "never_ends"


class ContractBroken(Exception):
    """A ruleset broke the contract, as by asking dice in legality: a fault of ours, never the user's."""


@dataclass
class Budget:
    """Counts steps, so that the same request is refused on every machine, fast or slow.

    Raises BudgetExceeded when more than `limit` steps have been spent.
    """

    limit: int
    spent: int = 0

    def spend(self, steps: int = 1) -> None:
        """Count some steps of work."""
        self.spent += steps
        if self.spent > self.limit:
            raise BudgetExceeded(f"This needs more than {self.limit} steps; ask for less at once.", limit=self.limit)
