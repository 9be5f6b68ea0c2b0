"""Puts the service together: `create_app(catalogue)` serves any catalogue, the real one or that of a test."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from typing import Any

from fastapi import FastAPI
from starlette.middleware.cors import CORSMiddleware

from app.adjudication.registry import Catalogue
from app.http.catalogue_routes import catalogue_routes, rulesets_routes
from app.http.context import RequestContext
from app.http.documentation import mount_documentation
from app.http.health_routes import health_routes
from app.http.heavy import HeavyWork
from app.http.key_routes import key_routes
from app.http.logs import configure_logs
from app.http.match_routes import match_routes
from app.http.play_routes import play_routes
from app.http.problems import install_problems
from app.http.service import Service
from app.http.stateless_routes import stateless_routes
from app.http.wire import Wire
from app.persistence.database import Database, create_engine
from app.play.codec import Games
from app.play.submit import Play
from app.settings import Settings, get_settings

_DESCRIPTION = """Umpire adjudicates war games: an action gets a ruling - legal or not, every rule that decides it,
what happened, the position now, and who decides next.

Routes below a game's own name are typed for that game. Those that store nothing need no key."""


def create_app(catalogue: Catalogue, settings: Settings | None = None) -> FastAPI:
    """The application that serves a catalogue from the database of the settings."""
    settings = settings or get_settings()
    service = Service(
        catalogue=catalogue,
        settings=settings,
        games=Games(catalogue),
        wires={ruleset.meta.id: Wire(ruleset) for ruleset in catalogue},
        heavy=HeavyWork(),
    )
    application = FastAPI(
        title="Umpire",
        version=version("umpire"),
        description=_DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        lifespan=_lifespan(service),
    )
    application.state.service = service
    install_problems(application)
    # Routes are tried in order: those of play come first, being the busiest.
    for make in (play_routes, stateless_routes, catalogue_routes):
        for ruleset in catalogue:
            application.include_router(make(service, ruleset))
    for router in (health_routes(service), rulesets_routes(service), match_routes(service), key_routes(service)):
        application.include_router(router)
    mount_documentation(application)
    _add_middleware(application, settings)
    _serve_document(application, service)
    return application


def _lifespan(service: Service) -> Any:
    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        settings = service.settings
        configure_logs(settings)
        if settings.database_url is None:
            raise RuntimeError("no database: set UMPIRE_DATABASE_URL, or start with `umpire serve`")
        engine = create_engine(settings.database_url, settings.pool_size)
        service.started = Play(Database(engine, settings.pool_size, settings.pool_queue), service.games)
        try:
            yield
        finally:
            service.started = None
            await engine.dispose()

    return lifespan


def _add_middleware(application: FastAPI, settings: Settings) -> None:
    """The last one added is the outermost: CORS answers preflights before anything else looks at them."""
    application.add_middleware(RequestContext, max_body_size=settings.max_body_size)
    application.add_middleware(
        CORSMiddleware,
        allow_origins=list(settings.cors_origins),
        allow_methods=["GET", "POST", "PUT", "DELETE"],
        allow_headers=["Authorization", "Content-Type", "If-Match", "If-None-Match", "Idempotency-Key", "X-Request-Id"],
        expose_headers=["ETag", "Retry-After", "Location", "X-Request-Id"],
        max_age=3600,
    )


def _serve_document(application: FastAPI, service: Service) -> None:
    def document() -> dict[str, Any]:
        if application.openapi_schema is None:
            application.openapi_schema = service.document.build(application)
        return application.openapi_schema

    application.openapi = document  # type: ignore[method-assign] # FastAPI's own way to replace it
