"""What a total of CoopSet is called, and what the sets of a layout pay."""

PAYS = {"booklet": (0, 0, 1, 3, 5), "modern": (0, 1, 2, 3, 5)}  # for 0, 1, 2, 3, 4 sets, and more
# The lowest total of each rating; the first has no rating, and the last one is a joke: 33 is the most there is.
RATINGS = {
    -81: "below_zero",
    0: "practise",
    4: "fair",
    8: "good",
    11: "excellent",
    14: "super",
    16: "record",
    30: "joke",
}
WON_FROM = 4


def least_of(points: int) -> int:
    """The lowest total that is called the same."""
    return max(least for least in RATINGS if points >= least)


def rating(points: int) -> str:
    """What a total is called."""
    return RATINGS[least_of(points)]
