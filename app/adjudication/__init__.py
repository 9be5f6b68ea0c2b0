"""The core: what every ruleset is made of, and the one gate that adjudicates. Pure, like the games above it."""
