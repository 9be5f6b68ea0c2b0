"""Attacks are rolled at the table; their results come in as reports (assault.attack-reported)."""

from dataclasses import replace

from app.adjudication.hearing import Hearing
from app.adjudication.model import params
from app.adjudication.ruling import Assumption, Violation
from app.games.aam_stacking.actions import AamReportAttack
from app.games.aam_stacking.cards import AamCard
from app.games.aam_stacking.effects import AamAttackReported
from app.games.aam_stacking.position import AamPosition, AamUnit
from app.games.aam_stacking.rules import casualty
from app.games.aam_stacking.rules.common import off_map, own_unit, with_units

MOST_COUNTERS = 2
"""counters.hits"""

MORE_ATTACKS = (
    "double-shot",
    "all-guns-blazing",
    "additional-hull-mounted-cannon",
    "extra-hull-mounted-cannon",
    "extra-machine-guns",
    "multiturreted",
    "rapid-fire",
    "firepower",
)
"""Each gives its unit one attack more in its assault phase."""


def legality(position: AamPosition, seat: str, action: AamReportAttack, hearing: Hearing) -> tuple[Violation, ...]:
    """Why this attack cannot have been made: who attacks, whom, and how many counters."""
    unit = own_unit(position, seat, action.unit)
    if isinstance(unit, Violation):
        return (unit,)
    hearing.cite("assault.attack-reported", "assault.move-or-attack")
    found = list(why_it_cannot_attack(position, unit))
    target = position.by_id.get(action.target)
    if target is None or not may_be_target(position, seat, target):
        found.append(
            Violation(
                code="no_target",
                rule="assault.attack-reported",
                params=params(unit=unit.id, target=action.target),
                subjects=(action.target,),
            )
        )
    if not 0 <= action.counters <= MOST_COUNTERS:
        found.append(
            Violation(
                code="too_many_counters",
                rule="counters.hits",
                params=params(counters=action.counters, most=MOST_COUNTERS),
                subjects=(action.target,),
            )
        )
    return tuple(found)


def why_it_cannot_attack(position: AamPosition, unit: AamUnit) -> tuple[Violation, ...]:
    """What keeps a unit from attacking now."""
    card, values = position.setting.card(unit), params(unit=unit.id)

    def because(code: str, rule: str) -> Violation:
        return Violation(code=code, rule=rule, params=values, subjects=(unit.id,))

    if unit.off_map is not None:
        return (off_map(unit, "assault.attack-reported"),)
    if card.kind == "obstacle" or (card.kind == "aircraft") != (not position.assaulting):
        return (because("not_its_phase", "turn.sequence"),)
    found: list[Violation] = []
    if unit.carried_by is not None and not _on_platform(position, unit, card):
        found.append(because("attacks_aboard", "transport.board"))
    if unit.moved and "aggression" not in card.traits:
        found.append(because("has_moved", "assault.move-or-attack"))
    if unit.attacks >= most_attacks(card):
        found.append(because("no_attack_left", "assault.move-or-attack"))
    if unit.disrupted and "undermanned" in card.traits:
        found.append(because("undermanned", "counters.disrupted"))
    return tuple(found)


def most_attacks(card: AamCard) -> int:
    """How many attacks a unit has in its assault phase."""
    return 1 + sum(name in card.traits for name in MORE_ATTACKS)


def _on_platform(position: AamPosition, unit: AamUnit, card: AamCard) -> bool:
    """A non-artillery soldier attacks from a fighting platform that has not moved."""
    carrier = position.by_id.get(unit.carried_by or "")
    if carrier is None or card.is_artillery or carrier.moved:
        return False
    return "fighting-platform" in position.setting.card(carrier).traits


def may_be_target(position: AamPosition, seat: str, target: AamUnit) -> bool:
    """An enemy unit on the map; a passenger only on an exposed transport (transport.exposed)."""
    if target.seat == seat or target.off_map is not None:
        return False
    if target.carried_by is not None:
        carrier = position.by_id.get(target.carried_by)
        return carrier is not None and "exposed-transport" in position.setting.card(carrier).traits
    return position.setting.card(target).kind != "obstacle"


def resolve(position: AamPosition, _seat: str, action: AamReportAttack, hearing: Hearing) -> AamPosition:
    """Place the counters. The result is a fact, echoed as one, that a referee may correct."""
    unit, target = position.by_id[action.unit], position.by_id[action.target]
    hearing.assumptions.append(
        Assumption(
            question="attack_result",
            key=f"attack/{unit.id}/{unit.attacks + 1}/{target.id}",
            value=action.counters,
            rule="assault.attack-reported",
            basis="reported",
        )
    )
    hearing.tell(AamAttackReported(unit=unit.id, target=target.id, counters=action.counters))
    hit = replace(target, counters=target.counters + action.counters)
    after = replace(position, units=with_units(position, replace(unit, attacks=unit.attacks + 1), hit))
    if action.counters:
        casualty.tell_counter(after, hit, "attack", hearing)
    return after
