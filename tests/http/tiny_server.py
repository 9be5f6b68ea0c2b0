"""The tiny rulesets as an application that uvicorn can start in a process of its own."""

from fastapi import FastAPI

from app.http.application import create_app
from tests.rulesets import TINY_CATALOGUE


def application() -> FastAPI:
    return create_app(TINY_CATALOGUE)
