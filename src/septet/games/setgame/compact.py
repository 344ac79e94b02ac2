"""A game as one compact line a deal, for notes and tests: `8.421 P1! 10.950 P1=2ROF,2ROH,2ROE`."""

from collections.abc import Iterator

from septet.games.log import Log
from septet.games.setgame.scout.verdicts import ROUND_ENDS
from septet.games.setgame.state import SetEvent

PLAIN = {"noset_agreed": "--N", "deal_over": "", "table_refreshed": "R6"}
MARKS = {  # what stands behind the player
    "call": "!",
    "set_taken": "={cards}",
    "false_call": "!x{cards}",
    "abort": "!x",
    "lock_expired": "!~",
    "true_noset": "-N",
    "false_noset": "-Nx",
    "scout_pointed": ">{cards}[..]",
    "second_tried": "?{cards} c",
    "fold": " f",
    "check": " c",
    "bet": " b{number}",
    "match": " m",
    "raise": " r{number}",
    "card_played": ".{cards}",
    "challenge_ok": "^{cards}",
    "challenge_bad": "^x{cards}",
    "personal_drawn": "+",
    "penalty_card": "+x",
    "layout_scored": "M{sets};",
}


def lines(log: Log) -> Iterator[str]:
    """One line for each deal."""
    told: list[str] = []
    for number in log.line():
        entry, after = log.entries[number], log.tables[number + 1].state
        words = [word for event in after.last if (word := _word(event))]
        if words:
            told += [f"{entry.at / 1000:.3f}", *words]
        if any(event.what == "deal_over" for event in after.last) or after.ending:
            yield " ".join(told)
            told = []
    if told:
        yield " ".join(told)


def _word(event: SetEvent) -> str:
    player = "" if event.seat is None else f"P{event.seat + 1}"
    match event.what:
        case "cards_added" | "extra_card":
            return f"+{len(event.cards)}"
        case "exposed":
            return f"E{event.number}"
        case what if what in ROUND_ENDS:
            return f"[{','.join(event.cards[1:])}] {event.what[-1]}"
    if event.what in MARKS:
        cards = ",".join(event.cards)
        sets = "|M".join(",".join(event.cards[at : at + 3]) for at in range(0, len(event.cards), 3))
        return player + MARKS[event.what].format(cards=cards, number=event.number, sets=sets)
    return PLAIN.get(event.what, "")
