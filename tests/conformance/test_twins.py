"""Each check of the kit catches its broken twin, and no other check does: so each is needed, and none cries wolf."""

import pytest

from app.adjudication.contract import AnyRuleset
from tests.conformance import twins
from tests.conformance.kit import CHECKS, failures
from tests.conformance.subject import Subject
from tests.rulesets.redeal import REDEAL

TWINS: dict[str, tuple[str, AnyRuleset]] = {
    "accepts a scenario that there is not": ("meta", twins.LAX_NAMES),
    "has no Portuguese for one prompt": ("texts", twins.MUTE_IN_PORTUGUESE),
    "has a rule that does not list its violation": ("citations", twins.RULE_WITHOUT_CODES),
    "has a case that expects something else": ("cases", twins.WRONG_CASE),
    "has a list and a lax number among its types": ("models", twins.LOOSE_TYPES),
    "does not write a part of its position": ("round_trip", twins.FORGETFUL),
    "lists in the order of hashes": ("determinism", twins.LISTED_BY_HASH),
    "remembers what was undone": ("undo", twins.REMEMBERING),
    "lists a move that is too far": ("listed_accepted", twins.TOO_FAR_LISTED),
    "has templates that end a hair short": ("accepted_listed", twins.A_HAIR_SHORT),
    "leaves one path out of its list": ("accepted_listed", twins.ONE_WAY_LESS),
    "marks a position when it refuses": ("illegal_changes_nothing", twins.MARKING),
    "rolls when it refuses": ("illegal_changes_nothing", twins.ROLLING),
    "calls a reached position impossible": ("possible_positions", twins.SUSPICIOUS),
    "leaves nobody due": ("no_dead_ends", twins.NOBODY_DUE),
    "refuses its own default action": ("no_dead_ends", twins.BAD_DEFAULT),
    "presumes to know what is hidden": ("judged_on_views", twins.PRESUMING),
    "uses one decision id again and again": ("decision_ids", twins.ONE_ID),
    "never ends": ("playouts_finish", twins.ENDLESS),
    "goes on without the answer that it needs": ("resume", twins.IMPATIENT),
    "lists at any price": ("budget", twins.DEAR),
    "lets the raider feel who is near": ("secrecy", twins.WHISPERING),
    "tells by a citation how good a hidden card is": ("secrecy", twins.CHATTING),
    "rolls in the open when somebody hides nearby": ("secrecy", twins.RATTLING),
    "changes a view that is viewed again": ("view_idempotent", twins.SEEN_TWICE),
    "hides a seat's decision from its own view": ("decisions_from_views", twins.BLIND),
}


@pytest.mark.parametrize(("check", "twin"), TWINS.values(), ids=TWINS)
def test_exactly_one_check_fails(check: str, twin: AnyRuleset) -> None:
    subject = Subject(twin, playouts=8, turns=120, examined=24, mutations=50, shuffled_hidden=REDEAL.get(twin.meta.id))
    assert set(failures(subject)) == {check}


def test_every_check_has_a_twin() -> None:
    assert {check for check, _ in TWINS.values()} == set(CHECKS)
