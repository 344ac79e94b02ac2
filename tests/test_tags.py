"""The tag of every move, event and message: what records, databases and sockets call them, whatever a class is called.

A tag that stands here never changes and never goes, or old records and tables could not be read. A new one is added.
"""

from types import UnionType
from typing import Any, get_args

import msgspec
import pytest

from septet.games import GAMES
from septet.games.game import TableMove, Timeout
from septet.games.setgame.offers import KINDS
from septet.server.tables import events, wire

SEP = "draw take_reserve action_turn place pass use discard fill"
SET = "call pick unpick abort claim noset ready"
MOVES = {
    "sep": SEP,
    "sep-solo": SEP,
    "sepmosa": "place remove shift remove_three set_aside",
    "set": SET,
    "set-quick": SET,
    "set-solo": SET,
    "scout": "scout commit second giveup noset ready",
    "chipset": "fold check bet match raise expose wait mark unmark ready",
    "setup": "play challenge ready",
    "coopset": "mark unmark veto commit_layout",
    "twenty": "call pick unpick abort draw refresh_vote ready",
}
OF_THE_TABLE = "resign forfeit agree_tie leave return join undo pause resume"
EVENTS = """sat stood resized pledged settled revealed started played proposed answered said stood_in came_back hurried
hinted again shared closed became forgotten"""
MESSAGES = (
    "watch unwatch sit invite resize pledge reveal start leave here stand_in call_off hurry play ask coach hint"
    " propose answer say ping work advice chunk_made enter exit lead hand_over try point remark"
)
SENT = (
    "hello done refused scored coached hint_told table event presence job drop consult chunk drop_chunk gone bye notice"
)
SENT += " look remarked pointed look_ended"


def tags(kinds: UnionType | type[msgspec.Struct]) -> list[str]:
    return [str(kind.__struct_config__.tag) for kind in get_args(kinds) or (kinds,)]


@pytest.mark.parametrize("game", GAMES)
def test_the_moves_of_a_game_keep_their_tags(game: str) -> None:
    assert tags(GAMES[game].moves) == MOVES[game].split()


@pytest.mark.parametrize(
    ("kinds", "pinned"),
    [
        (TableMove, OF_THE_TABLE),
        (Timeout, "timeout"),
        (events.Stored, EVENTS),
        (events.Nothing, "nothing"),
        (wire.Message, MESSAGES),
        (wire.Reply, "done refused scored coached hint_told"),
        (wire.Sent, SENT),
    ],
    ids=["table", "timer", "stored", "nothing", "heard", "replies", "sent"],
)
def test_table_events_and_messages_keep_their_tags(kinds: Any, pinned: str) -> None:
    assert tags(kinds) == pinned.split()


def test_every_word_of_the_set_family_is_a_tag_of_one_of_its_games() -> None:
    spoken = {tag for name, game in GAMES.items() if game.family == "setgame" for tag in MOVES[name].split()}
    assert KINDS.keys() == spoken
    assert all(kind.__struct_config__.tag == tag for tag, kind in KINDS.items())


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_a_move_of_the_set_family_keeps_its_tag_under_another_name(kind: type[msgspec.Struct]) -> None:
    renamed = msgspec.defstruct("Renamed", [], bases=(kind,), frozen=True)
    assert renamed.__struct_config__.tag == kind.__struct_config__.tag
