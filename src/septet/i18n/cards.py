"""Playing cards as people write them: symbols for the suits, and each language's letters for the courts."""

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
COURTS = {
    "en": {"J": "J", "Q": "Q", "K": "K"},
    "fr": {"J": "V", "Q": "D", "K": "R"},
    "nl": {"J": "B", "Q": "V", "K": "K"},
}


def card_text(code: str, language: str) -> str:
    """`TH` is 10♥ everywhere; `JH` is J♥ in English, V♥ in French and B♥ in Dutch."""
    if len(code) != 2 or code[1] not in SUITS:
        return code
    rank = "10" if code[0] == "T" else COURTS[language].get(code[0], code[0])
    return rank + SUITS[code[1]]
