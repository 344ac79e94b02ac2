"""Rules compared for whoever designs them, beside all that is played; what was made is kept, and found again.

One that waits or runs lives in the memory of this process, as reviews do. Everybody has a share: of comparisons under
way, and of games that are played for them.
"""

import asyncio
import time
from collections import OrderedDict
from contextlib import suppress
from typing import Literal

import msgspec

from septet.background.chunks import Chunk
from septet.background.processes import ChunkFailed
from septet.background.running import made_at
from septet.server.errors import Denied
from septet.server.limits import Buckets
from septet.server.live.node import Node
from septet.server.store import comparisons
from septet.server.store.comparisons import KeptComparison
from septet.server.store.store import CannotWrite
from septet.server.tables.comparing import (
    ComparisonFiles,
    ComparisonPlan,
    ComparisonState,
    ComparisonWish,
    StudioAbout,
    StudioOffer,
    WholeComparison,
)
from septet.server.tables.questions import StudioQuestion
from septet.server.workers.errands import Errands, ErrandsOf
from septet.server.workers.studies import Studies

PLAYED = 0.97  # of the work, when every deal is played; then the report is made
SURE = 0.02  # as soon as so much is done we can say how long the rest takes
SHORTEST_S, LONGEST_S, UNKNOWN_S = 2, 3_600, 30  # when to come back
FAILED = 200  # of which we remember that they failed
BURST = 1_000  # seconds' worth of games at once
FileKind = Literal["html", "json", "csv"]


class ComparisonJob:
    """A comparison that waits or runs: for whom, and how far it is."""

    def __init__(self, plan: ComparisonPlan, user: str, address: str) -> None:
        self.plan, self.user, self.address = plan, user, address
        self.askers = {user}  # it goes on as long as one of them wants it
        self.runs = False
        self.progress = 0.0
        self.began: float | None = None  # when the first games had been played: until then code is made ready
        self.then = 0.0  # how much was done at that moment
        self.task: asyncio.Task[None] | None = None

    def done(self, part: float) -> None:
        self.progress = part
        if self.began is None:
            self.began, self.then = time.monotonic(), part

    def left_s(self) -> int | None:
        """About how long it still takes."""
        made = self.progress - self.then
        if self.began is None or made < SURE:
            return None
        rest = (time.monotonic() - self.began) / made * (1 - self.progress)
        return round(min(LONGEST_S, max(SHORTEST_S, rest)))


class Comparisons:
    """Who may have one made, and which are under way."""

    def __init__(self, node: Node, errands: Errands, studies: Studies, *, is_open: bool) -> None:
        self.node = node
        self.errands = errands
        self.studies = studies
        self.is_open = is_open and bool(node.limits.chunks)
        self.jobs: dict[str, ComparisonJob] = {}
        self.failed: OrderedDict[str, ComparisonWish] = OrderedDict()
        self.turns = asyncio.Semaphore(max(1, node.limits.comparisons_at_once))
        self.played = Buckets(node.limits.compare, BURST * node.limits.compare)
        self.played_here = Buckets(node.limits.compare_here, BURST * node.limits.compare_here)
        self.offer: StudioOffer | None = None

    # What is known

    async def about(self, address: str) -> StudioAbout:
        """What can be asked here."""
        if not self.is_open:
            return StudioAbout(open=False)
        if self.offer is None:
            answer = await self.studies.ask(address, StudioQuestion("en"))
            if answer.code:
                raise Denied(answer.code)
            self.offer = msgspec.json.decode(answer.found, type=StudioOffer)
        most = self.node.limits.compared_games
        return StudioAbout(open=True, games=self.offer.games, most=most, charts=self.offer.charts)

    def not_closed(self) -> None:
        if not self.is_open:
            raise Denied("no_studio")

    def under_way(self, name: str, user: str | None) -> ComparisonState | None:
        job = self.jobs.get(name)
        if job is None:
            return None
        before = [other for other in self.jobs.values() if not other.runs]
        return ComparisonState(
            id=name,
            status="running" if job.runs and self.errands.hands else "waiting",
            wish=job.plan.wish,
            progress=job.progress,
            seconds=job.left_s(),
            ahead=0 if job.runs else before.index(job) + sum(other.runs for other in self.jobs.values()),
            yours=user in job.askers,
        )

    async def state(self, name: str, user: str | None) -> ComparisonState:
        """How far it is; raises Denied if nobody has asked for it, or if it had its time."""
        if found := self.under_way(name, user):
            return found
        if wish := await self.node.store.read(comparisons.wish_of, name):
            found_wish = msgspec.json.decode(wish, type=ComparisonWish)
            return ComparisonState(id=name, status="done", wish=found_wish, progress=1.0)
        if name in self.failed:
            return ComparisonState(id=name, status="failed", wish=self.failed[name])
        raise Denied("no_comparison")

    async def file(self, name: str, kind: FileKind, language: str) -> str:
        """One of the files of a comparison that was made."""
        packed = await self.node.store.read(comparisons.files_of, name)
        if packed is None:
            raise Denied("no_comparison")
        with suppress(CannotWrite):  # it can be read all the same
            await self.node.store.write(comparisons.used, name, self.node.wall())
        files = msgspec.json.decode(packed, type=ComparisonFiles)
        return files.json if kind == "json" else (files.html if kind == "html" else files.csv)[language]

    # Making one

    def _may_begin(self, user: str, address: str, games: int) -> None:
        """Refuse what would be more than somebody's share, or that of an address, or that of the house."""
        limits, jobs = self.node.limits, list(self.jobs.values())
        if games > limits.compared_games:
            raise Denied("compare_games", games=games, most=limits.compared_games)
        mine = [job for job in jobs if job.user == user]
        here = [job for job in jobs if job.address == address]
        for code, some, most in (
            ("too_many_comparisons_yours", mine, limits.comparisons_each),
            ("too_many_comparisons_here", here, limits.comparisons_here),
            ("too_many_comparisons", jobs, limits.comparisons),
        ):
            if len(some) >= most:
                soonest = min((job.left_s() or UNKNOWN_S for job in some), default=UNKNOWN_S)
                raise Denied(code, most=most, seconds=soonest)
        now = time.monotonic()
        for code, buckets, key in (
            ("too_much_compared_yours", self.played, user),
            ("too_much_compared_here", self.played_here, address),
        ):
            if wait := buckets.wait(key, now, min(games, buckets.burst)):
                raise Denied(code, seconds=max(1, round(wait)))

    def _count(self, job: ComparisonJob, games: float) -> None:
        now = time.monotonic()
        self.played.spend(job.user, games, now)
        self.played_here.spend(job.address, games, now)

    async def begin(self, user: str, address: str, plan: ComparisonPlan) -> ComparisonState:
        """Begin as soon as it is its turn, or tell of the one that is under way or was made; raises Denied."""
        name = plan.id
        kept = name not in self.jobs and await self.node.store.read(comparisons.wish_of, name) is not None
        if job := self.jobs.get(name):  # also one that somebody began meanwhile
            job.askers.add(user)
        elif not kept:
            self._may_begin(user, address, plan.games)
            job = self.jobs[name] = ComparisonJob(plan, user, address)
            self.failed.pop(name, None)
            self._count(job, plan.games)
            job.task = self.node.spawn(self._make(job))
        return await self.state(name, user)

    def stop(self, name: str, user: str) -> None:
        """Somebody no longer wants it; if nobody does, it is given up, and what was not played is not counted."""
        job = self.jobs.get(name)
        if job is None or user not in job.askers:
            return
        job.askers.discard(user)
        if not job.askers and job.task:
            self.jobs.pop(name)
            self._count(job, -job.plan.games * (1 - job.progress))
            job.task.cancel()

    async def _make(self, job: ComparisonJob) -> None:
        name, wish = job.plan.id, job.plan.wish
        try:
            async with self.turns:
                job.runs = True
                made = KeptComparison(msgspec.json.encode(wish), await self._made(job))
                most = self.node.limits.comparisons_kept
                await self.node.store.write(comparisons.keep, name, made, self.node.wall(), most)
        except ChunkFailed as error:
            self._fail(job)
            self.node.sparing.warn("comparison_failed", error.kind, comparison=name, why=error.why)
        except CannotWrite as error:
            self._fail(job)
            self.node.troubled(error)
        finally:
            if self.jobs.get(name) is job:
                del self.jobs[name]

    def _fail(self, job: ComparisonJob) -> None:
        self._count(job, -job.plan.games)
        self.failed[job.plan.id] = job.plan.wish
        while len(self.failed) > FAILED:
            self.failed.popitem(last=False)

    async def _made(self, job: ComparisonJob) -> bytes:
        """Its files."""
        plan, place = job.plan, ErrandsOf(self.errands, f"{job.user} compares")
        packed = await made_at(place, plan.chunks, lambda part: job.done(PLAYED * part))
        whole = WholeComparison(plan.task, plan.wish.deals, tuple(map(msgspec.Raw, packed)))
        return await place.make(Chunk("lab.whole", msgspec.json.encode(whole)))
