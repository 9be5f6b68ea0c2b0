"""Two clients play every tiny ruleset to its end while the application is killed between any two steps."""

import httpx2
import pytest

from tests.http.conftest import Person, Server
from tests.http.players import begin
from tests.http.test_play import exported, seated


@pytest.mark.parametrize(
    ("ruleset", "dice", "options"),
    [("sealed", "seeded", {"rounds": 1}), ("duel", "declared", {"hits": 1, "turns": 3})],
)
async def test_killed_between_steps(
    server: Server, ann: Person, bob: Person, ruleset: str, dice: str, options: dict[str, int]
) -> None:
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{server.port}", timeout=30) as client:
        game = await begin(client, ruleset, seated(ruleset, ann, bob), dice=dice, options=options)
        steps_at_last_kill = -1

        async def kill() -> None:
            nonlocal steps_at_last_kill
            if game.steps != steps_at_last_kill:
                steps_at_last_kill = game.steps
                await server.kill()
                await server.start()

        last = await game.play(kill)
        assert last["status"] == "over"
        assert server.kills == game.steps + 1
        assert len(await exported(game, ann.headers)) == last["version"] + 1


@pytest.mark.soak
@pytest.mark.parametrize("dice", ["seeded", "declared"])
@pytest.mark.parametrize("ruleset", ["sealed", "duel", "ambush", "glide"])
async def test_killed_between_steps_of_all(server: Server, ann: Person, bob: Person, ruleset: str, dice: str) -> None:
    await test_killed_between_steps(server, ann, bob, ruleset, dice, {})
