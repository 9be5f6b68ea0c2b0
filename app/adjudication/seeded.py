"""Dice that nobody can bend and everybody can check afterwards.

The server commits to a secret when a match is made, by publishing its SHA-256. Each value is taken from
HMAC-SHA256(secret, message), where the message names the seats' entropy, the match, the version that the event will
have, the number of the roll within the event, and a counter of blocks. Bytes are mapped to faces by rejection, so that
each face is equally likely. The secret is revealed at the end; `umpire verify` rolls everything again.
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass, field

from app.adjudication.errors import ContractBroken
from app.adjudication.model import Scalar
from app.adjudication.requests import DrawRequest, FactRequest, Pile, Request


def commitment(secret: bytes) -> str:
    """What the server publishes before the first roll: the SHA-256 of its secret, in hex."""
    return hashlib.sha256(secret).hexdigest()


@dataclass
class SeededDice:
    """The server's dice for one event of one match."""

    secret: bytes = field(repr=False)
    entropy: str
    """The seats' own contributions, in seat order, joined by newlines."""
    match: str
    version: int
    index: int = 0
    """How many requests of this event have been answered."""

    def values(self, request: Request, pile: Pile | None) -> tuple[Scalar, ...]:
        """Faces for a roll, names for a draw from its pile (without putting back)."""
        numbers = self._numbers(self.index)
        self.index += 1
        if isinstance(request, FactRequest):
            raise ContractBroken("a fact is never rolled")
        if isinstance(request, DrawRequest):
            return _drawn(request, pile or {}, numbers)
        return tuple(1 + _below(request.sides, numbers) for _ in range(request.dice))

    def _numbers(self, index: int) -> Iterator[int]:
        """An endless stream of 32-bit numbers for the request with that index."""
        block = 0
        while True:
            message = "\n".join((self.entropy, self.match, str(self.version), str(index), str(block)))
            digest = hmac.digest(self.secret, message.encode(), "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1


def _below(bound: int, numbers: Iterator[int]) -> int:
    """A number from 0 to bound - 1, each equally likely: what lies beyond the last full multiple is thrown away."""
    limit = (1 << 32) // bound * bound
    return next(number for number in numbers if number < limit) % bound


def _drawn(request: DrawRequest, pile: Pile, numbers: Iterator[int]) -> tuple[str, ...]:
    remaining = [name for name in sorted(pile) for _ in range(pile[name])]
    if len(remaining) < request.count:
        raise ContractBroken(f"{request.pile} holds fewer than {request.count} items")
    return tuple(remaining.pop(_below(len(remaining), numbers)) for _ in range(request.count))
