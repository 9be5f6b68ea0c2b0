"""The life of a match: made, claimed, started, played, ended; and the checks that it went right."""
