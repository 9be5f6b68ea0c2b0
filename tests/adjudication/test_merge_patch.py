"""JSON Merge Patch: the examples of RFC 7396, and lists of things with an id written as objects."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.adjudication.merge_patch import apply, as_lists, by_id, difference, without_nulls

RFC_7396_APPENDIX_A: list[tuple[Any, Any, Any]] = [
    ({"a": "b"}, {"a": "c"}, {"a": "c"}),
    ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
    ({"a": "b"}, {"a": None}, {}),
    ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
    ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
    ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
    ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
    ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
    (["a", "b"], ["c", "d"], ["c", "d"]),
    ({"a": "b"}, ["c"], ["c"]),
    ({"a": "foo"}, None, None),
    ({"a": "foo"}, "bar", "bar"),
    ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
    ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
    ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
]


@pytest.mark.parametrize(("target", "patch", "result"), RFC_7396_APPENDIX_A)
def test_the_examples_of_the_rfc(target: Any, patch: Any, result: Any) -> None:
    assert apply(target, patch) == result


# What a position may hold: neither a null in a list nor the mark of `by_id` as a key.
words = st.text("abc", max_size=3)
scalars = st.integers() | words | st.booleans()
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3), max_leaves=12
)
things = st.lists(
    st.tuples(words, st.dictionaries(words, values, max_size=2)).map(lambda pair: pair[1] | {"id": pair[0]}),
    max_size=4,
)
objects = st.dictionaries(words, values | things, max_size=4)


@given(objects, objects)
def test_a_difference_is_what_must_be_applied(before: Any, after: Any) -> None:
    assert apply(before, difference(before, after)) == after


@given(objects, objects)
def test_applying_changes_neither(before: Any, after: Any) -> None:
    kept, patch = repr(before), difference(before, after)
    shown = repr(patch)
    apply(before, patch)
    assert (repr(before), repr(patch)) == (kept, shown)


@given(objects)
def test_lists_by_id_and_back(data: Any) -> None:
    assert as_lists(by_id(data)) == data


def test_a_patch_names_one_of_a_list() -> None:
    fleet = {"units": [{"id": "u1", "hits": 2}, {"id": "u2", "hits": 1}]}
    patched = apply(by_id(fleet), {"units": {"u1": {"hits": 1}, "u2": None, "u3": {"hits": 3}}})
    assert as_lists(patched) == {"units": [{"id": "u1", "hits": 1}, {"id": "u3", "hits": 3}]}


def test_an_id_that_stands_twice_loses_nothing() -> None:
    """Such a list cannot be written by id, and must not silently lose one of the two."""
    twice = {"units": [{"id": "u1", "hits": 2}, {"id": "u1", "hits": 1}]}
    assert by_id(twice) == twice


def test_a_list_whose_last_thing_leaves_is_empty() -> None:
    """A case may say that the last unit is gone without saying that an empty list remains."""
    emptied = apply(by_id({"units": [{"id": "u1"}]}), {"units": {"u1": None}})
    assert without_nulls(emptied) == without_nulls(by_id({"units": []}))


def test_a_thing_cannot_become_a_number() -> None:
    with pytest.raises(ValueError, match="u1 is one of a list of objects, and 5 is no object"):
        as_lists(apply(by_id({"units": [{"id": "u1"}]}), {"units": {"u1": 5}}))


def test_null_and_absent_are_one() -> None:
    assert without_nulls({"a": None, "b": [{"c": None}], "d": 0}) == {"b": [{}], "d": 0}
