"""The fixtures of the HTTP tests: a match is made and played where people make and play it."""

from tests.http.conftest import ann, application, bob, client

__all__ = ["ann", "application", "bob", "client"]
