"""Why a request about a match was not carried out: a stable code for programs, a sentence for people."""

from typing import Any


class PlayError(Exception):
    """A request about a match that cannot be carried out; `http` gives each code its status."""

    def __init__(self, code: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.more = more
        """Further members of the problem, such as the current version."""


class IllegalAction(PlayError):
    """The rules refuse it: `ruling` is what the seat may see of the ruling, so that it can be explained."""

    def __init__(self, ruling: Any, version: int) -> None:
        count = len(ruling.violations)
        super().__init__(
            "illegal", f"{count} {'rule refuses' if count == 1 else 'rules refuse'} this action.", version=version
        )
        self.ruling = ruling


def not_found(what: str = "match") -> PlayError:
    """Neither what does not exist nor what one may not see is told apart."""
    return PlayError("not_found", f"There is no such {what}, or it is not for you to see.")
