"""Requests made from the OpenAPI document itself: none is answered by a fault of the service."""

import asyncio
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.core.result import Ok

from app.http.application import create_app
from app.settings import Settings
from tests.http.conftest import Person, Server
from tests.rulesets import TINY_CATALOGUE

EXAMPLES = 8
# One game is enough: the routes of all are made by the same functions.
OTHERS = ("/v1/sealed", "/v1/ambush", "/v1/glide")


def document() -> dict[str, Any]:
    made = create_app(TINY_CATALOGUE, Settings()).openapi()
    made["paths"] = {path: operations for path, operations in made["paths"].items() if not path.startswith(OTHERS)}
    return made


def run(address: str, headers: dict[str, str], examples: int) -> int:
    """Call every operation with made-up requests, good and bad; the number of calls."""
    calls = 0
    schema = schemathesis.openapi.from_dict(document())
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()

        @settings(
            max_examples=examples,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def check(case: Any) -> None:
            nonlocal calls
            calls += 1
            answer = case.call(base_url=address, headers=headers)
            assert answer.status_code < 500, (case.as_curl_command(), answer.text)
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == ["application/problem+json"], answer.text

        check()
    return calls


@pytest.mark.filterwarnings("ignore")
async def test_no_request_is_a_fault(server: Server, ann: Person) -> None:
    calls = await asyncio.to_thread(run, f"http://127.0.0.1:{server.port}", ann.headers, EXAMPLES)
    assert calls > EXAMPLES * 10
