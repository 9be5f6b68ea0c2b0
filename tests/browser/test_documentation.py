"""/docs and /redoc in a real browser: they show the operations, and ask no other host for anything."""

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page, Request, Route, expect

from app.http.documentation import mount_documentation
from tests.support.browser import chromium, serve

pytestmark = pytest.mark.browser

# ReDoc names its maker with a picture from elsewhere, and hides it when it does not load. The policy of the page
# forbids it before a request is made.
REDOC_LOGO = "https://cdn.redoc.ly/redoc/logo-mini.svg"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    application = FastAPI(title="A small game", docs_url=None, redoc_url=None)
    mount_documentation(application)

    @application.get("/pieces/{name}", summary="Look a piece up")
    async def piece(name: str) -> dict[str, str]:
        return {"name": name}

    with serve(application) as url:
        yield url


class Visit:
    """One page, with everything it asked for and everything it complained of."""

    def __init__(self, browser: Browser, address: str, path: str) -> None:
        self.foreign: list[str] = []
        self.complaints: list[str] = []
        self.page: Page = browser.new_page()
        self.page.on(
            "console", lambda message: self.complaints.append(message.text) if message.type == "error" else None
        )
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.route("**/*", lambda route, request: self._look(route, request, address))
        self.page.goto(address + path)

    def _look(self, route: Route, request: Request, address: str) -> None:
        if request.url.startswith((address, "data:", "blob:")):
            route.continue_()
        else:
            self.foreign.append(request.url)
            route.abort()

    def close(self) -> None:
        self.page.close()
        assert self.foreign == []
        assert [text for text in self.complaints if REDOC_LOGO not in text] == []


def test_swagger_shows_the_operations_and_runs_one(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "/docs")
    operation = visit.page.locator("#operations-default-piece_pieces__name__get")
    expect(operation).to_contain_text("Look a piece up")
    operation.click()
    operation.get_by_placeholder("name").fill("rook")
    operation.get_by_role("button", name="Execute").click()
    expect(operation.locator(".live-responses-table")).to_contain_text('"name": "rook"')
    visit.close()


def test_redoc_shows_the_operations_and_searches_them(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, "/redoc")
    expect(visit.page.get_by_role("heading", name="Look a piece up")).to_be_visible()
    visit.page.get_by_placeholder("Search").fill("piece")
    expect(visit.page.locator("[data-role='search:results']")).to_contain_text("Look a piece up")
    visit.close()


def test_an_application_with_pages_from_other_hosts_is_refused() -> None:
    with pytest.raises(ValueError, match="docs_url=None"):
        mount_documentation(FastAPI())
