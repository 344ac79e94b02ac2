"""Where the rule books say why a move is refused: the place of a chapter, the same in every language."""

VOTES = "no_votes flag_is_up flag_is_down"
NOSET = f"{VOTES} set_must_exist keep_looking no_more_time"
NEXT = "between_deals ready_already not_now"
CALLS = "locked cooldown no_call out_of_reach card_twice not_picked"
CLASSIC = {"claim": f"{CALLS} call_first claim_directly three_cards", "mistakes": "frozen", "noset": NOSET}
CIRCLE = {
    "turn": "not_your_turn wrong_phase not_in_hand",
    "placing": "stack_full not_connected must_place",
    "actions": "wrong_suit too_few_cards must_use",
}

CHAPTERS = {
    "sep": {**CIRCLE, "reserve": "reserve_empty reserve_does_not_fit nothing_to_place must_place_taken"},
    "sep-solo": {**CIRCLE, "solo": "no_reserve action_after_action"},
    "sepmosa": {
        "turn": "not_your_turn not_on_rack",
        "placing": "occupied not_connected no_match",
        "doubles": "duplicate joins_twins",
        "rows": "row_full too_wide",
        "actions": "joker_stays nothing_there wrong_colour same_cell not_three",
        "floating": "only_floating floating_no_match floating_target",
        "stuck": "must_play",
    },
    "set": {**CLASSIC, "match": NEXT},
    "set-quick": {**CLASSIC, "end": NEXT},
    "set-solo": {**CLASSIC, "end": NEXT},
    "scout": {
        "scouting": "locked one_card out_of_reach card_twice not_the_scout sealed too_early",
        "second": "no_scout own_scout two_cards barred",
        "giveup": "gave_up",
        "mistakes": "frozen",
        "noset": NOSET,
        "end": NEXT,
    },
    "chipset": {
        "betting": "not_your_turn out_of_hand must_bet facing_a_bet nothing_to_match bet_made over_limit "
        "no_raises_left",
        "question": "answered",
        "counting": "three_cards card_twice out_of_reach needs_own_card not_a_set not_disjoint marked_already "
        "not_marked",
        "short": "no_chips must_fold",
        "end": NEXT,
    },
    "setup": {
        "turn": "not_your_turn not_in_hand window_open closing",
        "challenge": "nothing_to_challenge own_card barred two_cards card_twice out_of_reach",
        "match": NEXT,
    },
    "coopset": {
        "layout": "three_cards card_twice out_of_reach not_a_set not_disjoint not_marked",
        "team": "mark_pending not_leader nothing_to_veto own_mark",
    },
    "twenty": {
        "calling": CALLS,
        "mix": "needs_own_card",
        "draw": "hand_full draw_cooldown no_draw_now",
        "refresh": VOTES,
        "match": NEXT,
    },
}
PLACES = {
    (game, code): f"{game}#{place}"
    for game, chapters in CHAPTERS.items()
    for place, codes in chapters.items()
    for code in codes.split()
}


def place_of(game: str, code: str) -> str | None:
    """The book and its chapter, such as `sep#placing`; None for what no chapter is about."""
    return PLACES.get((game, code))
