"""Every fact that the rules may ask of people."""

from app.adjudication.model import Scalar, params
from app.adjudication.requests import FactRequest
from app.games.aam_stacking.actions import LONGEST_PATH
from app.games.aam_stacking.position import SEATS, SeatId

NO_HIT = "none"

FACT_QUESTIONS: dict[str, tuple[Scalar, ...]] = {
    "which_vehicle_first": SEATS,
    "defensive_fire": (NO_HIT, *(str(index) for index in range(LONGEST_PATH + 1))),
}


def which_vehicle_first(place: str, key: str | None = None) -> FactRequest:
    """Whose vehicle came first of those in the hex (stacking.order-of-entry)."""
    return FactRequest(
        key=key or f"stacking/{place}/which_vehicle_first",
        question="which_vehicle_first",
        rule="stacking.order-of-entry",
        params=params(hex=place),
        choices=SEATS,
    )


def defensive_fire(
    unit: str, course: tuple[str, ...], where: tuple[int, ...], segment: int, answered_by: SeatId
) -> FactRequest:
    """Where on its course defensive fire disrupted the mover: `none`, or the number of a hex, 0 for the first."""
    return FactRequest(
        key=f"move/{unit}/defensive_fire/{segment}",
        question="defensive_fire",
        rule="movement.defensive-fire",
        params=params(unit=unit, course=course, hexes=tuple(f"{index}: {course[index]}" for index in where)),
        choices=(NO_HIT, *(str(index) for index in where)),
        answered_by=answered_by,
    )
