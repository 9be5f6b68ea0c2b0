"""Reading JSON bodies: by the same rules as stored positions and cases, and only what PostgreSQL can keep.

Bodies are read straight from their bytes by Pydantic's JSON reader. What it lets through and the database would not
store, or other programs would read differently, is refused here: NUL characters, NaN, numbers beyond 2^53.
"""

import json
import re
from typing import Any, NoReturn, TypeVar

from fastapi import Request
from pydantic import TypeAdapter, ValidationError

from app.http.problems import Problem

_T = TypeVar("_T")

_LARGEST = 2**53
_LONG_NUMBER = re.compile(rb"\d{16}")
_MOST_FAULTS = 20


async def read_body(request: Request, adapter: TypeAdapter[_T]) -> tuple[_T, bytes]:
    """The body as models, and its bytes; raises Problem with the JSON pointers of what does not fit."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "application/json" and not content_type.endswith("+json"):
        raise Problem("unsupported_media_type", "Send the body as application/json.")
    raw = await request.body()
    _refuse_unusual(raw)
    try:
        return adapter.validate_json(raw), raw
    except ValidationError as error:
        raise _invalid(error, raw) from None
    except RecursionError:
        raise Problem("malformed", "The body is nested too deeply.") from None


def _refuse_unusual(raw: bytes) -> None:
    """The costly look is taken only where a cheap one finds something suspicious."""
    nul = rb"\u0000" in raw
    if not (nul or b"NaN" in raw or b"Infinity" in raw or _LONG_NUMBER.search(raw)):
        return
    try:
        data = json.loads(raw, parse_constant=_refuse_constant, parse_int=_whole_number)
    except RecursionError:
        raise Problem("malformed", "The body is nested too deeply.") from None
    except ValueError as error:
        raise Problem("malformed", f"The body is not JSON: {error}") from None
    if nul and (pointer := _find_nul(data, "")) is not None:
        fault = {"pointer": pointer, "code": "nul_character", "message": "Texts cannot hold the character U+0000."}
        raise Problem("invalid", "A text holds a NUL character.", errors=[fault])


def _refuse_constant(name: str) -> NoReturn:
    raise Problem("malformed", f"{name} is not JSON.")


def _whole_number(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > _LARGEST:
        raise Problem("invalid", f"Whole numbers go up to {_LARGEST}.", errors=[{"pointer": "", "code": "number_size"}])
    return int(digits)


def _find_nul(data: Any, pointer: str) -> str | None:
    if isinstance(data, str):
        return pointer if "\0" in data else None
    if isinstance(data, dict):
        if any("\0" in key for key in data):
            return pointer
        children = [(_escape(key), value) for key, value in data.items()]
    else:
        children = [(str(index), value) for index, value in enumerate(data)] if isinstance(data, list) else []
    found = (_find_nul(value, f"{pointer}/{key}") for key, value in children)
    return next((place for place in found if place is not None), None)


def _invalid(error: ValidationError, raw: bytes) -> Problem:
    faults = error.errors(include_url=False, include_context=False, include_input=False)
    if any(fault["type"] == "json_invalid" for fault in faults):
        return Problem("malformed", f"The body is not usable JSON: {faults[0]['msg']}.")
    data = json.loads(raw)
    errors = [
        {"pointer": _pointer(fault["loc"], data), "code": fault["type"], "message": fault["msg"]}
        for fault in faults[:_MOST_FAULTS]
    ]
    return Problem("invalid", f"The body does not fit the schema in {len(faults)} places.", errors=errors)


def _pointer(location: tuple[int | str, ...], data: Any) -> str:
    """Where a fault lies, as a JSON pointer: Pydantic's location without the names of union members."""
    pointer = ""
    for index, step in enumerate(location):
        if _has(data, step):
            data = data[step]
        elif not (index == len(location) - 1 and isinstance(data, dict)):
            continue
        pointer += f"/{_escape(str(step))}"
    return pointer


def _has(data: Any, step: int | str) -> bool:
    if isinstance(data, list):
        return isinstance(step, int) and step < len(data)
    return isinstance(data, dict) and step in data


def _escape(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
