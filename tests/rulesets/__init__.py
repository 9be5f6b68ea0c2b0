"""Four tiny rulesets: each leans on one part of the contract, so that the big games need not be first to do so."""

from app.adjudication.registry import Catalogue
from tests.rulesets.ambush import RULESET as AMBUSH
from tests.rulesets.duel import RULESET as DUEL
from tests.rulesets.glide import RULESET as GLIDE
from tests.rulesets.sealed import RULESET as SEALED

TINY_CATALOGUE = Catalogue(SEALED, DUEL, AMBUSH, GLIDE)

__all__ = ["AMBUSH", "DUEL", "GLIDE", "SEALED", "TINY_CATALOGUE"]
