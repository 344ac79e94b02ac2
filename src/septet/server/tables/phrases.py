"""What is said in the chat: canned phrases, which each reader sees in his own language, or words of one's own."""

import unicodedata

from septet.server.errors import Denied

PHRASES = (
    "hello",
    "good_luck",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "nice_move",
    "one_moment",
    "back_again",
    "your_turn",
    "again",
    "goodbye",
)

# Letters and marks that show nothing.
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0"
MARKS = 2  # that may stand on one letter; some languages have two, towers have many


def clean(text: str) -> str:
    """Words on one line: nothing invisible, no control or direction marks, no towers of accents or of rings."""
    kept, marks = [], 0
    for letter in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        plain = kind not in ("Cc", "Cf", "Cs", "Co", "Cn", "Me") or letter in "\n\t\u200d\u20e3"  # emoji need these
        if marks <= MARKS and plain and letter not in INVISIBLE:
            kept.append(letter)
    said = " ".join("".join(kept).split())
    return said if any(unicodedata.category(letter)[0] not in "MZC" for letter in said) else ""


def spoken(text: str | None, phrase: str | None) -> str | None:
    """What is said, as it may be shown; raises Denied."""
    if (text is None) == (phrase is None):
        raise Denied("bad_message", where="text or phrase")
    if phrase is not None and phrase not in PHRASES:
        raise Denied("unknown_phrase", phrase=phrase, known=", ".join(PHRASES))
    said = clean(text) if text else None
    if text is not None and not said:
        raise Denied("bad_message", where="text")
    return said
