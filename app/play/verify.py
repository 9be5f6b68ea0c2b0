"""Checks an exported match without the service and without its rules: the hash chain, the commitment, the dice."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from app.adjudication.resources import adapter
from app.adjudication.seeded import SeededDice, commitment
from app.play import chain
from app.play.codec import sha256
from app.play.events import SERVER_COLUMNS
from app.play.judge import Rolled

_ROLLED = adapter(tuple[Rolled, ...])


@dataclass
class Verification:
    """What was checked, and a sentence for each thing that is wrong."""

    events: int = 0
    own_parts: int = 0
    rolls: int = 0
    complete: bool = False
    """Whether the secret was there, so that dice and everybody's parts could be checked."""
    faults: list[str] = field(default_factory=list)


def verify(lines: Iterable[str]) -> Verification:
    """Check an export; raises ValueError and KeyError for what is no export at all."""
    rows = [json.loads(line) for line in lines if line.strip()]
    if not rows or "header" not in rows[0]:
        raise ValueError("the first line of an export is its header")
    head, events = rows[0], rows[1:]
    result = Verification(complete="secret" in head)
    secret = bytes.fromhex(head["secret"]) if result.complete else None
    if secret is not None and commitment(secret) != head["header"]["commitment"]:
        result.faults.append("the secret is not the one that the server committed to")
    previous = chain.first_link(head["header"])
    for number, event in enumerate(events, start=1):
        if event["version"] != number:
            result.faults.append(f"event {number} is missing")
            break
        _check_event(head["header"], secret, previous, event, result)
        previous = event["hash"]
    if len(events) != head["version"]:
        result.faults.append(f"the match has {head['version']} events, the export {len(events)}")
    return result


def _check_event(
    header: Mapping[str, Any], secret: bytes | None, previous: str, event: Mapping[str, Any], result: Verification
) -> None:
    where = f"event {event['version']}"
    leaves = event["leaves"]
    result.events += 1
    if chain.link(previous, leaves) != event["hash"]:
        result.faults.append(f"{where}: its hash does not follow from the event before and its leaves")
    if sha256(event["public"]) != leaves["public"]:
        result.faults.append(f"{where}: the public part was changed")
    own = event.get("own")
    if own is not None:
        result.own_parts += 1
        if chain.salted(own["salt"], own["part"]) != leaves["seats"].get(own["seat"]):
            result.faults.append(f"{where}: the part of {own['seat']} was changed")
    if secret is not None:
        _check_whole(header, secret, event, result)


def _check_whole(header: Mapping[str, Any], secret: bytes, event: Mapping[str, Any], result: Verification) -> None:
    where, version, match = f"event {event['version']}", event["version"], header["match"]
    leaves, server = event["leaves"], event["server"]
    part = chain.server_part(server[column] for column in SERVER_COLUMNS)
    if chain.salted(chain.salt(secret, match, version, chain.SERVER), part) != leaves["server"]:
        result.faults.append(f"{where}: the server's part was changed")
    for seat, leaf in leaves["seats"].items():
        text = event["parts"].get(seat, event["public"])
        if chain.salted(chain.salt(secret, match, version, seat), text) != leaf:
            result.faults.append(f"{where}: the part of {seat} was changed")
    entropy = "\n".join(seat["entropy"] for seat in header["seats"])
    dice = SeededDice(secret, entropy, match, version)
    for rolled in _ROLLED.validate_json(server["rolled"]):
        result.rolls += 1
        if dice.values(rolled.request, dict(rolled.pile)) != rolled.values:
            result.faults.append(f"{where}: {rolled.key} is not what the secret rolls")
