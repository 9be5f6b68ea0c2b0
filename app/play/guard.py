"""Keeps positions that callers make up, and views, from turning a ruleset's slip into a fault of the service."""

from collections.abc import Callable
from typing import TypeVar

import structlog

from app.adjudication.errors import AdjudicationError
from app.play.errors import PlayError

_T = TypeVar("_T")

_log = structlog.get_logger("umpire.play")


def by_the_rules(work: Callable[[], _T]) -> _T:
    """The result of asking a ruleset about a position that is not from its own hand.

    A ruleset's `check` should refuse every position that it cannot work with. Where it lets one through, the caller
    still made the position: the answer is a problem of the request, and the log has what is to be put right.
    """
    try:
        return work()
    except (AdjudicationError, PlayError):
        raise
    except Exception as error:
        _log.error("ruleset_failed", exc_info=error)
        raise PlayError("unworkable", "The rules cannot work with this position; it may be impossible.") from error
