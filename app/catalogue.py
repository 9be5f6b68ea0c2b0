"""The rulesets that Umpire serves: the one place to register a game."""

from app.adjudication.registry import Catalogue
from app.games import aam_stacking

CATALOGUE = Catalogue(aam_stacking.RULESET)
