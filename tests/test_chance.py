"""Chance: a shuffle that is promised for ever, seeds, and what is shown of them."""

import hashlib
import json
import math
from collections import Counter
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from septet import fair
from septet.games.chance import (
    DEAL,
    SEED_BYTES,
    Stream,
    Streams,
    Xorshift,
    commitment,
    deal_seed,
    new_seed,
    seed_from,
    shuffled,
)
from tests.laws import chi_square

SEED = bytes.fromhex("518504f193f3127aae7ae6e8e6949d3a4b446a2cd8a62f3875b73845ae77ef23")

# Records depend on these orders: they never change.
PROMISED = [
    (SEED, 0, "1 4 0 5 8 7 6 2 3 9"),
    (SEED, 1, "1 3 6 0 7 4 5 9 2 8"),
    (bytes(32), 2**63, "6 0 4 5 2 3 1"),
    (
        SEED,
        0,
        "11 28 6 46 39 0 5 21 2 22 15 19 38 1 4 25 10 33 29 20 37 26 35 48 36 40 17 16 18 41 27 31 23 51 14 30 13 43 "
        "3 32 7 44 50 24 9 42 47 8 34 12 45 49",
    ),
]


def as_documented(count: int, seed: bytes, nth: int) -> tuple[int, ...]:
    """The shuffle once more, from its description alone."""
    order, block, words = list(range(count)), 0, list[int]()
    for place in reversed(range(1, count)):
        while True:
            if not words:
                found = hashlib.sha256(seed + nth.to_bytes(8, "big") + block.to_bytes(8, "big")).hexdigest()
                words = [int(found[at : at + 8], 16) for at in range(0, 64, 8)]
                block += 1
            word = words.pop(0)
            if word < 2**32 // (place + 1) * (place + 1):
                break
        other = word % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


@pytest.mark.parametrize(("seed", "nth", "order"), PROMISED)
def test_the_promised_orders_stand(seed: bytes, nth: int, order: str) -> None:
    numbers = tuple(map(int, order.split()))
    assert shuffled(range(len(numbers)), seed, nth) == numbers


@given(some.integers(0, 120), some.binary(min_size=32, max_size=32), some.integers(0, 2**64 - 1))
def test_a_shuffle_is_what_its_description_says(count: int, seed: bytes, nth: int) -> None:
    order = shuffled(range(count), seed, nth)
    assert order == as_documented(count, seed, nth)
    assert sorted(order) == list(range(count))


@pytest.mark.parametrize("items", [(), ("one",)])
def test_there_is_nothing_to_shuffle(items: tuple[str, ...]) -> None:
    assert shuffled(items, SEED, 0) == items


def test_a_shuffle_leaves_its_input_alone() -> None:
    cards = ["AC", "2C", "3C"]
    shuffled(cards, SEED, 0)
    assert cards == ["AC", "2C", "3C"]


def test_a_word_that_would_favour_some_places_is_passed_over() -> None:
    """The sixth shuffle of so many items is one of the first that meets such a word."""
    assert shuffled(range(2_000), SEED, 6) == as_documented(2_000, SEED, 6)
    tried = zip(range(2_000, 1, -1), first_words(SEED, 6), strict=False)
    assert any(word >= 2**32 // places * places for places, word in tried)


def first_words(seed: bytes, nth: int) -> list[int]:
    blocks = (hashlib.sha256(seed + nth.to_bytes(8, "big") + block.to_bytes(8, "big")).digest() for block in range(250))
    return [int.from_bytes(block[at : at + 4], "big") for block in blocks for at in range(0, 32, 4)]


def test_every_order_is_as_likely_as_any_other() -> None:
    orders = Counter(shuffled("abcd", SEED, nth) for nth in range(4_800))
    assert set(orders) == set(permutations("abcd"))
    assert chi_square(orders, 24) < 23 + 5 * math.sqrt(46)


def test_every_card_is_on_top_equally_often() -> None:
    tops = Counter(shuffled(range(40), SEED, nth)[-1] for nth in range(4_000))
    assert chi_square(tops, 40) < 39 + 5 * math.sqrt(78)


def test_each_shuffle_of_a_seed_is_another() -> None:
    assert len({shuffled(range(40), SEED, nth) for nth in range(200)}) == 200


def test_seeds_from_the_system_are_long_and_new() -> None:
    seeds = {new_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert {len(seed) for seed in seeds} == {SEED_BYTES} == {32}


def test_a_text_is_a_seed() -> None:
    assert seed_from("septet") == SEED
    assert seed_from("Zoë ♣") == hashlib.sha256("Zoë ♣".encode()).digest()


def test_a_commitment_is_the_hash_of_the_seed() -> None:
    assert commitment(SEED) == "f41eb531fbcddd4a68f80fe0d7a569665b8015b5a3c1ff615b911d7e7f4c1105"


VECTORS = json.loads((Path(__file__).parent / "deals.json").read_bytes())  # the web app is held to them as well


@pytest.mark.parametrize("vector", VECTORS)
def test_a_deal_comes_from_secret_and_numbers_as_it_was_promised(vector: dict[str, Any]) -> None:
    secret, seed = bytes.fromhex(vector["secret"]), bytes.fromhex(vector["seed"])
    numbers = [None if one is None else bytes.fromhex(one) for one in vector["numbers"]]
    assert commitment(secret) == vector["commitment"]
    assert [None if one is None else commitment(one) for one in numbers] == vector["pledges"]
    assert deal_seed(secret, numbers) == seed
    assert fair.deal_seed(secret, vector["numbers"]) == seed.hex(), "so does the client for programs"
    assert list(shuffled(range(vector["items"]), seed, vector["nth"])) == vector["order"]


def test_a_deal_can_be_worked_out_by_hand() -> None:
    secret, number = b"s" * 32, b"n" * 32
    parts = [DEAL, secret, number, b"", number]
    whole = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
    assert deal_seed(secret, [number, None, number]) == hashlib.sha256(whole).digest()


def test_every_part_of_a_deal_and_its_place_matter() -> None:
    one, two, secret = (seed_from(text) for text in "abc")
    deals = [(one, two), (two, one), (one, None), (None, one), (one,), (None,), (), (None, None), (one, one)]
    seeds = {deal_seed(base, numbers) for base in (secret, one) for numbers in deals}
    assert len(seeds) == 2 * len(deals)
    assert not seeds & {secret, one, two}


def test_in_a_study_a_thing_is_shuffled_the_same_however_often_another_was() -> None:
    seed, cards = Streams(SEED), range(20)
    actions = Stream("actions", 1)
    assert shuffled(cards, seed, 3, actions) == shuffled(cards, seed, 7, actions)
    others = [Stream("numbers", 1), Stream("actions", 2), Stream("actions", 1, 1), Stream("actions", 0, 1)]
    orders = {shuffled(cards, seed, 3, stream) for stream in (actions, *others)}
    assert len(orders) == 5, "another thing, another time, another place: another order"
    assert shuffled(cards, Streams(seed_from("other")), 3, actions) not in orders
    assert shuffled(cards, seed, 3) == shuffled(cards, SEED, 3), "without a stream as in a game of people"


def test_orders_of_a_stream_are_equally_likely() -> None:
    seed = Streams(SEED)
    seen = Counter(shuffled(range(4), seed, 0, Stream("cards", number)) for number in range(4_800))
    assert chi_square(seen, math.factorial(4)) < 49.7  # 23 degrees of freedom: exceeded once in a thousand times


def test_the_quick_generator_draws_what_it_always_drew() -> None:
    words = Xorshift(1)
    assert [words.word() for _ in range(4)] == [1206177355, 2882512552, 3117485455, 1303648416]
    assert Xorshift(0).word() == Xorshift(1).word(), "it may not begin with nothing"
    draws = Counter(words.below(7) for _ in range(7_000))
    assert set(draws) == set(range(7))
    assert chi_square(draws, 7) < 22.5  # 6 degrees of freedom: exceeded once in a thousand times
