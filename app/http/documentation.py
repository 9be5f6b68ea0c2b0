"""The pages /docs (Swagger UI) and /redoc (ReDoc), served without any other host: they work offline."""

from pathlib import Path

from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

_FOLDER = Path(__file__).parent / "static" / "documentation"

# Nothing from elsewhere, no inline script. Both pages write styles of their own; ReDoc searches in a worker that it
# makes from a blob.
_CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "font-src 'self' data:",
        "connect-src 'self'",
        "worker-src blob:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_HEADERS = {
    "Content-Security-Policy": _CONTENT_SECURITY_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def mount_documentation(application: FastAPI) -> None:
    """Add /docs and /redoc, and the files they need below /static/documentation.

    The application must be made with `docs_url=None, redoc_url=None` and serve its schema at /openapi.json.
    """
    if application.docs_url is not None or application.redoc_url is not None:
        raise ValueError("FastAPI's own pages load scripts from other hosts: pass docs_url=None and redoc_url=None")
    if application.openapi_url != "/openapi.json":
        raise ValueError(f"the pages read /openapi.json, and this application serves {application.openapi_url}")

    @application.get("/docs", include_in_schema=False)
    async def docs() -> FileResponse:
        return FileResponse(_FOLDER / "docs.html", headers=_HEADERS)

    @application.get("/redoc", include_in_schema=False)
    async def redoc() -> FileResponse:
        return FileResponse(_FOLDER / "redoc.html", headers=_HEADERS)

    application.mount("/static/documentation", StaticFiles(directory=_FOLDER), name="documentation")
