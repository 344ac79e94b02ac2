"""What several games of the family refuse moves for, grouped as the chapters of their rule books group it."""

VOTES = "no_votes flag_is_up flag_is_down"
NOSET = f"{VOTES} set_must_exist keep_looking no_more_time"
NEXT = "between_deals ready_already not_now"
CALLS = "locked cooldown no_call out_of_reach card_twice not_picked"
