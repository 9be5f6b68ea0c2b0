"""Judges a finished match again, event by event, and says where today's rules would have judged otherwise."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.adjudication.errors import AdjudicationError
from app.adjudication.requests import Answer
from app.adjudication.resources import adapter
from app.play.codec import Codec, canonical
from app.play.judge import Judged, Submission, Table, judge
from app.play.pending import Pending

_ANSWERS = adapter(tuple[Answer, ...])


@dataclass
class Replay:
    """How many events were judged again, and a sentence for each that came out differently."""

    events: int = 0
    differences: list[str] = field(default_factory=list)


def replay(codec: Codec, lines: Iterable[str]) -> Replay:
    """Judge a whole export again; raises ValueError for one without the secret."""
    rows = [json.loads(line) for line in lines if line.strip()]
    if not rows or "secret" not in rows[0]:
        raise ValueError("only a whole export can be replayed: the secret is missing")
    head, result = rows[0], Replay()
    before: Mapping[str, Any] | None = None
    for event in rows[1:]:
        server = event["server"]
        if server["ruling"] is not None:
            result.events += 1
            try:
                judged = _judge(codec, head, before, event)
            except AdjudicationError as error:
                result.differences.append(f"event {event['version']}: {error.code}: {error.message}")
            else:
                _compare(codec, judged, event, result)
        before = server
    return result


def _judge(codec: Codec, head: Mapping[str, Any], before: Mapping[str, Any] | None, event: Mapping[str, Any]) -> Judged:
    server = event["server"]
    pending = None
    if event["type"] == "answer" and before is not None and before["pending"] is not None:
        pending = adapter(Pending).validate_json(before["pending"])
    text = server["action"] if pending is None else pending.action
    submission = Submission(
        seat=event["seat"],
        action=None if text is None else codec.read_action(text),
        action_text=text,
        answers=_ANSWERS.validate_json(server["answers"]),
    )
    position = None if before is None or before["position"] is None else before["position"]
    table = Table(
        position=None if position is None else codec.read_position(position, head["content"]),
        setting=codec.read_setting(head["content"]),
        secret=bytes.fromhex(head["secret"]),
        entropy="\n".join(seat["entropy"] for seat in head["header"]["seats"]),
        match_id=head["header"]["match"],
        version=event["version"],
        declared=head["header"]["dice"] == "declared",
    )
    return judge(codec.ruleset, table, submission, pending)


def _compare(codec: Codec, judged: Judged, event: Mapping[str, Any], result: Replay) -> None:
    server, where = event["server"], f"event {event['version']}"
    if canonical(codec.plain_ruling(judged.ruling)) != server["ruling"]:
        result.differences.append(f"{where}: another ruling")
    position = judged.ruling.position
    if (None if position is None else codec.write_position(position)) != server["position"]:
        result.differences.append(f"{where}: another position")
