"""Seeds of days: promised by an anchor, checked by anybody, foretold by nobody without the secret."""

import hashlib
import itertools

import pytest

from septet.daily.chain import LENGTH, Chain, fits, seed_for
from septet.daily.days import begins, day_named, day_of, ends, name_of_day

CHAIN = Chain(20_000, LENGTH, bytes(range(32)))


def test_each_seed_is_the_hash_of_the_one_after_it_and_the_first_leads_to_the_anchor() -> None:
    seeds = [CHAIN.seed(day) for day in range(CHAIN.first, CHAIN.last + 1)]
    assert seeds[-1] == CHAIN.secret
    assert all(hashlib.sha256(after).digest() == seed for seed, after in itertools.pairwise(seeds))
    assert CHAIN.anchor == hashlib.sha256(seeds[0]).digest()
    assert len({*seeds, CHAIN.anchor}) == LENGTH + 1


def test_anybody_can_tell_whether_a_seed_was_the_promised_one() -> None:
    day = CHAIN.first + 123
    assert fits(CHAIN.seed(day), day, CHAIN.anchor, CHAIN.first)
    assert fits(CHAIN.seed(CHAIN.first), CHAIN.first, CHAIN.anchor, CHAIN.first)
    assert not fits(CHAIN.seed(day), day + 1, CHAIN.anchor, CHAIN.first)
    assert not fits(CHAIN.seed(day + 1), day, CHAIN.anchor, CHAIN.first)
    assert not fits(bytes(32), day, CHAIN.anchor, CHAIN.first)
    assert not fits(CHAIN.seed(day), CHAIN.first - 1, CHAIN.anchor, CHAIN.first)
    assert not fits(b"short", day, CHAIN.anchor, CHAIN.first)


@pytest.mark.parametrize("day", [CHAIN.first - 1, CHAIN.last + 1])
def test_a_day_outside_the_chain_has_no_seed(day: int) -> None:
    assert not CHAIN.holds(day)
    with pytest.raises(ValueError, match="not in this chain"):
        CHAIN.seed(day)


def test_everything_of_a_day_has_a_seed_of_its_own() -> None:
    day = CHAIN.seed(CHAIN.first)
    found = {seed_for(day, what) for what in ("sep-win", "sep-best", "sep-solo")}
    assert len(found) == 3
    assert seed_for(day, "sep-win") == hashlib.sha256(f"{day.hex()} sep-win".encode()).digest(), "as the docs say"


def test_a_day_is_a_date_of_utc_wherever_one_is() -> None:
    midnight = 1_794_873_600_000  # 2026-11-17 00:00 UTC
    day = day_of(midnight)
    assert name_of_day(day) == "2026-11-17"
    assert (begins(day), ends(day)) == (midnight, midnight + 86_400_000)
    assert day_of(midnight - 1) == day - 1
    assert day_named("2026-11-17") == day
    assert day_named("2026-02-30") is None
    assert day_named("0001-01-01") is not None
