"""Friendly names for guests, in their own language: an adjective and an animal that go together."""

import secrets

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
