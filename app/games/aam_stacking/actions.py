"""What a seat may submit."""

from collections.abc import Iterator
from typing import Annotated, Literal, TypeAlias

from pydantic import Field, StrictBool, StrictInt

from app.adjudication.model import Identifier, model
from app.games.aam_stacking.position import HexId, SeatId

LONGEST_PATH = 20


@model
class AamChooseFirstPlayer:
    """The winner of the initiative says who is first player this turn (turn.first-player)."""

    type: Literal["choose_first_player"] = "choose_first_player"
    player: SeatId


@model
class AamMove:
    """A unit moves along a path, step by step (movement.path)."""

    type: Literal["move"] = "move"
    unit: Identifier
    path: Annotated[tuple[HexId, ...], Field(min_length=1, max_length=LONGEST_PATH)]
    """The hexes entered, in order, without the one it starts from."""


@model
class AamBoard:
    """A soldier boards a transport in its hex (transport.board)."""

    type: Literal["board"] = "board"
    unit: Identifier
    transport: Identifier


@model
class AamDismount:
    """A passenger gets off into its transport's hex (transport.dismount)."""

    type: Literal["dismount"] = "dismount"
    unit: Identifier


@model
class AamPlace:
    """A hero, a paratrooper or an aircraft comes from reserve into a hex."""

    type: Literal["place"] = "place"
    unit: Identifier
    hex: HexId


@model
class AamReportAttack:
    """The result of an attack that was rolled at the table (assault.attack-reported)."""

    type: Literal["report_attack"] = "report_attack"
    unit: Identifier
    """Who attacked."""
    target: Identifier
    counters: StrictInt
    """Face-down hit counters placed: 0, 1 or 2 (counters.hits)."""


@model
class AamEndPortion:
    """The player has finished moving, assaulting or striking from the air (turn.portion)."""

    type: Literal["end_portion"] = "end_portion"


@model
class AamChoosePenalty:
    """The opponent picks who takes the counter for one overstacked hex (stacking.penalty-choice)."""

    type: Literal["choose_penalty"] = "choose_penalty"
    unit: Identifier


@model
class AamPass:
    """The player places no more aircraft this turn (turn.flight)."""

    type: Literal["pass"] = "pass"


AamAction: TypeAlias = Annotated[
    AamChooseFirstPlayer
    | AamMove
    | AamBoard
    | AamDismount
    | AamPlace
    | AamReportAttack
    | AamEndPortion
    | AamChoosePenalty
    | AamPass,
    Field(discriminator="type"),
]


@model
class AamEdge:
    """One step that a unit may make, and what it costs."""

    start: HexId
    end: HexId
    cost: StrictInt
    road: StrictBool
    """It goes along a road."""


@model
class AamMoveTemplate:
    """All moves of a unit: paths along the edges within its allowance."""

    type: Literal["moves"] = "moves"
    unit: Identifier
    start: HexId
    allowance: StrictInt
    road_allowance: StrictInt
    """For a move that goes along roads only."""
    first_road_free: StrictBool
    """The first step along a road costs nothing."""
    edges: tuple[AamEdge, ...]

    def covers(self, action: object) -> bool:
        """Whether it is one of these moves."""
        if not isinstance(action, AamMove) or action.unit != self.unit or not action.path:
            return False
        steps = {(edge.start, edge.end): edge for edge in self.edges}
        here, taken = self.start, []
        for place in action.path:
            edge = steps.get((here, place))
            if edge is None:
                return False
            taken.append(edge)
            here = place
        return self._affords(taken)

    def _affords(self, taken: list[AamEdge]) -> bool:
        """Whether the allowance pays for the steps; the first along a road may be free."""
        cost = sum(edge.cost for edge in taken)
        if self.first_road_free:
            cost -= next((edge.cost for edge in taken if edge.road), 0)
        by_road = all(edge.road for edge in taken)
        return cost <= (self.road_allowance if by_road else self.allowance)

    def examples(self) -> Iterator[AamMove]:
        """A shortest path to each hex that can be reached, as far as paths on the way there can be paid."""
        ways: list[list[AamEdge]] = [[]]
        reached = {self.start}
        for way in ways:
            here = way[-1].end if way else self.start
            for edge in self.edges:
                longer = [*way, edge]
                if edge.start == here and edge.end not in reached and self._affords(longer):
                    reached.add(edge.end)
                    ways.append(longer)
                    yield AamMove(unit=self.unit, path=tuple(step.end for step in longer))


@model
class AamPlaceTemplate:
    """All placements of a unit."""

    type: Literal["placements"] = "placements"
    unit: Identifier
    hexes: tuple[HexId, ...]

    def covers(self, action: object) -> bool:
        """Whether it is one of these placements."""
        return isinstance(action, AamPlace) and action.unit == self.unit and action.hex in self.hexes

    def examples(self) -> Iterator[AamPlace]:
        """All of them."""
        return (AamPlace(unit=self.unit, hex=place) for place in self.hexes)


@model
class AamAttackTemplate:
    """All attacks of a unit that may be reported."""

    type: Literal["attacks"] = "attacks"
    unit: Identifier
    targets: tuple[Identifier, ...]
    most_counters: StrictInt

    def covers(self, action: object) -> bool:
        """Whether it is one of these reports."""
        return (
            isinstance(action, AamReportAttack)
            and action.unit == self.unit
            and action.target in self.targets
            and 0 <= action.counters <= self.most_counters
        )

    def examples(self) -> Iterator[AamReportAttack]:
        """All of them."""
        return (
            AamReportAttack(unit=self.unit, target=target, counters=counters)
            for target in self.targets
            for counters in range(self.most_counters + 1)
        )


AamTemplate: TypeAlias = Annotated[AamMoveTemplate | AamPlaceTemplate | AamAttackTemplate, Field(discriminator="type")]
