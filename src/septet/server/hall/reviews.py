"""Reviews of games that are over, made one after the other beside all that is played; each is kept when it is done.

One that waits or runs lives in the memory of this process. If the house stops meanwhile, it begins anew when somebody
asks for it again.
"""

import asyncio
import time
from collections import deque
from contextlib import suppress

import msgspec

from septet.background.chunks import Chunk
from septet.background.processes import ChunkFailed
from septet.background.running import made_at
from septet.review.report import VERSION, Review
from septet.review.whole import Whole
from septet.server.errors import Denied
from septet.server.live.node import Node
from septet.server.store import reviews
from septet.server.store.reviews import KeptReview
from septet.server.store.store import CannotWrite
from septet.server.tables.questions import ReviewPlan
from septet.server.tables.reviewing import ReviewState, ReviewStatus
from septet.server.workers.errands import Errands, ErrandsOf
from septet.server.workers.studies import Studies

PLAYED = 0.98  # of the work, when every chunk is made; then the review is put together
SURE = 0.05  # as soon as so much is done we can say how long the rest takes
SHORTEST_S, LONGEST_S, UNKNOWN_S = 5, 600, 60  # when to come back
FAILED = 200  # reviews of which we remember that they failed
TRIED_S = 20.0  # so long somebody waits for what another move is worth
BUSY_S = 2


class ReviewJob:
    """A review that waits or runs: for whom, and how far it is."""

    def __init__(self, table: str, user: str, address: str) -> None:
        self.table, self.user, self.address = table, user, address
        self.askers = {user}  # it goes on as long as one of them wants it
        self.runs = False
        self.progress = 0.0
        self.began = time.monotonic()
        self.task: asyncio.Task[None] | None = None

    def left_s(self) -> int:
        """About how long it still takes."""
        if self.progress < SURE:
            return UNKNOWN_S
        took = time.monotonic() - self.began
        return round(min(LONGEST_S, max(SHORTEST_S, took / self.progress * (1 - self.progress))))


class Reviews:
    """Who may have one made, and which are under way."""

    def __init__(self, node: Node, errands: Errands, studies: Studies) -> None:
        self.node = node
        self.errands = errands
        self.studies = studies
        self.jobs: dict[str, ReviewJob] = {}  # by table
        self.failed: deque[str] = deque(maxlen=FAILED)
        self.trying: list[tuple[str, str]] = []  # who waits for what another move is worth, and where they are
        self.turns = asyncio.Semaphore(max(1, node.limits.reviews_at_once))

    # What is known

    def under_way(self, table: str, user: str | None) -> ReviewState | None:
        """How far it is, if it waits or runs; nothing of the game is told by that."""
        job = self.jobs.get(table)
        if job is None:
            return None
        status: ReviewStatus = "running" if job.runs and self.errands.hands else "waiting"
        return ReviewState(status=status, progress=job.progress, yours=user in job.askers)

    async def kept(self, table: str, version: str | None = None) -> ReviewState:
        """What is kept of a game that the asker may see; by this version of the valuer, if it has to be."""
        found = await self.node.store.read(reviews.kept, table)
        if found and version in (None, found.version):
            with suppress(msgspec.MsgspecError):  # of a valuer of long ago
                review = msgspec.json.decode(found.review, type=Review)
                return ReviewState(status="done", progress=1.0, review=review)
        return ReviewState(status="failed" if table in self.failed else "none")

    # Making one

    def _may_begin(self, user: str, address: str) -> None:
        """Refuse what would be more than somebody's share, or that of an address, or that of the house."""
        limits, jobs = self.node.limits, list(self.jobs.values())
        self._not_off()
        mine = [job for job in jobs if job.user == user]
        here = [job for job in jobs if job.address == address]
        for code, some, most in (
            ("too_many_reviews_yours", mine, limits.reviews_each),
            ("too_many_reviews_here", here, limits.reviews_here),
            ("too_many_reviews", jobs, limits.reviews),
        ):
            if len(some) >= most:
                raise Denied(code, most=most, seconds=min((job.left_s() for job in some), default=UNKNOWN_S))

    def _not_off(self) -> None:
        if not self.node.limits.reviews or not self.node.limits.chunks:
            raise Denied("no_reviews")

    def go_along(self, table: str, user: str) -> ReviewState | None:
        """Want what somebody has asked for before, if it is under way."""
        if job := self.jobs.get(table):
            job.askers.add(user)
        return self.under_way(table, user)

    def begin(self, user: str, address: str, plan: ReviewPlan) -> None:
        """Begin with a review as soon as it is its turn; raises Denied."""
        table = plan.table
        if self.go_along(table, user):
            return
        self._may_begin(user, address)
        job = self.jobs[table] = ReviewJob(table, user, address)
        if table in self.failed:
            self.failed.remove(table)
        job.task = self.node.spawn(self._make(job, plan))

    def stop(self, table: str, user: str) -> None:
        """Somebody no longer wants it; if nobody does, it is given up."""
        job = self.jobs.get(table)
        if job is None or user not in job.askers:
            return
        job.askers.discard(user)
        if not job.askers and job.task:
            self.jobs.pop(table)
            job.task.cancel()

    async def _make(self, job: ReviewJob, plan: ReviewPlan) -> None:
        try:
            async with self.turns:
                job.runs, job.began = True, time.monotonic()
                made = await self._made(job, plan)
                await self.node.store.write(reviews.keep, job.table, made, self.node.wall())
        except (ChunkFailed, Denied) as error:
            self.failed.append(job.table)
            self.node.sparing.warn("review_failed", type(error).__name__, table=job.table, why=str(error))
        except CannotWrite as error:
            self.failed.append(job.table)
            self.node.troubled(error)
        finally:
            if self.jobs.get(job.table) is job:
                del self.jobs[job.table]

    async def _made(self, job: ReviewJob, wanted: ReviewPlan) -> KeptReview:
        def progress(done: float) -> None:
            job.progress = PLAYED * done

        answer = await self.studies.ask(job.address, wanted)
        if answer.code:
            raise Denied(answer.code)
        plan = msgspec.json.decode(answer.found, type=list[Chunk])
        place = ErrandsOf(self.errands, job.user)
        results = await made_at(place, plan, progress)
        whole = Whole(wanted.record, wanted.table, tuple(one.decode() for one in results))
        return KeptReview(VERSION, await place.make(Chunk("review.whole", msgspec.json.encode(whole))))

    # What another move is worth

    def may_try(self, user: str, address: str) -> None:
        """One at a time for each, and a few at one address."""
        self._not_off()
        here = sum(where == address for _, where in self.trying)
        if any(who == user for who, _ in self.trying) or here >= self.node.limits.reviews_here:
            raise Denied("busy", seconds=BUSY_S)

    async def tried(self, user: str, address: str, chunk: Chunk) -> bytes:
        """What comes of this chunk, for somebody who waits for it; raises Denied."""
        self.may_try(user, address)
        mine = user, address
        self.trying.append(mine)
        try:
            async with asyncio.timeout(TRIED_S):
                return await self.errands.make(chunk, user, soon=True)
        except (TimeoutError, ChunkFailed) as error:
            self.node.sparing.warn("review_failed", "try", why=str(error))
            raise Denied("review_failed") from None
        finally:
            self.trying.remove(mine)
