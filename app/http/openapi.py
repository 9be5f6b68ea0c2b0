"""The OpenAPI document: FastAPI's paths and parameters, with the bodies that the routes read and write themselves.

Bodies are read from their bytes and written from prebuilt serialisers, past FastAPI; each route is described here, so
that the document still says everything.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.openapi.utils import get_openapi
from fastapi.responses import Response
from pydantic import BaseModel, ConfigDict
from pydantic.json_schema import models_json_schema

from app.adjudication.ruling import Violation
from app.http.texts import RulingTexts

MOST_EXAMPLES = 8
"""The most featured cases of one endpoint: beyond that Swagger crawls."""

_REF = "#/components/schemas/{model}"


class ParameterFault(BaseModel):
    """What does not fit: a place in the body (JSON pointer) or a parameter."""

    model_config = ConfigDict(extra="allow")

    pointer: str = ""
    code: str
    message: str = ""


class ProblemBody(BaseModel):
    """A problem by RFC 9457."""

    model_config = ConfigDict(extra="allow", use_attribute_docstrings=True)

    type: str
    title: str
    status: int
    detail: str
    instance: str
    code: str
    """Stable within v1."""
    request_id: str
    version: int | None = None
    """The version of the match, where it matters."""
    errors: list[ParameterFault] = []
    violations: list[Violation] = []
    """Where rules decide: every reason."""
    texts: RulingTexts | None = None


@dataclass(frozen=True, kw_only=True)
class Operation:
    """A route, and what the document says of it beyond its parameters."""

    name: str
    method: str
    path: str
    tag: str
    request: Any = None
    response: Any = None
    status: int = 200
    media_type: str = "application/json"
    secured: bool = False
    examples: Callable[[], Mapping[str, Any]] | None = None


@dataclass
class Document:
    """All operations, and the document made of them."""

    operations: dict[str, Operation] = field(default_factory=dict)

    def route(self, router: APIRouter, endpoint: Callable[..., Any], operation: Operation) -> None:
        """Add a route whose endpoint reads its body and makes its response itself."""
        if operation.name in self.operations:
            raise ValueError(f"operation {operation.name} is there twice")
        self.operations[operation.name] = operation
        router.add_api_route(
            operation.path,
            endpoint,
            methods=[operation.method],
            operation_id=operation.name,
            response_class=Response,
            response_model=None,
            tags=[operation.tag],
            status_code=operation.status,
        )

    def build(self, application: FastAPI) -> dict[str, Any]:
        """The whole document."""
        document = get_openapi(
            title=application.title,
            version=application.version,
            description=application.description,
            routes=application.routes,
        )
        references, schemas = self._schemas()
        document["components"] = {
            "schemas": schemas,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": "An API key."}},
        }
        for path in document["paths"].values():
            for entry in path.values():
                operation = self.operations.get(entry["operationId"])
                if operation is not None:
                    _complete(entry, operation, references)
        return document

    def _schemas(self) -> tuple[dict[str, Any], dict[str, Any]]:
        kinds = {
            kind.__name__: kind
            for operation in self.operations.values()
            for kind in (operation.request, operation.response)
            if kind is not None
        }
        kinds[ProblemBody.__name__] = ProblemBody
        mapping, definitions = models_json_schema([(kind, "validation") for kind in kinds.values()], ref_template=_REF)
        references = {kind.__name__: schema for (kind, _), schema in mapping.items()}
        return references, dict(sorted(definitions.get("$defs", {}).items()))


def _complete(entry: dict[str, Any], operation: Operation, references: Mapping[str, Any]) -> None:
    if operation.request is not None:
        content: dict[str, Any] = {"schema": references[operation.request.__name__]}
        examples = operation.examples() if operation.examples else {}
        if examples:
            content["examples"] = dict(list(examples.items())[:MOST_EXAMPLES])
        entry["requestBody"] = {"required": True, "content": {"application/json": content}}
    good: dict[str, Any] = {"description": "Done."}
    if operation.response is not None:
        good["content"] = {operation.media_type: {"schema": references[operation.response.__name__]}}
    elif operation.media_type != "application/json":
        good["content"] = {operation.media_type: {"schema": {"type": "string"}}}
    problem = {"application/problem+json": {"schema": references[ProblemBody.__name__]}}
    entry["responses"] = {
        str(operation.status): good,
        "4XX": {"description": "A problem of the request.", "content": problem},
        "5XX": {"description": "A problem of the service.", "content": problem},
    }
    if operation.secured:
        entry["security"] = [{"key": []}]
