"""Plays matches of the tiny rulesets over HTTP as two clients would: by what the view and the listings say."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import httpx2

Between = Callable[[], Awaitable[None]]


async def nothing() -> None:
    """What happens between two steps, unless a test has something in mind."""


@dataclass
class Game:
    """One match and who sits where."""

    client: httpx2.AsyncClient
    ruleset: str
    match_id: str
    keys: dict[str, dict[str, str]]
    """Headers with the key of each seat's holder."""
    chance: random.Random = field(default_factory=lambda: random.Random(1))
    steps: int = 0

    @property
    def common(self) -> str:
        return f"/v1/matches/{self.match_id}"

    @property
    def typed(self) -> str:
        return f"/v1/{self.ruleset}/matches/{self.match_id}"

    async def view(self, seat: str) -> httpx2.Response:
        answer = await self.client.get(f"{self.typed}/view", params={"seat": seat}, headers=self.keys[seat])
        assert answer.status_code == 200, answer.text
        return answer

    async def act(self, seat: str, action: Any, if_match: str, **headers: str) -> httpx2.Response:
        return await self.client.post(
            f"{self.typed}/actions",
            json={"seat": seat, "action": action},
            headers={**self.keys[seat], "If-Match": if_match, **headers},
        )

    async def listed(self, seat: str) -> list[Any]:
        answer = await self.client.get(f"{self.typed}/legal-actions", params={"seat": seat}, headers=self.keys[seat])
        assert answer.status_code == 200, answer.text
        actions: list[Any] = answer.json()["actions"]
        return actions

    async def play(self, between: Between = nothing, most: int = 300) -> dict[str, Any]:
        """Play to the end; returns the last view."""
        seats = list(self.keys)
        while self.steps < most:
            for seat in seats:
                await between()
                view = await self.view(seat)
                if view.json()["status"] != "playing":
                    last: dict[str, Any] = view.json()
                    return last
                if action := await self.choose(seat, view.json()):
                    await between()
                    acted = await self.act(seat, action, view.headers["ETag"])
                    assert acted.status_code == 200, acted.text
                    self.steps += 1
        raise AssertionError(f"{self.ruleset} did not end in {most} steps")

    async def choose(self, seat: str, view: dict[str, Any]) -> Any:
        """An action for an open decision of the seat, or None where there is none."""
        own = [decision for decision in view["decisions"] if decision["seat"] == seat]
        if not own:
            return None
        if own[0]["kinds"] == ["answer"]:
            asked = [need for need in view["needs"] if need["answered_by"] in (None, seat)]
            return {"type": "answer", "answers": [self._answer(need) for need in asked]}
        return self._concrete(self.chance.choice(await self.listed(seat)))

    def _answer(self, need: dict[str, Any]) -> dict[str, Any]:
        if need["type"] == "roll":
            values = [self.chance.randint(1, need["sides"]) for _ in range(need["dice"])]
        else:
            values = [self.chance.choice(need["choices"])]
        return {"key": need["key"], "values": values}

    def _concrete(self, listed: dict[str, Any]) -> dict[str, Any]:
        if listed["type"] != "moves":
            return listed
        # Towards the middle of the table: the template covers every point within its radius.
        centre = listed["centre"]
        to = {axis: centre[axis] + max(-3_000, min(3_000, 12_000 - centre[axis])) for axis in ("x", "y")}
        free = all((to["x"] - o["x"]) ** 2 + (to["y"] - o["y"]) ** 2 >= listed["apart"] ** 2 for o in listed["others"])
        return {"type": "move", "disc": listed["disc"], "to": to if free else centre}


async def begin(
    client: httpx2.AsyncClient,
    ruleset: str,
    people: dict[str, dict[str, str]],
    *,
    dice: str = "seeded",
    options: dict[str, int] | None = None,
    seed: int = 1,
) -> Game:
    """Make a match, seat the people (headers by seat), and start it."""
    first = next(iter(people.values()))
    wish = {"ruleset": ruleset, "scenario": "standard", "dice": dice, "options": options or {}}
    made = await client.post("/v1/matches", json=wish, headers=first)
    assert made.status_code == 201, made.text
    game = Game(client, ruleset, made.json()["match_id"], people, random.Random(seed))
    for seat, headers in people.items():
        claimed = await client.put(f"{game.common}/seats/{seat}", json={"entropy": seat}, headers=headers)
        assert claimed.status_code == 200, claimed.text
    started = await client.post(f"{game.common}/start", headers=first)
    assert started.status_code == 200, started.text
    return game
