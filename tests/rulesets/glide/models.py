"""What the glide is made of. All lengths are whole thousandths of an inch."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictInt

from app.adjudication.model import Seat, model
from app.adjudication.ruling import EffectBase, ForcedChoice

SEATS = ("amber", "jade")
TABLE = 24_000
REACH = 6_000
APART = 1_000
"""Centres are never closer than this."""
MARK_RADIUS = 500


@model
class GlidePoint:
    x: StrictInt
    y: StrictInt


@model
class GlideRough:
    """Ground on which a disc may stall."""

    centre: GlidePoint
    radius: StrictInt


@model
class GlideSetting:
    turns: StrictInt
    mark: GlidePoint
    rough: GlideRough


@model
class GlideDisc:
    id: str
    seat: Seat
    at: GlidePoint
    stalled: StrictInt = 0
    """Turns of its seat that it still has to sit out."""


@model
class GlidePosition:
    setting: GlideSetting
    turn: StrictInt = 1
    active: Seat = "amber"
    discs: tuple[GlideDisc, ...]


@model
class GlideMove:
    type: Literal["move"] = "move"
    disc: str
    to: GlidePoint


@model
class GlideHold:
    type: Literal["hold"] = "hold"


GlideAction: TypeAlias = Annotated[GlideMove | GlideHold, Field(discriminator="type")]


@model
class GlideMoved(EffectBase):
    type: Literal["moved"] = "moved"
    disc: str
    to: GlidePoint


@model
class GlideStalled(EffectBase):
    type: Literal["stalled"] = "stalled"
    disc: str


@model
class GlideTurned(EffectBase):
    type: Literal["turned"] = "turned"
    seat: Seat


GlideEffect: TypeAlias = Annotated[GlideMoved | GlideStalled | GlideTurned | ForcedChoice, Field(discriminator="type")]


def square(a: GlidePoint, b: GlidePoint) -> int:
    """The square of a distance: comparing squares keeps geometry in whole numbers."""
    return (a.x - b.x) ** 2 + (a.y - b.y) ** 2


@model
class GlideMoves:
    """All moves of a disc: the points of a circle and of the table that keep apart from the other discs."""

    type: Literal["moves"] = "moves"
    disc: str
    centre: GlidePoint
    radius: StrictInt
    table: StrictInt
    apart: StrictInt
    others: tuple[GlidePoint, ...]

    def covers(self, action: GlideAction) -> bool:
        return isinstance(action, GlideMove) and action.disc == self.disc and self._reaches(action.to)

    def examples(self) -> tuple[GlideMove, ...]:
        """The centre and the outermost points."""
        steps = ((0, 0), (1, 0), (-1, 0), (0, 1), (0, -1))
        points = (
            GlidePoint(x=self.centre.x + dx * self.radius, y=self.centre.y + dy * self.radius) for dx, dy in steps
        )
        return tuple(GlideMove(disc=self.disc, to=point) for point in points if self._reaches(point))

    def _reaches(self, point: GlidePoint) -> bool:
        return (
            0 <= point.x <= self.table
            and 0 <= point.y <= self.table
            and square(point, self.centre) <= self.radius**2
            and all(square(point, other) >= self.apart**2 for other in self.others)
        )


@model
class GlideRangeInput:
    disc: str
    to: GlidePoint


@model
class GlideRange:
    square: StrictInt
    within: Literal["yes", "no"]
