"""Which of the three languages a request wants."""

from functools import lru_cache

from app.adjudication.model import LANGUAGES, Language

DEFAULT: Language = "en"


@lru_cache(maxsize=1024)
def choose_language(accept_language: str | None) -> Language:
    """The best of English, Portuguese and Spanish by an Accept-Language header and its q-values."""
    best: Language = DEFAULT
    best_quality = 0.0
    for entry in (accept_language or "")[:500].split(","):
        tag, _, parameters = entry.partition(";")
        quality = _quality(parameters)
        primary = tag.strip().lower().partition("-")[0]
        wanted = DEFAULT if primary == "*" else next((known for known in LANGUAGES if known == primary), None)
        if wanted is not None and quality > best_quality:
            best, best_quality = _language(wanted), quality
    return best


def _quality(parameters: str) -> float:
    name, _, value = parameters.strip().partition("=")
    if name.strip().lower() != "q":
        return 1.0
    try:
        quality = float(value)
    except ValueError:
        return 0.0
    return quality if 0.0 <= quality <= 1.0 else 0.0


def _language(word: str) -> Language:
    return "pt" if word == "pt" else "es" if word == "es" else "en"
