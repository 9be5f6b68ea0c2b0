"""`make bench`: the figures of this machine, as ratios within one run; nothing is asserted.

1. Application CPU of one submit, as a ratio to a bare FastAPI endpoint with the same SQL, headers and size of answer.
2. The submit's round trips to the database.
3. `adjudicate` in process: a move among 32 units.
"""

import asyncio
import json
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2
from sqlalchemy import make_url, text

from app.accounts.keys import ensure_first_key
from app.adjudication import gate
from app.adjudication.errors import Budget
from app.adjudication.seeded import SeededDice
from app.adjudication.sources import MatchAnswers, OpenAnswers
from app.catalogue import CATALOGUE
from app.games.aam_stacking.actions import AamMove
from app.persistence.database import create_single_use_engine
from app.persistence.embedded import EmbeddedPostgres
from app.persistence.migrate import migrate
from tests.load import world
from tests.load.proxy import RoundTrips

MATCHES = 60
ROUNDS = 6


@dataclass
class Measured:
    """Milliseconds of CPU for one request, one figure a round, and the round trips of all."""

    cpu: list[float] = field(default_factory=list)
    trips: list[float] = field(default_factory=list)


def main() -> None:
    """Run everything and print it."""
    folder = Path(tempfile.mkdtemp(prefix="umpire-bench-", dir="/tmp"))
    folder.chmod(0o755)
    print("Starting a database ...", flush=True)
    with EmbeddedPostgres(folder / "data") as server:
        asyncio.run(_submits(folder, server.url))
    _in_process()


async def _submits(folder: Path, url: str) -> None:
    await migrate(url)
    engine = create_single_use_engine(url)
    key = await ensure_first_key(engine)
    sockets = folder / "count"
    sockets.mkdir()
    trips = RoundTrips(sockets, Path(str(make_url(url).query["host"])))
    await trips.start()
    counted = make_url(url).update_query_dict({"host": str(sockets)}).render_as_string(hide_password=False)
    environment = {"UMPIRE_DATABASE_URL": counted, "UMPIRE_BENCH_TEMPLATE": str(folder / "template.json")}
    headers = {"Authorization": f"Bearer {key}"}
    with world.serving("app.http.server:application", environment) as (address, pid):
        async with httpx2.AsyncClient(base_url=address, headers=headers, timeout=60) as client:
            print(f"Preparing {2 * MATCHES} matches of 32 units ...", flush=True)
            matches = [(await world.new_match(client))[0] for _ in range(2 * MATCHES)]
            moves = await world.easy_moves(client, matches[0], "axis", ROUNDS + 2)
            await _warm_up(client, matches, moves[0], folder, engine)
            with world.serving("tests.load.bare:application", environment) as (bare_address, bare_pid):
                async with httpx2.AsyncClient(base_url=bare_address, headers=headers, timeout=60) as bare:
                    ours, theirs = Measured(), Measured()
                    for number, move in enumerate(moves[1:], start=1):
                        await _round(client, pid, "/v1/aam-stacking/matches", matches[:MATCHES], move, (ours, trips))
                        await _round(bare, bare_pid, "/matches", matches[MATCHES:], move, (theirs, trips))
                        print(f"  round {number} of {len(moves) - 1}", flush=True)
    await trips.stop()
    await engine.dispose()
    _print_submits(ours, theirs)


async def _warm_up(
    client: httpx2.AsyncClient, matches: list[str], move: dict[str, Any], folder: Path, engine: Any
) -> None:
    """One move in every match; the last one is what the bare endpoint writes and answers."""
    for match_id, version in (await world.versions(client, matches)).items():
        answer = await client.post(
            f"/v1/aam-stacking/matches/{match_id}/actions",
            json={"seat": "axis", "action": move},
            headers={"If-Match": f'"{version}"', "Idempotency-Key": "warm"},
        )
        answer.raise_for_status()
    async with engine.connect() as connection:
        event = await connection.execute(
            text("SELECT e.*, m.setting_hash, m.to_move FROM events e JOIN matches m USING (match_id)"
                 " WHERE match_id = :match_id ORDER BY e.version DESC LIMIT 1"),
            {"match_id": matches[-1]},
        )  # fmt: skip
        row = dict(event.mappings().one())
    kept = ("type", "ruleset_version", "action", "answers", "rolled", "ruling", "position", "pending", "public", "own",
            "leaves", "hash", "to_move")  # fmt: skip
    template = {
        "row": {name: row[name] for name in kept} | {"status": "playing", "outcome": None},
        "setting": row["setting_hash"],
        "body": answer.text,
        "headers": {name: answer.headers[name] for name in ("Vary", "Cache-Control", "Content-Language")},
    }
    (folder / "template.json").write_text(json.dumps(template))


async def _round(
    client: httpx2.AsyncClient,
    pid: int,
    path: str,
    matches: list[str],
    move: dict[str, Any],
    into: tuple[Measured, RoundTrips],
) -> None:
    measured, trips = into
    known = dict.fromkeys(matches, '"1"')
    if path != "/matches":
        known = {match_id: f'"{version}"' for match_id, version in (await world.versions(client, matches)).items()}
    body = json.dumps({"seat": "axis", "action": move}).encode()
    cpu, count = world.processor_milliseconds(pid), trips.count
    for match_id in matches:
        headers = {"If-Match": known[match_id], "Idempotency-Key": move["unit"], "Content-Type": "application/json"}
        answer = await client.post(f"{path}/{match_id}/actions", content=body, headers=headers)
        if answer.status_code != 200:
            raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
    measured.cpu.append((world.processor_milliseconds(pid) - cpu) / len(matches))
    measured.trips.append((trips.count - count) / len(matches))


def _print_submits(ours: Measured, theirs: Measured) -> None:
    own, bare = statistics.median(ours.cpu), statistics.median(theirs.cpu)
    ratio = statistics.median(a / b for a, b in zip(ours.cpu, theirs.cpu, strict=True))
    print(f"\nsubmit, application CPU:      {own:.2f} ms; bare endpoint {bare:.2f} ms; ratio {ratio:.2f} (aim 1.8)")
    trips, bare_trips = statistics.median(ours.trips), statistics.median(theirs.trips)
    print(f"submit, database round trips: {trips:.2f}; bare endpoint {bare_trips:.2f} (aim 2)")


def _in_process() -> None:
    ruleset = CATALOGUE["aam-stacking"]
    setting = ruleset.make_setting(world.SCENARIO, {})
    position = _moving_position(ruleset, setting)
    action = _first_move(ruleset, position)
    seat = position.active
    times = []
    for _ in range(3000):
        started = time.perf_counter_ns()
        ruling = gate.adjudicate(ruleset, position, seat, action, gate.Circumstances())
        times.append(time.perf_counter_ns() - started)
    print(
        f"adjudicate in process:        {statistics.median(times) / 1000:.0f} microseconds for a move among "
        f"{len(position.units)} units, {ruling.verdict} (aim 150)"
    )


def _moving_position(ruleset: Any, setting: Any) -> Any:
    """The start of the first movement portion, both sides' initiative rolled."""

    dice = MatchAnswers(OpenAnswers({}), SeededDice(b"bench", "", "bench", 1))
    position: Any = gate.start(ruleset, setting, gate.Circumstances(dice)).position
    seat = position.active
    choice = ruleset.default_action(position, seat)
    return gate.adjudicate(ruleset, position, seat, choice, gate.Circumstances()).position


def _first_move(ruleset: Any, position: Any) -> AamMove:
    """A legal move of one step that lands at once."""

    for template in ruleset.legal_actions(position, position.active, Budget(100_000)):
        for edge in getattr(template, "edges", ()):
            if edge.start == template.start:
                move = AamMove(unit=template.unit, path=(edge.end,))
                ruling = gate.adjudicate(ruleset, position, position.active, move, gate.Circumstances())
                if ruling.verdict == "legal":
                    return move
    raise RuntimeError("nobody can move")


if __name__ == "__main__":
    main()
