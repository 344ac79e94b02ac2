"""The canned phrases of the chat: each reader sees them in his own language."""

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
