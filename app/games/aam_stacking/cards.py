"""Unit cards: what is printed on them, and the built-in table of them."""

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from app.adjudication.model import Identifier, model
from app.adjudication.resources import load_as

PACKAGE = "app.games.aam_stacking"

NEVER_CARRIED = frozenset({"cavalry", "motorcycle"})
"""Soldiers that no transport takes (transport.who)."""


@model
class AamAbility:
    """A special ability; a number in its printed name is the `value`."""

    name: Identifier
    value: StrictInt | None = None


@model
class AamCarries:
    """What a transport takes."""

    soldiers: Annotated[StrictInt, Field(ge=1, le=4)]
    artillery: Literal["none", "light", "any"]
    """`light`: only without the ability Large. At most one passenger is artillery."""


@model
class AamCard:
    """A unit card."""

    id: Identifier
    name: str
    nation: str | None
    """None: any side may field it."""
    kind: Literal["soldier", "vehicle", "aircraft", "obstacle"]
    subtype: str | None = None
    counts_as: Literal["soldier", "vehicle", "none"]
    """How it counts for stacking (stacking.large, stacking.aircraft, stacking.obstacle)."""
    large: StrictBool = False
    year: StrictInt | None = None
    cost_halves: StrictInt = 0
    """The cost in half points."""
    defense: tuple[StrictInt, StrictInt] | None = None
    speed: StrictInt | None = None
    """None for aircraft and obstacles. Artillery has 0 and moves by its ability `relocate`."""
    commander: StrictInt = 0
    """Bonus on the initiative roll."""
    carries: AamCarries | None = None
    abilities: tuple[AamAbility, ...] = ()

    @cached_property
    def traits(self) -> Mapping[str, int]:
        """The abilities by name; 1 where no number is printed."""
        return {ability.name: 1 if ability.value is None else ability.value for ability in self.abilities}

    @cached_property
    def counted(self) -> bool:
        """Whether it counts among the units of a hex."""
        return self.counts_as != "none"

    @property
    def is_artillery(self) -> bool:
        """Whether it is a gun: it moves only in the assault phase."""
        return self.subtype == "artillery"


@lru_cache(maxsize=1)
def built_in() -> Mapping[str, AamCard]:
    """The built-in table by id, in its order."""
    return {card.id: card for card in load_as(PACKAGE, "data/units.yaml", tuple[AamCard, ...])}
