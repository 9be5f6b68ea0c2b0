"""Problems by RFC 9457: every error of the service has this form, the framework's own included."""

import json
from collections.abc import Mapping
from typing import Any

import structlog
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from app.adjudication.errors import AdjudicationError
from app.http.request_ids import request_id
from app.persistence.database import DatabaseOverloadedError
from app.play.errors import PlayError

MEDIA_TYPE = "application/problem+json"

PROBLEMS: Mapping[str, tuple[int, str]] = {
    "malformed": (400, "The request is not well-formed"),
    "unauthenticated": (401, "A valid API key is needed"),
    "scope_missing": (403, "This key may not do that"),
    "not_your_seat": (403, "Not your seat"),
    "not_your_match": (403, "Not your match"),
    "not_found": (404, "Not found"),
    "method_not_allowed": (405, "Method not allowed"),
    "not_acceptable": (406, "Not acceptable"),
    "not_due": (409, "Not due"),
    "over": (409, "The match is over"),
    "not_started": (409, "The match has not started"),
    "started": (409, "The match has started"),
    "seats_open": (409, "Seats are still free"),
    "seat_taken": (409, "The seat is taken"),
    "seat_started": (409, "The match has started"),
    "stale": (412, "The match has moved on"),
    "too_large": (413, "The body is too large"),
    "unsupported_media_type": (415, "Unsupported media type"),
    "illegal": (422, "The rules refuse this action"),
    "incomplete": (422, "The rules cannot decide this"),
    "impossible_position": (422, "This position cannot be"),
    "unworkable": (422, "The rules cannot work with this position"),
    "invalid": (422, "The request does not fit the schema"),
    "answer_refused": (422, "An answer cannot be used"),
    "unknown_name": (422, "Unknown name"),
    "unknown_seat": (422, "Unknown seat"),
    "seat_required": (422, "Name a seat"),
    "no_dry_run": (422, "This cannot be tried out"),
    "budget_exceeded": (422, "Too much work for one request"),
    "idempotency_key_reused": (422, "The Idempotency-Key was used for another request"),
    "precondition_required": (428, "If-Match is needed"),
    "internal": (500, "A fault of the service"),
    "overloaded": (503, "Overloaded"),
    "unavailable": (503, "The database cannot be reached"),
}
"""Every code, its status and its title. Codes are stable within v1."""

_BY_STATUS = {400: "malformed", 401: "unauthenticated", 404: "not_found", 405: "method_not_allowed", 413: "too_large"}

_RETRY_AFTER = "1"

_log = structlog.get_logger("umpire.http")


class Problem(Exception):
    """A request that cannot be answered; becomes a problem response."""

    def __init__(self, code: str, detail: str, **more: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.more = more


def problem_response(
    request: Request, code: str, detail: str, more: Mapping[str, Any] | None = None, status: int | None = None
) -> Response:
    """A problem as a response."""
    usual, title = PROBLEMS[code]
    status = status or usual
    body = {
        "type": f"urn:umpire:problem:{code}",
        "title": title,
        "status": status,
        "detail": detail,
        "instance": request.url.path,
        "code": code,
        "request_id": request_id(),
        **(more or {}),
    }
    headers = {"Cache-Control": "no-store"}
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    if status == 503:
        headers["Retry-After"] = _RETRY_AFTER
    # A path or a header may hold what JSON can only write as an escape.
    return Response(json.dumps(body, ensure_ascii=True), status, headers, MEDIA_TYPE)


def install_problems(application: FastAPI) -> None:
    """Answer every error with a problem."""
    application.add_exception_handler(Problem, _problem)
    application.add_exception_handler(PlayError, _problem)
    application.add_exception_handler(AdjudicationError, _adjudication)
    application.add_exception_handler(RequestValidationError, _parameters)
    application.add_exception_handler(HTTPException, _http)
    application.add_exception_handler(DatabaseOverloadedError, _overloaded)
    application.add_exception_handler(PoolTimeout, _overloaded)
    application.add_exception_handler(DBAPIError, _database)
    application.add_exception_handler(OSError, _database)


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem | PlayError)  # noqa: S101 - as registered
    return problem_response(request, error.code, error.detail, error.more)


async def _adjudication(request: Request, error: Exception) -> Response:
    assert isinstance(error, AdjudicationError)  # noqa: S101 - as registered
    return problem_response(request, error.code, error.message, {"params": error.details})


async def _parameters(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101 - as registered
    faults = [
        {"in": str(fault["loc"][0]), "name": str(fault["loc"][-1]), "code": fault["type"], "message": fault["msg"]}
        for fault in error.errors()
    ]
    return problem_response(request, "invalid", "A parameter does not fit.", {"errors": faults})


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101 - as registered
    code = _BY_STATUS.get(error.status_code, "malformed" if error.status_code < 500 else "internal")
    response = problem_response(request, code, str(error.detail), status=error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _overloaded(request: Request, _: Exception) -> Response:
    return problem_response(request, "overloaded", "Too many requests wait already; try again shortly.")


async def _database(request: Request, error: Exception) -> Response:
    if isinstance(error, DBAPIError) and not error.connection_invalidated:
        raise error
    _log.warning("database_unreachable", error=str(error))
    return problem_response(request, "unavailable", "The database cannot be reached; try again shortly.")
