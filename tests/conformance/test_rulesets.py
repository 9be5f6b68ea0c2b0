"""Every ruleset that Umpire serves, and the four tiny ones, pass every check of the kit."""

import importlib
from importlib.util import find_spec

import pytest

from app.adjudication.contract import AnyRuleset
from app.adjudication.registry import Catalogue
from tests.conformance.kit import conform
from tests.rulesets import TINY_CATALOGUE
from tests.rulesets.redeal import REDEAL


def served() -> Catalogue:
    """The service's own catalogue; a checkout without one yet has no games."""
    if find_spec("app.catalogue") is None:
        return Catalogue()
    catalogue: Catalogue = importlib.import_module("app.catalogue").CATALOGUE
    return catalogue


@pytest.mark.parametrize("ruleset", list(TINY_CATALOGUE), ids=lambda ruleset: ruleset.meta.id)
def test_a_tiny_ruleset_conforms(ruleset: AnyRuleset) -> None:
    conform(ruleset, playouts=12, shuffled_hidden=REDEAL.get(ruleset.meta.id))


@pytest.mark.parametrize("ruleset", list(served()), ids=lambda ruleset: ruleset.meta.id)
def test_a_served_ruleset_conforms(ruleset: AnyRuleset) -> None:
    conform(ruleset, playouts=3, shuffled_hidden=REDEAL.get(ruleset.meta.id))


@pytest.mark.soak
@pytest.mark.parametrize("ruleset", [*TINY_CATALOGUE, *served()], ids=lambda ruleset: ruleset.meta.id)
@pytest.mark.parametrize("seed", range(2, 6))
def test_a_ruleset_conforms_in_many_more_games(ruleset: AnyRuleset, seed: int) -> None:
    conform(ruleset, playouts=30, seed=seed, shuffled_hidden=REDEAL.get(ruleset.meta.id))
