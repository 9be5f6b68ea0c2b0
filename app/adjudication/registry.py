"""A catalogue of rulesets: what a service serves."""

from collections.abc import Iterator

from app.adjudication.contract import AnyRuleset


class Catalogue:
    """Rulesets by id, in the order given. Raises ValueError for an id or a schema name used twice."""

    def __init__(self, *rulesets: AnyRuleset) -> None:
        self._by_id = {ruleset.meta.id: ruleset for ruleset in rulesets}
        words = {ruleset.meta.schema_name for ruleset in rulesets}
        if len(self._by_id) < len(rulesets) or len(words) < len(rulesets):
            raise ValueError("two rulesets share an id or a schema name")

    def __iter__(self) -> Iterator[AnyRuleset]:
        return iter(self._by_id.values())

    def __contains__(self, identifier: str) -> bool:
        return identifier in self._by_id

    def __getitem__(self, identifier: str) -> AnyRuleset:
        """A ruleset by id; raises KeyError."""
        return self._by_id[identifier]
