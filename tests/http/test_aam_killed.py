"""Two clients play Axis & Allies Miniatures to its end, while application and PostgreSQL are killed between steps."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import psutil
import pytest

from tests.commands.test_serve import Service, Start
from tests.commands.test_serve import data as data  # noqa: PLC0414 - a fixture
from tests.commands.test_serve import start as start  # noqa: PLC0414 - a fixture

SEATS = ("axis", "allies")
RULESET = "aam-stacking"


class Table:
    """A match, its two keys, and the service that is killed and started again."""

    def __init__(self, start: Start, folder: Path) -> None:
        self.folder = folder
        self.start = start
        self.chance = random.Random(7)
        self.kills = {"application": 0, "postgresql": 0}
        self.service: Service = start(UMPIRE_DATA_DIR=str(folder))
        self.client = httpx2.Client(base_url=self.service.address(), timeout=60)
        first = self.service.output().partition("shown only now: ")[2].split()[0]
        self.keys = {"axis": first, "allies": self._second_key(first)}
        wish = {"ruleset": RULESET, "scenario": "tunisia-meeting", "options": {"turn_limit": 2}}
        self.match = self.call("POST", "/v1/matches", "axis", wish)["match_id"]
        for seat in SEATS:
            self.call("PUT", f"/v1/matches/{self.match}/seats/{seat}", seat, {"entropy": seat})
        self.call("POST", f"/v1/matches/{self.match}/start", "axis", None)

    def _second_key(self, first: str) -> str:
        made = self.client.post(
            "/v1/keys",
            json={"account_name": "second", "name": "second"},
            headers={"Authorization": f"Bearer {first}"},
        )
        assert made.status_code == 201, made.text
        key: str = made.json()["key"]
        return key

    def call(self, method: str, path: str, seat: str, body: Any, **headers: str) -> dict[str, Any]:
        sent = {"Authorization": f"Bearer {self.keys[seat]}", **headers}
        answer = self.client.request(method, path, json=body, headers=sent)
        assert answer.status_code < 300, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def view(self, seat: str) -> dict[str, Any]:
        return self.call("GET", f"/v1/{RULESET}/matches/{self.match}/view", seat, None)

    def act(self, seat: str, view: dict[str, Any]) -> None:
        action = self._choose(seat, view)
        path = f"/v1/{RULESET}/matches/{self.match}/actions"
        headers = {"If-Match": f'"{view["version"]}"', "Idempotency-Key": f"{seat}-{view['version']}"}
        landed = self.call("POST", path, seat, {"seat": seat, "action": action}, **headers)
        assert landed["version"] == view["version"] + 1

    def _choose(self, seat: str, view: dict[str, Any]) -> dict[str, Any]:
        kinds = next(decision["kinds"] for decision in view["decisions"] if decision["seat"] == seat)
        if kinds == ["answer"]:
            return {
                "type": "answer",
                "answers": [
                    {"key": need["key"], "values": [self.chance.choice(need["choices"] or [need["minimum"]])]}
                    for need in view["needs"]
                    if need["answered_by"] in (None, seat)
                ],
            }
        listed = self.call("GET", f"/v1/{RULESET}/matches/{self.match}/legal-actions", seat, None)["actions"]
        return self._concrete(self.chance.choice(listed))

    def _concrete(self, item: dict[str, Any]) -> dict[str, Any]:
        if item["type"] == "moves":
            edge = self.chance.choice([edge for edge in item["edges"] if edge["start"] == item["start"]])
            return {"type": "move", "unit": item["unit"], "path": [edge["end"]]}
        if item["type"] == "placements":
            return {"type": "place", "unit": item["unit"], "hex": item["hexes"][0]}
        if item["type"] == "attacks":
            return {"type": "report_attack", "unit": item["unit"], "target": item["targets"][0], "counters": 1}
        return item

    def disturb(self) -> None:
        """Kill the application or the database, in turn, and start again."""
        victim = "application" if self.kills["application"] == self.kills["postgresql"] else "postgresql"
        if victim == "postgresql":
            postmaster = int((self.folder / "database" / "postmaster.pid").read_text().split()[0])
            os.kill(postmaster, signal.SIGKILL)
            psutil.wait_procs([psutil.Process(postmaster)] if psutil.pid_exists(postmaster) else [], timeout=30)
            away = self.client.get("/readyz")
            assert (away.status_code, away.json()["code"]) == (503, "unavailable")
        self.service.stop(signal.SIGKILL)
        self.kills[victim] += 1
        self.service = self.start(UMPIRE_DATA_DIR=str(self.folder))
        self.client.base_url = httpx2.URL(self.service.address())


@pytest.fixture
def table(start: Start, data: Path) -> Iterator[Table]:
    made = Table(start, data)
    yield made
    made.client.close()


def test_a_match_survives(table: Table, tmp_path: Path) -> None:
    steps = 0
    while (view := table.view("axis"))["status"] == "playing":
        table.disturb()
        seat = next(decision["seat"] for decision in table.view("axis")["decisions"])
        table.act(seat, table.view(seat))
        steps += 1
        assert steps < 200
    assert view["outcome"]["reason"] == "turn_limit"
    assert min(table.kills.values()) >= 5
    exported = tmp_path / "match.jsonl"
    headers = {"Authorization": f"Bearer {table.keys['axis']}"}
    exported.write_text(table.client.get(f"/v1/matches/{table.match}/export", headers=headers).text)
    program = Path(sys.executable).with_name("umpire")
    for command in ("verify", "replay"):
        done = subprocess.run([program, command, str(exported)], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    print(f"{steps} steps, {table.kills} kills")  # noqa: T201 - the figure that was asked for
