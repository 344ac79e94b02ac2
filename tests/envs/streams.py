"""The plain rules, shuffled as a game of a batch is: its stream of chance again, in plain Python."""

from collections.abc import Iterable
from typing import Any

from septet.envs.batched import stream
from septet.games import chance
from septet.games.game import Seat
from septet.games.sep.cards import Cards
from septet.games.sep.duel import Sep
from septet.games.sep.moves import Pass
from septet.games.sep.options import SepOptions
from septet.games.sep.rules import CircleGame
from septet.games.sep.solo import SepSolo
from septet.games.sep.state import Last, Player
from septet.games.sep.state import State as Circle
from septet.games.sepmosa.mosaic import in_reading_order
from septet.games.sepmosa.rules import Sepmosa
from septet.games.sepmosa.state import State as Mosaic
from septet.games.sepmosa.tiles import Tiles

BITS = (1 << 64) - 1


class Stream:
    """Marsaglia's xorshift64*, of which the upper 32 bits count."""

    def __init__(self, seed: int, game: int) -> None:
        self.word = stream(seed, game)

    def below(self, count: int) -> int:
        self.word ^= self.word >> 12
        self.word ^= self.word << 25 & BITS
        self.word ^= self.word >> 27
        return ((self.word * 0x2545F4914F6CDD1D & BITS) >> 32) * count >> 32

    def shuffled(self, cards: Iterable[str]) -> tuple[str, ...]:
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


class StreamedCircle(CircleGame):
    """SEP by its plain rules; the heap of discarded cards is shuffled from the order in which it was laid."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance
        self.heap: list[str] = []

    def shuffle(self, state: Circle, cards: Iterable[str], stream: chance.Stream) -> Cards:
        state.shuffles += 1
        return self.chance.shuffled(cards)

    def lay_out(self, state: Circle) -> None:
        self.heap = []
        super().lay_out(state)

    def new_pile(self, state: Circle, last: Last) -> None:
        state.draw = self.shuffle(state, (*self.heap, *state.reserve), chance.Stream("pile"))
        state.discard, state.reserve, state.face_down = (), (), frozenset()
        state.pile += 1
        last.new_pile = len(state.draw)
        self.heap = []

    def give_back(self, state: Circle, me: Player, last: Last) -> None:
        if isinstance(last.move, Pass) and len(state.players) == 1:
            self.heap.append(last.move.card)
        super().give_back(state, me, last)

    def act(self, state: Circle, last: Last, done: Any) -> None:
        self.heap.extend(done.lifted)
        super().act(state, last, done)


class StreamedSep(StreamedCircle, Sep):
    def toss(self, state: Circle) -> Seat:
        state.shuffles += 1
        options = state.options
        assert isinstance(options, SepOptions)
        return self.chance.below(2) if options.start_player == "random" else 0


class StreamedSolo(StreamedCircle, SepSolo):
    def __init__(self, chance: Stream) -> None:
        SepSolo.__init__(self)
        StreamedCircle.__init__(self, chance)


class StreamedSepmosa(Sepmosa):
    """SEPMOSA by its plain rules; a new pool is shuffled from the order in which the tiles are put together."""

    def __init__(self, chance: Stream) -> None:
        self.chance = chance

    def shuffle(self, state: Mosaic, tiles: Iterable[str], stream: chance.Stream) -> Tiles:
        state.shuffles += 1
        if tiles == "01":  # who begins
            return (str(self.chance.below(2)),)
        return self.chance.shuffled(tiles)

    def clear(self, state: Mosaic) -> None:
        lying = (*state.pool, *(state.mosaic[cell] for cell in in_reading_order(state.mosaic)))
        state.mosaic, state.floating, state.passes = {}, (), (0, 0)
        self.new_pool(state, lying, chance.Stream("clear"))

    def new_pool(self, state: Mosaic, lying: Tiles, stream: chance.Stream) -> None:
        aside = (*state.removed, *state.played, *(tile for laid in state.set_aside for tile in laid))
        state.pool = self.shuffle(state, lying + aside, stream)
        state.removed, state.played, state.set_aside = (), (), ((), ())


STREAMED: dict[str, Any] = {"sep": StreamedSep, "sep-solo": StreamedSolo, "sepmosa": StreamedSepmosa}
