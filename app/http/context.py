"""What goes around every request: its id, its log line, and the limit of its body. Plain ASGI: it costs little."""

import json
import re
import secrets
import time
from contextvars import ContextVar

import structlog
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_REQUEST_ID: ContextVar[str] = ContextVar("request_id", default="")
_USABLE_ID = re.compile(r"^[A-Za-z0-9._-]{1,64}$")

_log = structlog.get_logger("umpire.http")


def request_id() -> str:
    """The id of the request that is being answered."""
    return _REQUEST_ID.get()


class TooLarge(Exception):
    """The body grew beyond the limit while it was read."""


class RequestContext:
    """Gives each request its id, refuses bodies that are too large, and logs how it went.

    FastAPI's own `max_body_size` answers in plain text; this answers with a problem, like everything else.
    """

    def __init__(self, app: ASGIApp, max_body_size: int) -> None:
        self.app = app
        self.max_body_size = max_body_size

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        given = headers.get("x-request-id", "")
        identifier = given if _USABLE_ID.match(given) else secrets.token_hex(8)
        token = _REQUEST_ID.set(identifier)
        structlog.contextvars.bind_contextvars(request_id=identifier)
        started = time.perf_counter()
        status = 0

        async def answer(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                MutableHeaders(scope=message)["X-Request-Id"] = identifier
            await send(message)

        try:
            length = headers.get("content-length", "0")
            if length.isdecimal() and int(length) > self.max_body_size:
                await self._refuse(scope, answer, identifier)
                return
            try:
                await self.app(scope, self._limited(receive), answer)
            except TooLarge:
                if status:
                    raise
                await self._refuse(scope, answer, identifier)
        finally:
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            _log.debug("request", method=scope["method"], path=scope["path"], status=status, ms=milliseconds)
            structlog.contextvars.unbind_contextvars("request_id")
            _REQUEST_ID.reset(token)

    def _limited(self, receive: Receive) -> Receive:
        size = 0

        async def limited() -> Message:
            nonlocal size
            message = await receive()
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                if size > self.max_body_size:
                    raise TooLarge
            return message

        return limited

    async def _refuse(self, scope: Scope, send: Send, identifier: str) -> None:
        body = json.dumps(
            {
                "type": "urn:umpire:problem:too_large",
                "title": "The body is too large",
                "status": 413,
                "detail": f"A body has at most {self.max_body_size} bytes.",
                "instance": scope["path"],
                "code": "too_large",
                "request_id": identifier,
            }
        ).encode()
        headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})
