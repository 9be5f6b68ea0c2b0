"""The yardstick of the bench: a bare FastAPI endpoint with the same SQL, headers and size of answer as a submit.

It reads a body, runs the same read and the same write, and answers with stored bytes: all that Umpire must do
too, and nothing of what Umpire adds. `UMPIRE_BENCH_TEMPLATE` names the JSON file of what it writes and answers.
"""

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import Depends, FastAPI, Header
from fastapi.responses import Response
from pydantic import BaseModel

from app.accounts.keys import key_hash
from app.persistence.database import Database, create_engine
from app.persistence.statements import READ_MATCH, WRITE_EVENT


class Move(BaseModel, extra="forbid"):
    """The same action as the one Umpire is sent."""

    type: Literal["move"]
    unit: str
    path: tuple[str, ...]


class Submission(BaseModel, extra="forbid"):
    """The same body as the one Umpire is sent."""

    seat: str
    action: Move


def application() -> FastAPI:
    """Called by uvicorn."""
    template = json.loads(Path(os.environ["UMPIRE_BENCH_TEMPLATE"]).read_text())
    body = template["body"].encode()
    database: Database

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        nonlocal database
        engine = create_engine(os.environ["UMPIRE_DATABASE_URL"], 8)
        database = Database(engine, 8, 512)
        yield
        await engine.dispose()

    def caller(authorization: Annotated[str, Header()]) -> bytes:
        return key_hash(authorization.removeprefix("Bearer "))

    app = FastAPI(lifespan=lifespan)

    @app.post("/matches/{match_id}/actions")
    async def act(
        match_id: str,
        submission: Submission,
        key: Annotated[bytes, Depends(caller)],
        if_match: Annotated[str, Header()],
        idempotency_key: Annotated[str, Header()],
    ) -> Response:
        read = {"key_hash": key, "match_id": match_id, "known_setting": template["setting"], "idempotency_key": "none"}
        async with database.connection() as connection:
            row = (await connection.execute(READ_MATCH, read)).mappings().one()
        write: dict[str, Any] = {
            **template["row"],
            "match_id": match_id,
            "version": row["version"] + 1,
            "status_before": row["status"],
            "read_at": row["updated_at"],
            "account_id": row["account_id"],
            "seat": submission.seat,
            "idempotency_key": idempotency_key,
            "request": key,
        }
        async with database.connection() as connection:
            written = await connection.scalar(WRITE_EVENT, write)
        headers = {**template["headers"], "ETag": if_match}
        return Response(body, 200 if written else 412, headers, "application/json")

    return app
