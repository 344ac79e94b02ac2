"""Races: claims are gathered for a moment, so that a slow line costs nobody what they saw first."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, NamedTuple

from septet.games.errors import Refusal
from septet.server.tables.commands import Decide

Submit = Callable[[Decide, str, str], Coroutine[Any, Any, int]]


class PendingClaim(NamedTuple):
    """What somebody claims: when, on the scale of measured delays, and as which message of whose."""

    arrived: float
    decide: Decide
    user: str
    message: str
    answer: "asyncio.Future[int]"


class Races:
    """The claims at one table."""

    def __init__(self, spawn: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self.spawn = spawn
        self.claims: list[PendingClaim] = []

    async def enter(self, claim: PendingClaim, submit: Submit, window_s: float) -> int:
        """Wait until the window closes; the earliest claim is then played first."""
        if not self.claims:
            asyncio.get_running_loop().call_later(window_s, lambda: self.spawn(self._judge(submit)))
        self.claims.append(claim)
        return await claim.answer

    async def _judge(self, submit: Submit) -> None:
        """One after the other; whatever goes wrong with one claim, the others are answered as well."""
        claims, self.claims = sorted(self.claims, key=lambda claim: claim.arrived), []
        unheard = list[Exception]()
        for claim in claims:
            try:
                n = await submit(claim.decide, claim.user, claim.message)
            except Exception as error:
                if not claim.answer.done():
                    claim.answer.set_exception(error)
                elif not isinstance(error, Refusal):
                    unheard.append(error)  # whoever claimed is gone; the log shall know
            else:
                if not claim.answer.done():  # whoever claimed may be gone by now
                    claim.answer.set_result(n)
        if unheard:
            raise ExceptionGroup("claims", unheard)
