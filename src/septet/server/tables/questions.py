"""What the process of the studies is asked, each kind of thing with its answer."""

from typing import Any

import msgspec

from septet.i18n import Words
from septet.images import png
from septet.server.errors import Denied
from septet.server.tables import beginning, branching, imaging, replaying, studying
from septet.server.tables.beginning import StartQuestion
from septet.server.tables.branching import TryQuestion
from septet.server.tables.comparing import ComparisonWish, offered, planned
from septet.server.tables.imaging import ImageWish
from septet.server.tables.replaying import ReplayQuestion
from septet.server.tables.reviewing import TryWish
from septet.server.tables.studying import PlacesWish, StudyWish


class GuardedQuestion(msgspec.Struct, frozen=True, kw_only=True):
    """What must not be shown whatever is asked: positions of a daily that runs, by their names."""

    barred: tuple[str, ...] = ()


class Question(GuardedQuestion, frozen=True, tag=True):
    """What is asked, in whose language; exactly one kind of thing."""

    language: str

    def answer(self, t: Words) -> Any:
        """What is found, as JSON can tell it; raises Refusal."""
        raise NotImplementedError


class StudyQuestion(Question, frozen=True, tag="study"):
    wish: StudyWish

    def answer(self, t: Words) -> Any:
        return studying.answer(self.wish, t, self.barred)


class PlacesQuestion(Question, frozen=True, tag="places"):
    wish: PlacesWish

    def answer(self, t: Words) -> Any:
        return studying.places(self.wish)


class SeenAgain(Question, frozen=True, tag="replay"):
    wish: ReplayQuestion

    def answer(self, t: Words) -> Any:
        return replaying.answer(self.wish, self.barred)


class Tries(Question, frozen=True, tag="try"):
    wish: TryQuestion

    def answer(self, t: Words) -> Any:
        return branching.answer(self.wish, self.barred)


class ImageQuestion(Question, frozen=True, tag="image"):
    wish: ImageWish
    pixels: bool

    def answer(self, t: Words) -> Any:
        picture = imaging.drawn(self.wish, t, self.barred)
        return png(picture, self.wish.width) if self.pixels else picture.encode()


class PixelQuestion(Question, frozen=True, tag="pixels"):
    """A picture of our own, to be made into pixels."""

    picture: str
    width: int

    def answer(self, t: Words) -> Any:
        return png(self.picture, self.width)


class Begins(Question, frozen=True, tag="start"):
    wish: StartQuestion

    def answer(self, t: Words) -> Any:
        return beginning.found(self.wish, self.barred)


class ReviewPlan(Question, frozen=True, tag="review"):
    """The chunks of which the review of a game is made."""

    record: str
    table: str  # the seed of its playouts too
    began: int | None = None  # when the cards were dealt

    def answer(self, t: Words) -> Any:
        from septet.review.chunks import plan

        return plan(self.record.encode(errors="surrogatepass"), self.table, began=self.began)


class ReviewTry(Question, frozen=True, tag="review_try"):
    """The chunk that says what another move would have been worth."""

    record: str
    seed: str
    wish: TryWish

    def answer(self, t: Words) -> Any:
        from septet.review.chunks import may_try, try_chunk

        record = self.record.encode(errors="surrogatepass")
        if not may_try(record):
            raise Denied("nothing_to_try")
        try:
            return try_chunk(record, self.wish.number, self.wish.move, self.seed)
        except msgspec.ValidationError as error:
            raise Denied("bad_request", where=f"move: {error}"[:200]) from None


class StudioQuestion(Question, frozen=True, tag="studio"):
    """What the studio can compare."""

    def answer(self, t: Words) -> Any:
        return offered()


class Compares(Question, frozen=True, tag="compare"):
    """The chunks of which a comparison is made."""

    wish: ComparisonWish

    def answer(self, t: Words) -> Any:
        return planned(self.wish, t)


Questions = (
    StudyQuestion
    | PlacesQuestion
    | SeenAgain
    | Tries
    | ImageQuestion
    | PixelQuestion
    | Begins
    | ReviewPlan
    | ReviewTry
    | StudioQuestion
    | Compares
)
