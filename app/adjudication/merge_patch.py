"""JSON Merge Patch (RFC 7396): how a case says what changed in a position."""

from typing import Any


def apply(target: Any, patch: Any) -> Any:
    """The target with the patch applied; both are plain JSON data and stay unchanged."""
    if not isinstance(patch, dict):
        return patch
    result = dict(target) if isinstance(target, dict) else {}
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        else:
            result[key] = apply(result.get(key), value)
    return result


def difference(before: Any, after: Any) -> Any:
    """The patch that turns one JSON object into another; {} when they are equal."""
    if not (isinstance(before, dict) and isinstance(after, dict)):
        return after
    patch: dict[str, Any] = {key: None for key in before if key not in after}
    for key, value in after.items():
        if key not in before:
            patch[key] = value
        elif before[key] != value:
            patch[key] = difference(before[key], value)
    return patch


def by_id(data: Any) -> Any:
    """The data with each list of objects that have an `id` turned into an object by that id.

    So a patch can name one of them. An empty list, and one in which an `id` stands twice, stays a list.
    """
    if isinstance(data, dict):
        return {key: by_id(value) for key, value in data.items()}
    if isinstance(data, list):
        named = {str(item["id"]): item for item in data if isinstance(item, dict) and "id" in item}
        if data and len(named) == len(data):
            return {"#": True} | {name: by_id(item) for name, item in named.items()}
        return [by_id(item) for item in data]
    return data


def as_lists(data: Any) -> Any:
    """The opposite of `by_id`; an object added by a patch takes its key as its `id`.

    Raises ValueError where a patch has put something else in the place of an object with an `id`.
    """
    if isinstance(data, dict):
        if data.get("#") is True:
            return [_with_id(key, as_lists(value)) for key, value in data.items() if key != "#"]
        return {key: as_lists(value) for key, value in data.items()}
    if isinstance(data, list):
        return [as_lists(item) for item in data]
    return data


def _with_id(key: str, value: Any) -> dict[str, Any]:
    if isinstance(value, dict):
        return {"id": key} | value
    raise ValueError(f"{key} is one of a list of objects, and {value!r} is no object")


def without_nulls(data: Any) -> Any:
    """The data of `by_id` without its nulls (in a merge patch, null and absent are one); emptied lists are lists."""
    if data == {"#": True}:
        return []
    if isinstance(data, dict):
        return {key: without_nulls(value) for key, value in data.items() if value is not None}
    if isinstance(data, list):
        return [without_nulls(item) for item in data]
    return data
