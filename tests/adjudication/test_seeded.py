"""Seeded dice: golden vectors that never change, no bias, and a roll that anybody can make again."""

import hashlib
import hmac
from collections import Counter
from itertools import islice

import pytest

from app.adjudication.errors import ContractBroken
from app.adjudication.requests import DrawRequest, RollRequest
from app.adjudication.seeded import SeededDice, _below, commitment

SECRET = bytes(range(32))
GOLDEN_FACES = (6, 6, 2, 2, 5, 3, 6, 3, 5, 4)
GOLDEN_DRAW = ("ship", "ship", "plane", "tank")
GOLDEN_TWENTY = (18, 18, 1)


def dice(**changed: object) -> SeededDice:
    fields = {"secret": SECRET, "entropy": "alpha\nbeta", "match": "0190-match", "version": 7} | changed
    return SeededDice(**fields)  # type: ignore[arg-type]


def roll(count: int, sides: int = 6) -> RollRequest:
    return RollRequest(key="k", purpose="p", rule="r", dice=count, sides=sides)


def draw(count: int) -> DrawRequest:
    return DrawRequest(key="k", purpose="p", rule="r", pile="bag", count=count)


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_golden_vectors() -> None:
    """Matches are verified years later: these values may never change."""
    rolls = dice()
    assert rolls.values(roll(10), None) == GOLDEN_FACES
    assert rolls.values(draw(4), {"tank": 2, "ship": 2, "plane": 1}) == GOLDEN_DRAW
    assert rolls.values(roll(3, sides=20), None) == GOLDEN_TWENTY


def test_a_roll_can_be_made_again_from_its_description_alone() -> None:
    """Written down once more, without the code: HMAC-SHA256, 32-bit numbers, what is beyond the last multiple goes."""
    message = b"alpha\nbeta\n0190-match\n7\n0\n0"
    digest = hmac.digest(SECRET, message, hashlib.sha256)
    numbers = [int.from_bytes(digest[start : start + 4], "big") for start in range(0, 32, 4)]
    faces = [1 + number % 6 for number in numbers if number < 2**32 // 6 * 6]
    assert dice().values(roll(len(faces)), None) == tuple(faces)


@pytest.mark.parametrize(
    "changed",
    [{"secret": b"another"}, {"entropy": "alpha\ngamma"}, {"match": "other"}, {"version": 8}, {"index": 1}],
    ids=lambda changed: next(iter(changed)),
)
def test_each_part_of_the_message_counts(changed: dict[str, object]) -> None:
    assert dice(**changed).values(roll(20), None) != dice().values(roll(20), None)


def test_requests_of_one_event_have_numbers_of_their_own() -> None:
    rolls = dice()
    first, second = rolls.values(roll(20), None), rolls.values(roll(20), None)
    assert first != second
    assert rolls.index == 2


@pytest.mark.parametrize("sides", [2, 6, 10, 7])
def test_every_face_is_equally_likely(sides: int) -> None:
    """Chi square over 20,000 throws; the bound is far out (p < 0.00001), and the seed is fixed."""
    faces = Counter(face for version in range(100) for face in dice(version=version).values(roll(200, sides), None))
    expected = 20_000 / sides
    assert set(faces) == set(range(1, sides + 1))
    assert sum((count - expected) ** 2 / expected for count in faces.values()) < 20 + 2.5 * sides


def test_numbers_beyond_the_last_full_multiple_are_thrown_away() -> None:
    """Taking them modulo the sides would favour the low faces."""
    limit = 2**32 // 6 * 6
    assert _below(6, iter([limit, 2**32 - 1, limit - 1])) == 5
    assert _below(6, iter([limit + 3, 0])) == 0


def test_every_item_of_a_pile_is_equally_likely() -> None:
    drawn = Counter(name for v in range(3_000) for name in dice(version=v).values(draw(1), {"a": 1, "b": 2}))
    assert abs(drawn["a"] - 1_000) < 120


def test_a_draw_does_not_put_back() -> None:
    for version in islice(range(50), 50):
        assert Counter(dice(version=version).values(draw(3), {"a": 1, "b": 2})) == {"a": 1, "b": 2}


def test_the_order_in_which_a_pile_is_given_does_not_matter() -> None:
    assert dice().values(draw(3), {"a": 1, "b": 2, "c": 1}) == dice().values(draw(3), {"c": 1, "b": 2, "a": 1})


def test_drawing_more_than_there_is_breaks_the_contract() -> None:
    with pytest.raises(ContractBroken, match="fewer than 4"):
        dice().values(draw(4), {"a": 1, "b": 2})


def test_the_secret_is_not_shown() -> None:
    assert "secret" not in repr(dice())
