"""Look-up: rulesets, rules, codes, cases, schemas, in three languages."""

import httpx2
import pytest

from tests.http.test_problems import is_problem


async def test_rulesets(client: httpx2.AsyncClient) -> None:
    listed = (await client.get("/v1/rulesets", headers={"Accept-Language": "es"})).json()["items"]
    assert [item["id"] for item in listed] == ["sealed", "duel", "ambush", "glide"]
    duel = (await client.get("/v1/rulesets/duel", headers={"Accept-Language": "pt"})).json()
    assert duel["title"] == "Duelo"
    assert duel["facts"] == {"firm_ground": ["yes", "no"]}
    assert [seat["id"] for seat in duel["seats"]] == ["red", "blue"]
    is_problem(await client.get("/v1/rulesets/chess"), 404, "not_found")


async def test_rules_by_text_and_by_id(client: httpx2.AsyncClient) -> None:
    found = (await client.get("/v1/duel/rules", params={"q": "suelo FIRME"}, headers={"Accept-Language": "es"})).json()
    assert [item["id"] for item in found["items"]] == ["lunge"]
    lunge = (await client.get("/v1/duel/rules/lunge")).json()
    assert lunge["codes"] == ["ground_soft"]
    assert lunge["cases"] == ["is-the-ground-firm"]
    assert lunge["interpretations"] == ["I1"]
    reading = (await client.get("/v1/duel/rules/I1")).json()
    assert (reading["kind"], reading["rule"], reading["summary"]) == ("interpretation", "lunge", "The referee.")
    is_problem(await client.get("/v1/duel/rules/none"), 404, "not_found")


async def test_codes(client: httpx2.AsyncClient) -> None:
    items = (await client.get("/v1/duel/codes", headers={"Accept-Language": "pt"})).json()["items"]
    soft = next(item for item in items if item["code"] == "ground_soft")
    assert soft == {"code": "ground_soft", "kind": "violation", "text": "O chão é mole.", "rules": ["lunge"]}


@pytest.mark.parametrize("ruleset", ["sealed", "duel", "ambush", "glide"])
async def test_every_case_has_its_request_and_runs(client: httpx2.AsyncClient, ruleset: str) -> None:
    cases = (await client.get(f"/v1/{ruleset}/cases")).json()["items"]
    assert cases
    for case in cases:
        whole = (await client.get(f"/v1/{ruleset}/cases/{case['id']}")).json()
        if whole["endpoint"] is not None:
            answer = await client.post(whole["endpoint"], json=whole["request"])
            assert answer.status_code == 200, answer.text
        run = (await client.post(f"/v1/{ruleset}/cases/{case['id']}/run")).json()
        assert run["failures"] == []
        assert run["passed"]
    is_problem(await client.get(f"/v1/{ruleset}/cases/none"), 404, "not_found")


async def test_schemas(client: httpx2.AsyncClient) -> None:
    schemas = (await client.get("/v1/duel/schemas")).json()
    assert "cut" in str(schemas["action"])
    assert schemas["position"]["additionalProperties"] is False


async def test_a_heavy_question(client: httpx2.AsyncClient) -> None:
    answer = await client.post("/v1/duel/questions/parry_odds", json={"input": {"need": 8}})
    assert answer.json()["output"] == {"of_36": 15}, answer.text
    assert answer.json()["texts"]["rules"]["parry"]


async def test_service(client: httpx2.AsyncClient) -> None:
    assert (await client.get("/healthz")).json() == {"status": "ok"}
    assert (await client.get("/readyz")).json() == {"status": "ready"}
    version = (await client.get("/v1/version")).json()
    assert [ruleset["id"] for ruleset in version["rulesets"]] == ["sealed", "duel", "ambush", "glide"]
    for page in ("/docs", "/redoc", "/openapi.json"):
        assert (await client.get(page)).status_code == 200


async def test_cors(client: httpx2.AsyncClient) -> None:
    origin = {"Origin": "https://client.example"}
    simple = await client.get("/v1/version", headers=origin)
    assert {"ETag", "Retry-After", "Location"} <= set(simple.headers["Access-Control-Expose-Headers"].split(", "))
    asked = {**origin, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "if-match"}
    assert (await client.options("/v1/matches", headers=asked)).status_code == 200
