"""Umpire: a web service that adjudicates war games."""
