"""Whether the process lives, whether it can work, and what it is."""

from importlib.metadata import version

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel

from app.http.answers import json_answer
from app.http.openapi import Operation
from app.http.problems import Problem
from app.http.service import Service
from app.persistence.migrate import pending


class Health(BaseModel):
    """The process lives, or can work."""

    status: str


class RulesetVersion(BaseModel):
    """A ruleset that is served."""

    id: str
    version: int
    position_schema: int


class VersionAnswer(BaseModel):
    """What is running."""

    version: str
    rulesets: tuple[RulesetVersion, ...]


def health_routes(service: Service) -> APIRouter:
    """/healthz, /readyz and /v1/version."""
    router = APIRouter()

    async def healthz() -> Response:
        """The process answers."""
        return json_answer(Health(status="ok"))

    async def readyz() -> Response:
        """The database can be reached and has the schema that this version needs."""
        if await pending(service.play.database.engine):
            raise Problem("unavailable", "The database needs migrations: run `umpire migrate`.")
        return json_answer(Health(status="ready"))

    async def get_version() -> Response:
        """The version of the service and of each ruleset."""
        rulesets = tuple(
            RulesetVersion(
                id=ruleset.meta.id, version=ruleset.meta.version, position_schema=ruleset.meta.position_schema
            )
            for ruleset in service.catalogue
        )
        return json_answer(VersionAnswer(version=version("umpire"), rulesets=rulesets))

    for name, path, endpoint, response in (
        ("healthz", "/healthz", healthz, Health),
        ("readyz", "/readyz", readyz, Health),
        ("getVersion", "/v1/version", get_version, VersionAnswer),
    ):
        operation = Operation(name=name, method="GET", path=path, tag="service", response=response)
        service.document.route(router, endpoint, operation)
    return router
