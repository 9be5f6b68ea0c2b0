"""Hexes in axial coordinates: `q` counts columns, `r` runs along a column, both whole numbers."""

from typing import TypeAlias

Axial: TypeAlias = tuple[int, int]
"""(q, r)"""

DIRECTIONS: tuple[Axial, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""The six steps to a neighbour, clockwise from north on a board with flat tops."""


def distance(a: Axial, b: Axial) -> int:
    """How many steps lie between two hexes: 0 for the same, 1 for neighbours."""
    dq, dr = a[0] - b[0], a[1] - b[1]
    return max(abs(dq), abs(dr), abs(dq + dr))


def neighbours(a: Axial) -> tuple[Axial, ...]:
    """The six hexes around one, clockwise from north, whether or not the map has them."""
    return tuple((a[0] + dq, a[1] + dr) for dq, dr in DIRECTIONS)
