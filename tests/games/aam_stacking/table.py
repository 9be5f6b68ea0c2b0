"""A small table to try rules on: a line of open hexes, units by a short word, and rulings by the gate."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.adjudication import gate
from app.adjudication.model import Scalar
from app.adjudication.requests import Answer
from app.adjudication.ruling import Ruling
from app.adjudication.sources import OpenAnswers
from app.games.aam_stacking.actions import (
    AamAction,
    AamBoard,
    AamChoosePenalty,
    AamDismount,
    AamEndPortion,
    AamMove,
    AamPlace,
)
from app.games.aam_stacking.effects import AamEffect
from app.games.aam_stacking.position import AamHex, AamMap, AamPosition, AamSetting, AamUnit, Phase, SeatId
from app.games.aam_stacking.ruleset import RULESET

LINE = ("a", "b", "c", "d", "e", "f")
CARDS = {
    "rifle": {"axis": "mauser-kar-98k", "allies": "m1-garand-rifle"},
    "tank": {"axis": "panzer-iv-ausf-e", "allies": "m4a1-sherman"},
    "truck": {"axis": "opel-blitz-3-ton", "allies": "cckw-352"},
    "gun": {"axis": "pak-38-anti-tank-gun", "allies": "6-pounder-anti-tank-gun"},
    "large": {"axis": "pak-40-anti-tank-gun", "allies": "17-pounder-anti-tank-gun"},
    "plane": {"axis": "messerschmitt-bf109e", "allies": "p51d-mustang"},
}
AamRuling = Ruling[AamPosition, AamEffect]


def board(terrain: Mapping[str, Any] | None = None, roads: tuple[tuple[str, str], ...] = (), **more: Any) -> AamMap:
    """A line of six hexes, a to f, with g above b and c."""
    kinds = terrain or {}
    line = tuple(AamHex(id=name, q=index, r=0, terrain=kinds.get(name, "open")) for index, name in enumerate(LINE))
    above = AamHex(id="g", q=2, r=-1, terrain=kinds.get("g", "open"))
    return AamMap(hexes=(*line, above), road_edges=roads, **more)


def unit(name: str, card: str, place: str | None = None, **more: Any) -> AamUnit:
    """`x-...` is of the axis, anything else of the allies; the card is a word of the table or an id."""
    seat: SeatId = "axis" if name.startswith("x") else "allies"
    return AamUnit(id=name, card=CARDS.get(card, {}).get(seat, card), seat=seat, hex=place, **more)


def table(*units: AamUnit, phase: Phase = "first_movement", on: AamMap | None = None, **more: Any) -> AamPosition:
    """A position; the axis is first player. Units entered in the order given, unless they say otherwise."""
    entered = tuple(
        replace(each, entered=number) if each.hex is not None and each.entered is None else each
        for number, each in enumerate(units, start=1)
    )
    setting = AamSetting(scenario="test", map=on or board())
    return AamPosition(setting=setting, phase=phase, first_player="axis", units=entered, **more)


def judge(
    position: AamPosition, action: AamAction, answers: Mapping[str, Scalar] | None = None, seat: str | None = None
) -> AamRuling:
    """The ruling on an action of whoever is due, with answers by key."""
    given = OpenAnswers.of(Answer(key=key, values=(value,)) for key, value in (answers or {}).items())
    due = seat or RULESET.decisions(position)[0].seat
    return gate.adjudicate(RULESET, position, due, action, gate.Circumstances(given))


def move(name: str, *path: str) -> AamMove:
    return AamMove(unit=name, path=path)


def board_it(name: str, transport: str) -> AamBoard:
    return AamBoard(unit=name, transport=transport)


def off(name: str) -> AamDismount:
    return AamDismount(unit=name)


def place(name: str, where: str) -> AamPlace:
    return AamPlace(unit=name, hex=where)


def penalise(name: str) -> AamChoosePenalty:
    return AamChoosePenalty(unit=name)


END = AamEndPortion()


def codes(ruling: AamRuling) -> list[str]:
    return [violation.code for violation in ruling.violations]


def types(ruling: AamRuling) -> list[str]:
    return [effect.type for effect in ruling.effects]


def after(ruling: AamRuling) -> AamPosition:
    """The position after a legal action."""
    assert ruling.verdict == "legal", (ruling.violations, ruling.needs)
    assert ruling.position is not None
    return ruling.position


def state(ruling: AamRuling, name: str) -> AamUnit:
    return after(ruling).by_id[name]
