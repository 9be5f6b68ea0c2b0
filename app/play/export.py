"""A match as lines of JSON, which anybody can check without this service.

The first line is the header: the match as it was agreed on, whose hash starts the chain. Each further line is an event:
its leaves and hash; the public part; the exporting seat's own part and salt; and, when the match is over, everything
that the server knows, so that the dice can be rolled again and the rules be asked again.
"""

import json
from typing import Any

from app.adjudication.model import Seat
from app.persistence import statements
from app.play import chain
from app.play.codec import canonical
from app.play.events import SERVER_COLUMNS, header
from app.play.submit import Play, Read

_PAGE = 500


async def lines(play: Play, read: Read, seat: Seat | None, *, whole: bool | None = None) -> list[str]:
    """The lines of a match: whole when it is over (or when asked for by the operator), else a seat's own."""
    match = read.match
    complete = match.status in ("over", "cancelled") if whole is None else whole
    head = {"header": header(match), "seat": seat, "version": match.version, "status": match.status}
    if complete:
        head |= {"secret": match.secret.hex(), "content": read.setting}
    exported = [canonical(head)]
    after = 0
    while True:
        parameters = {"match_id": match.match_id, "after": after, "limit": _PAGE}
        async with play.database.connection() as connection:
            rows = (await connection.execute(statements.READ_LOG, parameters)).mappings().all()
        exported.extend(canonical(_line(match.secret, dict(row), seat, complete)) for row in rows)
        if len(rows) < _PAGE:
            return exported
        after = rows[-1]["version"]


def _line(secret: bytes, row: dict[str, Any], seat: Seat | None, complete: bool) -> dict[str, Any]:
    """Parts are texts, not objects: what is hashed is the text."""
    version = row["version"]
    line: dict[str, Any] = {
        "version": version,
        "at": row["created_at"].isoformat(),
        "leaves": json.loads(row["leaves"]),
        "hash": row["hash"],
        "public": row["public"],
    }
    own = json.loads(row["own"])
    if seat is not None:
        line["own"] = {
            "seat": seat,
            "part": own.get(seat, row["public"]),
            "salt": chain.salt(secret, row["match_id"], version, seat),
        }
    if complete:
        server = {column: row[column] for column in SERVER_COLUMNS}
        line |= {"server": server, "parts": own, "type": row["type"], "seat": row["seat"]}
        line["ruleset_version"] = row["ruleset_version"]
    return line
