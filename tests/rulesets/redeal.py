"""Deals the hidden parts of a position anew, so that a seat cannot see the difference.

What the conformance kit takes as `shuffled_hidden`; the duel and the glide hide nothing.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from app.adjudication.model import Seat, Unknown
from tests.rulesets.ambush.models import AmbushPosition
from tests.rulesets.ambush.rules import HIDEOUTS
from tests.rulesets.sealed.models import SealedHand, SealedPosition
from tests.rulesets.sealed.rules import pile_of, stocks_of


def sealed(position: SealedPosition, seat: Seat, random: Random) -> SealedPosition:
    """The other seat's cards and the deck change places; the other seat may have committed another card."""
    other = next(hand for hand in position.hands if hand.id != seat)
    faces = [str(card.face) for card in other.cards]
    faces += [face for face, count in pile_of(position.deck).items() for _ in range(count)]
    random.shuffle(faces)
    hand = SealedHand(
        id=other.id,
        points=other.points,
        cards=tuple(replace(card, face=int(face)) for card, face in zip(other.cards, faces, strict=False)),
    )
    return replace(
        position,
        hands=tuple(hand if one.id == hand.id else one for one in position.hands),
        deck=stocks_of(dict(Counter(faces[len(hand.cards) :]))),
        committed=tuple(
            replace(choice, card=random.choice(hand.cards).id) if choice.id == hand.id else choice
            for choice in position.committed
        ),
    )


def ambush(position: AmbushPosition, seat: Seat, random: Random) -> AmbushPosition:
    """Hidden units hide elsewhere; the watch sees all of them."""
    if seat == "watch":
        return position
    shown = {unit.space for unit in position.units if unit.shown}
    free = [space for space in HIDEOUTS if space not in (position.raider, *shown)]
    random.shuffle(free)
    units = tuple(unit if unit.shown else replace(unit, space=free.pop()) for unit in position.units)
    assert not any(isinstance(unit.space, Unknown) for unit in units)
    return replace(position, units=units)


REDEAL: Mapping[str, Callable[[Any, Seat, Random], Any]] = {"sealed": sealed, "ambush": ambush}
