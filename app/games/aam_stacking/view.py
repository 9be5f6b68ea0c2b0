"""What a seat sees: everything. Face-down counters have a known kind, the row gives it away."""

from app.adjudication.model import Seat
from app.games.aam_stacking.position import AamPosition


def view(position: AamPosition, _seat: Seat | None) -> AamPosition:
    """The position itself: the game hides nothing."""
    return position
