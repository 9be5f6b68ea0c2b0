"""What the sealed game is made of."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictInt

from app.adjudication.model import Seat, Unknown, model
from app.adjudication.ruling import EffectBase, ForcedChoice

SEATS = ("north", "south")
HAND = 3
DECK = {str(face): 2 for face in range(1, 7)}
HIDDEN = Unknown(unknown="card")


@model
class SealedSetting:
    rounds: StrictInt


@model
class SealedCard:
    id: str
    """Fresh whenever the card goes back into a hidden hand, so that nobody can follow it there."""
    face: StrictInt | Unknown


@model
class SealedHand:
    id: Seat
    cards: tuple[SealedCard, ...]
    points: StrictInt = 0


@model
class SealedChoice:
    id: Seat
    card: str | Unknown


@model
class SealedStock:
    face: StrictInt
    count: StrictInt


@model
class SealedPosition:
    setting: SealedSetting
    round: StrictInt
    next_card: StrictInt
    hands: tuple[SealedHand, ...]
    committed: tuple[SealedChoice, ...] = ()
    deck: tuple[SealedStock, ...] | Unknown
    deck_size: StrictInt
    spent: tuple[StrictInt, ...] = ()


@model
class SealedCommit:
    type: Literal["commit"] = "commit"
    card: str


@model
class SealedCommitted(EffectBase):
    type: Literal["committed"] = "committed"
    seat: Seat


@model
class SealedRevealed(EffectBase):
    type: Literal["revealed"] = "revealed"
    seat: Seat
    face: StrictInt


@model
class SealedScored(EffectBase):
    type: Literal["scored"] = "scored"
    seat: Seat


@model
class SealedTaken(EffectBase):
    type: Literal["taken"] = "taken"
    seat: Seat
    face: StrictInt


@model
class SealedShuffled(EffectBase):
    type: Literal["shuffled"] = "shuffled"
    seat: Seat


SealedEffect: TypeAlias = Annotated[
    SealedCommitted | SealedRevealed | SealedScored | SealedTaken | SealedShuffled | ForcedChoice,
    Field(discriminator="type"),
]
