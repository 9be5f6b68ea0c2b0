"""What a position waits for, and what an absent player does."""

from app.adjudication.model import params
from app.adjudication.ruling import Decision
from app.games.aam_stacking.actions import (
    AamAction,
    AamChooseFirstPlayer,
    AamChoosePenalty,
    AamEndPortion,
    AamPass,
)
from app.games.aam_stacking.position import AamPosition, opponent
from app.games.aam_stacking.rules.check import candidates
from app.games.aam_stacking.rules.common import as_seat

MOVEMENT = ("move", "board", "dismount", "place", "end_portion")
ASSAULT = ("move", "report_attack", "end_portion")
AIRSTRIKE = ("report_attack", "end_portion")


def decisions(position: AamPosition) -> tuple[Decision, ...]:
    """The one open decision; none when the game is over."""
    known: tuple[Decision, ...] | None = position.memory.get("decisions")
    if known is None:
        known = position.memory["decisions"] = _decisions(position)
    return known


def _decisions(position: AamPosition) -> tuple[Decision, ...]:
    seat = position.active
    if seat is None:
        return ()
    if position.resolution:
        return (_penalty(position),)
    kinds: tuple[str, ...]
    if position.phase == "initiative":
        kinds, prompt, default = ("choose_first_player",), "choose_first_player", "choose_first_player"
    elif position.phase == "flight":
        kinds, prompt, default = ("place", "pass"), "flight", "pass"
    elif position.moving:
        kinds, prompt, default = MOVEMENT, "movement", "end_portion"
    elif position.assaulting:
        kinds, prompt, default = ASSAULT, "assault", "end_portion"
    else:
        kinds, prompt, default = AIRSTRIKE, "airstrike", "end_portion"
    return (
        Decision(
            id=f"turn{position.turn}/{position.phase}/{position.decision}",
            seat=seat,
            kinds=kinds,
            prompt=prompt,
            params=params(turn=position.turn),
            default=default,
        ),
    )


def _penalty(position: AamPosition) -> Decision:
    """The opponent of the side that is over chooses for the hex that is next."""
    frame = position.resolution[-1]
    return Decision(
        id=f"turn{position.turn}/penalty/{position.decision}",
        seat=opponent(frame.seat),
        kinds=("choose_penalty",),
        prompt="choose_penalty",
        params=params(hex=frame.hex, seat=frame.seat, candidates=candidates(position, frame.seat, frame.hex)),
        default="choose_penalty",
        source="resolution",
    )


def default_action(position: AamPosition, seat: str) -> AamAction:
    """End the portion, be first player, pass, or penalise the first candidate."""
    if position.resolution:
        frame = position.resolution[-1]
        return AamChoosePenalty(unit=candidates(position, frame.seat, frame.hex)[0])
    if position.phase == "initiative":
        return AamChooseFirstPlayer(player=as_seat(seat))
    return AamPass() if position.phase == "flight" else AamEndPortion()
