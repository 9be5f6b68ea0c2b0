"""The shortest way through: make a match, claim, start, look, act."""

import httpx2

from tests.http.conftest import Person


async def test_a_match_is_made_started_and_played(client: httpx2.AsyncClient, ann: Person, bob: Person) -> None:
    made = await client.post(
        "/v1/matches", json={"ruleset": "duel", "scenario": "standard", "title": "First"}, headers=ann.headers
    )
    assert made.status_code == 201, made.text
    match = f"/v1/matches/{made.json()['match_id']}"
    assert made.headers["Location"] == match
    for seat, person in (("red", ann), ("blue", bob)):
        claimed = await client.put(f"{match}/seats/{seat}", json={"entropy": seat}, headers=person.headers)
        assert claimed.status_code == 200, claimed.text
    started = await client.post(f"{match}/start", headers=bob.headers)
    assert started.json()["status"] == "playing", started.text
    mine = match.replace("/v1/", "/v1/duel/")
    view = await client.get(f"{mine}/view", headers=ann.headers)
    assert view.headers["ETag"] == '"1.red.en"'
    listed = await client.get(f"{mine}/legal-actions", headers=ann.headers)
    action = listed.json()["actions"][0]
    acted = await client.post(
        f"{mine}/actions", json={"action": action}, headers={**ann.headers, "If-Match": view.headers["ETag"]}
    )
    assert acted.status_code == 200, acted.text
    assert acted.json()["version"] == 2
    assert acted.json()["ruling"]["verdict"] == "legal"
    log = await client.get(f"{match}/events?after=0", headers=bob.headers)
    assert [event["type"] for event in log.json()["items"]] == ["start", "action"]
