"""Names: friendly ones for guests, what an account may be called, and ids of tables that nobody can guess."""

import secrets
import unicodedata
from functools import cache

from septet.bots import BOTS
from septet.i18n import LANGUAGES, words
from septet.server.desk import NotHere, clean

SHORTEST, LONGEST, KEY = 2, 24, 40
BETWEEN = " -_'"
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"  # of the ids of tables
NOBODY = "—"  # what stands where a player's name was who has gone for good
OWN = ("admin", "administrator", "anyone", "bot", "guest", "host", "me", "moderator", "server", "septet", "system")

ANIMALS = {
    "en": "Otter Heron Badger Hare Robin Falcon Beaver Lynx Marten Swift Wren Stork Hedgehog Salmon Magpie".split(),
    "fr": "Loutre Hirondelle Belette Grenouille Mouette Abeille Cigogne Tortue Alouette Martre Truite".split(),
    "nl": "Otter Reiger Das Haas Merel Valk Bever Lynx Marter Gierzwaluw Ooievaar Egel Zalm Ekster Eekhoorn".split(),
}
QUALITIES = {
    "en": "Amber Quiet Brave Clever Merry Swift Gentle Bright Calm Lucky Nimble Sunny".split(),
    "fr": "agile calme habile rapide brave sereine vive douce maligne curieuse joyeuse patiente".split(),
    "nl": "Stille Dappere Slimme Vrolijke Snelle Zachte Heldere Kalme Handige Zonnige Wijze Lichte".split(),
}


def table_id() -> str:
    return "".join(secrets.choice(LETTERS) for _ in range(12))


def friendly_name(lang: str) -> str:
    """Such as Quiet Otter, Loutre calme, Stille Egel."""
    animal, quality = secrets.choice(ANIMALS[lang]), secrets.choice(QUALITIES[lang])
    return f"{animal} {quality}" if lang == "fr" else f"{quality} {animal}"


def given_name(text: str) -> str:
    """A name as it will be shown; raises if it is none: letters of one script, digits, space, - _ '."""
    name = clean(unicodedata.normalize("NFKC", text))
    letters = [letter for letter in name if letter not in BETWEEN]
    kinds = {unicodedata.category(letter)[0] for letter in letters}
    good = SHORTEST <= len(name) <= LONGEST and kinds <= {"L", "M", "N"} and not _mixed(letters)
    if not good or not SHORTEST <= len(name_key(name)) <= KEY:
        raise NotHere("bad_name", least=SHORTEST, most=LONGEST)
    if name_key(name) in reserved():
        raise NotHere("name_taken", name=name)
    return name


def name_key(name: str) -> str:
    """What two names are compared by: letters and digits without case or accents."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LN")


def _mixed(letters: list[str]) -> bool:
    """Latin letters among others may be there to look like somebody else."""
    scripts = {unicodedata.name(letter, "").partition(" ")[0] for letter in letters if letter.isalpha()}
    return "LATIN" in scripts and len(scripts) > 1


@cache
def reserved() -> frozenset[str]:
    """Names of the house: bots as they are called in any language, and those who speak for it."""
    bots = {bot for game in BOTS.values() for bot in game}
    called = {words(lang)(f"bot.{bot}") for lang in LANGUAGES for bot in bots}
    return frozenset(name_key(name) for name in {*OWN, *bots, *called})
