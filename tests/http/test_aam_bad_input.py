"""Bad input to a stored match of Axis & Allies Miniatures, over real HTTP: a clear problem, and nothing stored."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from tests.commands.test_serve import Start
from tests.commands.test_serve import data as data  # noqa: PLC0414 - a fixture
from tests.commands.test_serve import start as start  # noqa: PLC0414 - a fixture

VILLAGE_HOLE = "g6"
MEGABYTE = 1024 * 1024


class Match:
    """A match in its first movement portion, with one key for both seats."""

    def __init__(self, address: str, key: str) -> None:
        self.client = httpx2.Client(base_url=address, timeout=60, headers={"Authorization": f"Bearer {key}"})
        wish = {"ruleset": "aam-stacking", "scenario": "normandy-village"}
        self.common = f"/v1/matches/{self.client.post('/v1/matches', json=wish).json()['match_id']}"
        for seat in ("axis", "allies"):
            self.client.put(f"{self.common}/seats/{seat}", json={}).raise_for_status()
        self.client.post(f"{self.common}/start").raise_for_status()
        self.typed = self.common.replace("/v1/", "/v1/aam-stacking/")
        due = self.view()["decisions"][0]["seat"]
        chosen = {"seat": due, "action": {"type": "choose_first_player", "player": "axis"}}
        self.post(json.dumps(chosen).encode()).raise_for_status()

    def view(self) -> dict[str, Any]:
        found: dict[str, Any] = self.client.get(f"{self.typed}/view", params={"seat": "axis"}).json()
        return found

    def post(self, content: bytes) -> httpx2.Response:
        version = self.view()["version"]
        headers = {"Content-Type": "application/json", "If-Match": f'"{version}"'}
        return self.client.post(f"{self.typed}/actions", content=content, headers=headers)

    def events(self) -> int:
        return len(self.client.get(f"{self.common}/events", params={"after": 0, "seat": "axis"}).json()["items"])


@pytest.fixture
def match(start: Start, data: Path) -> Iterator[Match]:
    service = start(UMPIRE_DATA_DIR=str(data))
    address = service.address()
    made = Match(address, service.output().partition("shown only now: ")[2].split()[0])
    yield made
    made.client.close()


def move(unit: str, *path: str, **more: Any) -> bytes:
    return json.dumps({"seat": "axis", "action": {"type": "move", "unit": unit, "path": path, **more}}).encode()


def test_nothing_bad_is_stored(match: Match) -> None:
    before = match.events()
    hexes = {place["id"]: place for place in match.view()["position"]["setting"]["map"]["hexes"]}
    assert VILLAGE_HOLE not in hexes
    unit = next(unit for unit in match.view()["position"]["units"] if unit["seat"] == "axis" and unit["hex"])
    bad = {
        "unknown field": (move(unit["id"], unit["hex"], colour="red"), 422, "invalid"),
        "unknown unit": (move("nobody", "a1"), 422, "illegal"),
        "unknown hex": (move(unit["id"], "zz99"), 422, "illegal"),
        "through a hole": (move(unit["id"], "f6", VILLAGE_HOLE, "h6"), 422, "illegal"),
        "an enemy's unit": (move("allies-m4", "a1"), 422, "illegal"),
        "the same hex twice": (move(unit["id"], unit["hex"], unit["hex"]), 422, "illegal"),
        "no path": (move(unit["id"]), 422, "invalid"),
        "an endless path": (move(unit["id"], *["a1"] * 5_000), 422, "invalid"),
        "10 MB": (b'{"seat":"' + b"x" * 10 * MEGABYTE + b'"}', 413, "too_large"),
        "deep nesting": (b"[" * 100_000, 400, "malformed"),
        "NaN": (move(unit["id"], "a1").replace(b'"move"', b"NaN"), 400, "malformed"),
        "not UTF-8": (move(unit["id"], "a1").replace(b"a1", b"\xff\xfe"), 400, "malformed"),
        "a NUL character": (move(unit["id"], "a1").replace(b"a1", b"\\u0000"), 422, "invalid"),
        "one answer twice": (
            json.dumps(
                {
                    "seat": "axis",
                    "action": {"type": "end_portion"},
                    "answers": [{"key": "a", "values": [1]}, {"key": "a", "values": [2]}],
                }
            ).encode(),
            422,
            "answer_refused",
        ),
    }
    for name, (content, status, code) in bad.items():
        answer = match.post(content)
        assert (answer.status_code, answer.json()["code"]) == (status, code), (name, answer.text)
        assert answer.headers["Content-Type"] == "application/problem+json"
    assert match.events() == before


def test_a_position_with_one_id_twice_is_impossible(match: Match) -> None:
    position = match.view()["position"]
    position["units"].append(position["units"][0])
    body = {"position": position, "seat": "axis", "action": {"type": "end_portion"}}
    answer = match.client.post("/v1/aam-stacking/adjudications", json=body)
    assert (answer.status_code, answer.json()["code"]) == (422, "impossible_position")
