"""Real processes for the bench: a database, the service, and matches played up to a movement portion."""

import asyncio
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2

SCENARIO = "normandy-village"
"""16 units a side: 32 in all."""


@contextmanager
def serving(factory: str, environment: dict[str, str]) -> Iterator[tuple[str, int]]:
    """A uvicorn process; gives its address and its process id."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    command = [
        sys.executable, "-m", "uvicorn", factory, "--factory", "--port", str(port), "--loop", "uvloop",
        "--http", "httptools", "--no-access-log", "--log-level", "warning", "--no-server-header",
    ]  # fmt: skip
    process = subprocess.Popen(command, env={**os.environ, **environment})
    try:
        _wait_for(port, process)
        yield f"http://127.0.0.1:{port}", process.pid
    finally:
        # Not asked to end: its connections pass through our own event loop, which is busy here.
        process.kill()
        process.wait()


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and process.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError("the server process did not start")


def processor_milliseconds(pid: int) -> float:
    """What all threads of a process have used of the processor."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e6


async def new_match(client: httpx2.AsyncClient) -> tuple[str, str]:
    """A match at the start of its first movement portion, and the seat that moves; one key holds both seats."""
    wish = {"ruleset": "aam-stacking", "scenario": SCENARIO, "dice": "seeded"}
    match_id = (await _post(client, "/v1/matches", wish))["match_id"]
    for seat in ("axis", "allies"):
        claimed = await client.put(f"/v1/matches/{match_id}/seats/{seat}", json={})
        claimed.raise_for_status()
    await _post(client, f"/v1/matches/{match_id}/start", None)
    view = await _view(client, match_id, "axis")
    decision = view["decisions"][0]
    choice = {"seat": decision["seat"], "action": {"type": "choose_first_player", "player": "axis"}}
    await _post(client, f"/v1/aam-stacking/matches/{match_id}/actions", choice, {"If-Match": f'"{view["version"]}"'})
    return match_id, "axis"


async def easy_moves(client: httpx2.AsyncClient, match_id: str, seat: str, most: int) -> list[dict[str, Any]]:
    """Moves of different units, one step each, that land at once: no roll and no fact stands in their way."""
    listed = (
        await client.get(f"/v1/aam-stacking/matches/{match_id}/legal-actions", params={"seat": seat, "limit": 500})
    ).json()["actions"]
    found: list[dict[str, Any]] = []
    for template in (item for item in listed if item["type"] == "moves"):
        for edge in template["edges"]:
            move = {"type": "move", "unit": template["unit"], "path": [edge["end"]]}
            if edge["start"] == template["start"] and await _lands(client, match_id, seat, move):
                found.append(move)
                break
        if len(found) == most:
            break
    return found


async def _lands(client: httpx2.AsyncClient, match_id: str, seat: str, move: dict[str, Any]) -> bool:
    tried = await client.post(
        f"/v1/aam-stacking/matches/{match_id}/actions",
        params={"dry_run": "true", "seat": seat},
        json={"seat": seat, "action": move},
    )
    return tried.status_code == 200 and tried.json()["ruling"]["verdict"] == "legal"


async def _view(client: httpx2.AsyncClient, match_id: str, seat: str) -> dict[str, Any]:
    seen = await client.get(f"/v1/aam-stacking/matches/{match_id}/view", params={"seat": seat})
    seen.raise_for_status()
    found: dict[str, Any] = seen.json()
    return found


async def _post(
    client: httpx2.AsyncClient, path: str, body: Any, headers: dict[str, str] | None = None
) -> dict[str, Any]:
    answer = await client.post(path, json=body, headers=headers)
    if answer.status_code >= 400:
        raise RuntimeError(f"{path}: {answer.status_code} {answer.text}")
    found: dict[str, Any] = answer.json()
    return found


async def versions(client: httpx2.AsyncClient, matches: list[str]) -> dict[str, int]:
    """The present version of each match."""
    views = await asyncio.gather(*(_view(client, match_id, "axis") for match_id in matches))
    return {match_id: view["version"] for match_id, view in zip(matches, views, strict=True)}
