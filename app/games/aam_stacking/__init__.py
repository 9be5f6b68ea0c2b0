"""Axis & Allies Miniatures: the stacking rule of the Rules Update of 27 January 2009."""

from app.games.aam_stacking.ruleset import RULESET

__all__ = ["RULESET"]
