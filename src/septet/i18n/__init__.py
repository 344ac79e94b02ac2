"""All words that people read, in three languages: gettext catalogues whose messages are keys.

`septet.po` holds the words that all share, and each family of games has a catalogue of its own.

A message may say how a fact is written: `{seat:seat}` counts from one, `{why:refusal}` is the words of another refusal,
and `{card:card}` is what the games say about their cards (`Game.forms`). A message with plural forms is chosen by the
fact `n`.
"""

import gettext
import string
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from septet.games import GAMES
from septet.games.game import Form
from septet.i18n.houserules import options_in_words
from septet.i18n.placenames import place_name

LANGUAGES = ("en", "fr", "nl")
FOLDER = Path(__file__).parent
DOMAINS = tuple(sorted(file.stem for file in (FOLDER / "en/LC_MESSAGES").glob("*.mo")))  # every catalogue there is
# How the games write their facts.
FORMS: Mapping[str, Form] = {name: form for game in GAMES.values() for name, form in game.forms.items()}


def language_of(environ: Mapping[str, str]) -> str:
    """The first of our languages that the environment asks for."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        for wanted in environ.get(name, "").split(":"):
            language = wanted[:2].lower()
            if language in LANGUAGES:
                return language
    return "en"


def preferred(*wanted: str) -> str:
    """The first of our languages in what is asked for by name, or in the list that a browser sends."""
    asked = (one.strip()[:2].lower() for each in wanted for one in each.split(","))
    return next((one for one in asked if one in LANGUAGES), "en")


class Words(string.Formatter):
    """The words of one language: call it with a key and the facts."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.catalogue = gettext.NullTranslations()
        for domain in DOMAINS:
            self.catalogue.add_fallback(gettext.translation(domain, FOLDER, [language]))

    def __call__(self, key: str, /, **facts: Any) -> str:
        message = self.message(key, facts.get("n"))
        if message is None:
            raise KeyError(key)
        return self.vformat(message, (), facts)

    def message(self, key: str, n: int | None = None) -> str | None:
        """The message as the catalogue has it, if it does."""
        found = self.catalogue.ngettext(key, key, abs(n)) if n is not None else key
        found = self.catalogue.gettext(key) if found == key else found
        return None if found == key else found

    def of(self, family: str, key: str, /, **facts: Any) -> str:
        """The words that a family of games has for this, or else those that all share."""
        own = f"{family}.{key}"
        return self(own if self.message(own) else key, **facts)

    def format_field(self, value: Any, format_spec: str) -> Any:
        match format_spec:
            case "seat":
                return str(value + 1)
            case "signed":
                return f"{value:+d}".replace("-", "−")
            case "refusal":
                return self.refusal(value)
        form = FORMS.get(format_spec)
        return form(value, self) if form else super().format_field(value, format_spec)

    def refusal(self, refusal: Any) -> str:
        """Why something cannot be done, in words; house rules by their names if the game is known."""
        facts = refusal.facts
        if refusal.kind == "option" and refusal.family:
            facts = options_in_words(self, refusal.family, facts)
        elif refusal.kind == "text" and refusal.family and "key" in facts:
            facts = {**facts, "key": place_name(self, refusal.family, facts["key"])}
        return self.of(refusal.family, f"{refusal.kind}.{refusal.code}", **facts)


@cache
def words(language: str) -> Words:
    return Words(language)
