"""The hash chain of a match: each event is a link over what everybody, each seat, and the server alone know of it.

A seat can check its own export: it has the public part, its own part and its own salt, and takes the other seats'
leaves as they are. The salts keep a leaf from telling whether two seats saw the same.
"""

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Any

from app.adjudication.model import Seat
from app.play.codec import canonical, sha256

SERVER = ""
"""The salt of the server's own part goes by the name that no seat has."""


def salt(secret: bytes, match_id: str, version: int, seat: Seat) -> str:
    """The salt of a seat's leaf: from the secret, so that it need not be stored and tells nothing of the others."""
    return hmac.digest(secret, f"salt\n{match_id}\n{version}\n{seat}".encode(), hashlib.sha256).hex()


def salted(salt_of_leaf: str, part: str) -> str:
    """The leaf of a part that not everybody knows."""
    return sha256(f"{salt_of_leaf}\n{part}")


def server_part(texts: Iterable[str | None]) -> str:
    """What only the server knows of an event, as one text; canonical JSON has no line breaks of its own."""
    return "\n".join("" if text is None else text for text in texts)


def first_link(header: Mapping[str, Any]) -> str:
    """What the first event follows: the match as it was agreed on."""
    return sha256(canonical(dict(header)))


def link(previous: str, leaves: Mapping[str, Any]) -> str:
    """The hash of an event."""
    seats = (f"{seat}={leaf}" for seat, leaf in sorted(leaves["seats"].items()))
    return sha256("\n".join((previous, leaves["public"], leaves["server"], *seats)))
