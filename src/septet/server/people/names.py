"""Names: friendly ones for guests, and what an account may be called."""

import secrets
import unicodedata
from functools import cache

from septet.bots import BOTS
from septet.i18n import LANGUAGES, words
from septet.server.errors import Denied
from septet.server.store.lookalikes import is_identifier, is_mixed, looks
from septet.server.tables.phrases import clean

SHORTEST, LONGEST, KEY = 2, 24, 40
BETWEEN = " -_'"
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


def friendly_name(lang: str) -> str:
    """Such as Quiet Otter, Loutre calme, Stille Egel."""
    animal, quality = secrets.choice(ANIMALS[lang]), secrets.choice(QUALITIES[lang])
    return f"{animal} {quality}" if lang == "fr" else f"{quality} {animal}"


def given_name(text: str) -> str:
    """A name as it will be shown; raises if it is none: letters of one script, digits, space, - _ '."""
    name = clean(unicodedata.normalize("NFKC", text))
    letters = "".join(letter for letter in name if letter not in BETWEEN)
    kinds = {unicodedata.category(letter)[0] for letter in letters}
    good = SHORTEST <= len(name) <= LONGEST and kinds <= {"L", "M", "N"}
    if not good or not is_identifier(letters) or is_mixed(letters) or not SHORTEST <= len(name_key(name)) <= KEY:
        raise Denied("bad_name", least=SHORTEST, most=LONGEST)
    if name_key(name) in reserved() or looks(name) in reserved_looks():
        raise Denied("name_taken", name=name)
    return name


def name_key(name: str) -> str:
    """What two names are compared by: letters and digits without case or accents."""
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    return "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LN")


@cache
def _names_of_the_house() -> frozenset[str]:
    """Bots as they are called in any language, and those who speak for it."""
    bots = {bot for game in BOTS.values() for bot in game}
    called = {words(lang)(f"bot.{bot}") for lang in LANGUAGES for bot in bots}
    return frozenset({*OWN, *bots, *called})


@cache
def reserved() -> frozenset[str]:
    return frozenset(name_key(name) for name in _names_of_the_house())


@cache
def reserved_looks() -> frozenset[str]:
    """As they look in small letters, with a large one, or in large ones."""
    written = (str.lower, str.capitalize, str.upper)
    return frozenset(looks(write(name)) for name in _names_of_the_house() for write in written)
