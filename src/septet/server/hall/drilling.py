"""A drill of one's own mistakes: cards out of reviewed games, each shown again after a longer while if it was right.

The intervals are those of a scheduler for spaced repetition (FSRS).
"""

from datetime import UTC, datetime

import msgspec
from fsrs import Card, Rating, Scheduler

from septet.games.game import Seat
from septet.puzzles.found import picture
from septet.puzzles.puzzle import KINDS, ByMove, FirstStep, Going, Puzzle, name_of
from septet.review.report import Decision, Review, Valued
from septet.server.errors import Denied
from septet.server.hall.hall import Hall
from septet.server.hall.puzzles import gone
from septet.server.live.node import table_id
from septet.server.people.accounts import User
from septet.server.store import drilling
from septet.server.store.drilling import CardRow, NewReview
from septet.server.tables.puzzle_telling import puzzle_state
from septet.server.tables.puzzling import DrillCard, DrillState, PuzzleState, PuzzleTry

SCHEDULER = Scheduler(enable_fuzzing=False)
KINDS_OF = {kind.game: kind.name for kind in KINDS.values() if not kind.exact}  # games whose mistakes are asked again


class Drilling:
    """Cards are made from reviews as they come, and asked for when they are due."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.node = hall.node

    async def next(self, user: User) -> DrillState:
        """How many there are, and the next one if it is due."""
        store = self.node.store
        for new in await store.read(drilling.new_reviews, user.id):
            await store.write(drilling.keep_cards, user.id, new.table, await self._cards(user, new))
        return await self._state(user, None)

    async def attempt(self, user: User, name: str, wish: PuzzleTry) -> DrillState:
        """A try at a card: when it comes again depends on it."""
        card = await self.node.store.read(drilling.card_of, name, user.id)
        if card is None:
            raise Denied("no_card")
        going = gone(card.puzzle, wish)
        if going.status != "open" and card.due <= self.node.wall():
            after = self._remembered(card, solved=going.status == "solved")
            if await self.node.store.write(drilling.remember, after):
                card = after
        return await self._state(user, _told(card, puzzle_state(card.puzzle, going, answer=True)))

    def _remembered(self, card: CardRow, *, solved: bool) -> CardRow:
        now = datetime.fromtimestamp(self.node.wall() / 1_000, UTC)
        memory, _ = SCHEDULER.review_card(Card.from_dict(card.memory), Rating.Good if solved else Rating.Again, now)  # type: ignore[arg-type]
        due = round(memory.due.timestamp() * 1_000)
        return msgspec.structs.replace(card, memory=dict(memory.to_dict()), seen=card.seen + 1, due=due)

    async def _state(self, user: User, card: DrillCard | None) -> DrillState:
        store, wall = self.node.store, self.node.wall()
        following = await store.read(drilling.next_card, user.id)
        later = following.due if following and following.due > wall else None
        if card is None and following and later is None:
            card = _told(following, puzzle_state(following.puzzle, Going(status="open"), answer=False))
        return DrillState(
            cards=await store.read(drilling.count, user.id),
            due=await store.read(drilling.count_due, user.id, wall),
            next_due=later,
            card=card,
        )

    async def _cards(self, user: User, new: NewReview) -> list[CardRow]:
        """The mistakes of one seat in a reviewed game."""
        if new.review is None:
            return []
        try:
            review = msgspec.json.decode(new.review.review, type=Review)
            room = await self.hall.room(new.table)
        except (msgspec.MsgspecError, Denied):
            return []
        if not isinstance(review, Valued) or review.game not in KINDS_OF or room.log is None:
            return []
        wall, found = self.node.wall(), []
        for one in review.decisions:
            if one.label and one.seat == new.seat and one.best != one.played:
                memory = Card(card_id=one.number, due=datetime.fromtimestamp(wall / 1_000, UTC))
                puzzle = _puzzle(review, one, room.log.tables[one.number - 1].state, new.seat)
                found.append(
                    CardRow(
                        id=table_id(),
                        user=user.id,
                        table=new.table,
                        number=one.number,
                        played=new.ended,
                        puzzle=puzzle,
                        memory=dict(memory.to_dict()),
                        due=wall,
                    )
                )
        return found


def _puzzle(review: Valued, one: Decision, state: object, seat: Seat) -> Puzzle:
    """What was better than the move that was played? All that the review does not tell apart from the best is right."""
    kind, drawn = KINDS_OF[review.game], picture(review.game, state)
    best, played = ByMove(one.best), ByMove(one.played)
    return Puzzle(
        id=name_of(kind, drawn),
        kind=kind,
        version=review.version,
        picture=drawn,
        options=msgspec.structs.asdict(state.options),  # type: ignore[attr-defined]
        seat=seat,
        worth=one.best_value.value,
        right=tuple((ByMove(move),) for move in (one.best, *one.as_good)),
        proof=(
            FirstStep(best, one.best_value.value, one.best_value.error),
            FirstStep(played, one.value.value, one.value.error),
        ),
        level=1500.0,
    )


def _told(card: CardRow, puzzle: PuzzleState) -> DrillCard:
    return DrillCard(
        card=card.id,
        table=card.table,
        number=card.number,
        played_at=card.played,
        seen=card.seen,
        due=card.due,
        puzzle=msgspec.structs.replace(puzzle, id=""),
    )
