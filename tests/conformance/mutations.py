"""Actions that nobody listed: a listed one with one part changed, without knowing the game.

Seat, unit, step, count, target and order are leaves or lists of the action's JSON; what they may become is what stands
in the position and in other actions. Numbers also move by one either way: in whole thousandths of an inch, that is the
hair by which an edge is missed.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

Path = tuple[str | int, ...]


def mutated(action: Any, values: Any, random: Random) -> Iterator[Any]:
    """The action with one part changed, in many ways; some of them cannot be read as an action at all."""
    words, numbers = met(values)
    for path, value in leaves(action):
        if isinstance(value, bool):
            yield put(action, path, not value)
        elif isinstance(value, int):
            for number in {value - 1, value + 1, 0, *random.sample(sorted(numbers), min(6, len(numbers)))}:
                yield put(action, path, number)
        elif isinstance(value, str):
            for word in random.sample(sorted(words), min(12, len(words))):
                yield put(action, path, word)
    for path, value in lists(action):
        for other in rearranged(value, sorted(words), random):
            yield put(action, path, other)


def rearranged(value: list[Any], words: list[str], random: Random) -> Iterator[list[Any]]:
    """Shorter, longer, doubled, and in another order."""
    for index in range(len(value)):
        yield value[:index] + value[index + 1 :]
        yield value[: index + 1] + value[index:]
        if index:
            yield [*value[: index - 1], value[index], value[index - 1], *value[index + 1 :]]
    yield value[::-1]
    if words and all(isinstance(item, str) for item in value):
        for word in random.sample(words, min(8, len(words))):
            yield [*value, word]


def met(values: Any) -> tuple[set[str], set[int]]:
    """The words and the numbers in some JSON data."""
    words: set[str] = set()
    numbers: set[int] = set()
    for _, value in leaves(values):
        if isinstance(value, str):
            words.add(value)
        elif isinstance(value, int) and not isinstance(value, bool):
            numbers.add(value)
    return words, numbers


def leaves(data: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from leaves(value, (*path, index))
    else:
        yield path, data


def lists(data: Any, path: Path = ()) -> Iterator[tuple[Path, list[Any]]]:
    if isinstance(data, dict):
        for key, value in data.items():
            yield from lists(value, (*path, key))
    elif isinstance(data, list):
        yield path, data
        for index, value in enumerate(data):
            yield from lists(value, (*path, index))


def put(data: Any, path: Path, value: Any) -> Any:
    """The data with another value in one place."""
    if not path:
        return value
    if isinstance(data, dict):
        return {key: put(item, path[1:], value) if key == path[0] else item for key, item in data.items()}
    return [put(item, path[1:], value) if index == path[0] else item for index, item in enumerate(data)]
