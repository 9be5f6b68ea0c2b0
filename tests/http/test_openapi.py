"""The OpenAPI document: whole, typed for each game, and small enough for Swagger."""

import json
import re
from typing import Any

import httpx2
import pytest

from app.catalogue import CATALOGUE
from app.http.application import create_app
from app.http.openapi import MOST_EXAMPLES
from app.settings import Settings
from tests.rulesets import TINY_CATALOGUE


@pytest.fixture(params=["tiny", "real"])
def document(request: pytest.FixtureRequest) -> dict[str, Any]:
    catalogue = TINY_CATALOGUE if request.param == "tiny" else CATALOGUE
    return create_app(catalogue, Settings()).openapi()


def test_names_are_for_people(document: dict[str, Any]) -> None:
    text = json.dumps(document)
    assert "__" not in text
    assert "Annotated" not in text
    assert len(text) < 1_500_000
    assert all(re.fullmatch(r"[A-Z][A-Za-z0-9]*", name) for name in document["components"]["schemas"])


def test_every_reference_leads_somewhere(document: dict[str, Any]) -> None:
    references = set(re.findall(r'"#/components/schemas/([^"]+)"', json.dumps(document)))
    assert references == set(document["components"]["schemas"])


def test_every_operation_is_described(document: dict[str, Any]) -> None:
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations)
    for operation in operations:
        assert operation["description"], operation["operationId"]
        assert "4XX" in operation["responses"]
        body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
        assert len(body.get("examples", {})) <= MOST_EXAMPLES


def test_a_games_own_types_are_in_the_schema() -> None:
    schemas = create_app(TINY_CATALOGUE, Settings()).openapi()["components"]["schemas"]
    ruling = schemas["DuelRuling"]["properties"]
    assert {"$ref": "#/components/schemas/DuelPosition"} in ruling["position"]["anyOf"]
    assert ruling["effects"]["items"]["discriminator"]["mapping"]["landed"].endswith("/DuelLanded")
    action = schemas["DuelSubmittedAction"]
    assert action["discriminator"]["mapping"]["answer"] == "#/components/schemas/AnswerAction"
    assert "cut" in action["discriminator"]["mapping"]


async def test_every_example_works(client: httpx2.AsyncClient) -> None:
    tried = 0
    document = create_app(TINY_CATALOGUE, Settings()).openapi()
    for path, operations in document["paths"].items():
        content = operations.get("post", {}).get("requestBody", {}).get("content", {})
        for name, example in content.get("application/json", {}).get("examples", {}).items():
            answer = await client.post(path, json=example["value"])
            assert answer.status_code == 200, (path, name, answer.text)
            tried += 1
    assert tried >= 8
