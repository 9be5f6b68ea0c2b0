"""Boards: their geometry and the names of their places. Pure, and of no game."""
