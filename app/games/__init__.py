"""The games: one package per ruleset, all with the same files. Pure."""
