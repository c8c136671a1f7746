"""The seating designs of tournaments: for every number of players, who sits where.

A table (a, b, c, d) seats partners a and b against c and d. Only the first tables of a design are
written down: from one rotation to the next everybody moves on to the next seat number, and after
the last number to 1. Of 4k players the last keeps the seat, and with 9 the seats are thought of as
three rows of three, moved along within the rows and from row to row.

With 4k or 4k + 1 players every pair partners exactly once and meets as opponents exactly twice (a
whist tournament). With 4k + 2 or 4k + 3 no seating does that: here no pair partners twice, and
every pair meets once or twice. Everybody rests equally often. No longer design could keep this:
rests are equal only after certain numbers of rotations, and by the next of these somebody would
have run out of new partners.
"""

from collections.abc import Mapping

from companion.game.rounds import Seat

Four = tuple[Seat, Seat, Seat, Seat]

# fmt: off
FIRST_TABLES: Mapping[int, tuple[Four, ...]] = {
    4: ((4, 3, 2, 1),),
    5: ((2, 5, 3, 4),),
    6: ((2, 4, 5, 6),),
    7: ((3, 7, 5, 6),),
    8: ((8, 7, 3, 1), (5, 4, 6, 2)),
    9: ((2, 3, 4, 7), (5, 9, 6, 8)),
    10: ((3, 10, 4, 8), (5, 6, 7, 9)),
    11: ((4, 8, 5, 10), (6, 7, 9, 11)),
    12: ((12, 8, 6, 5), (10, 2, 9, 4), (1, 3, 11, 7)),
    13: ((12, 11, 10, 3), (9, 13, 4, 6), (8, 5, 7, 2)),
    14: ((2, 11, 5, 9), (4, 6, 7, 10), (8, 14, 12, 13)),
    15: ((4, 10, 5, 15), (6, 7, 9, 13), (8, 11, 12, 14)),
    16: ((16, 9, 4, 14), (13, 2, 11, 10), (3, 1, 7, 15), (12, 6, 5, 8)),
    17: ((5, 10, 8, 2), (12, 14, 7, 6), (4, 13, 3, 17), (15, 11, 16, 9)),
    18: ((3, 17, 5, 8), (4, 14, 7, 12), (6, 18, 10, 11), (9, 16, 13, 15)),
    19: ((4, 6, 12, 16), (5, 13, 10, 15), (7, 8, 9, 19), (11, 18, 14, 17)),
    20: ((20, 6, 19, 15), (5, 8, 4, 11), (14, 9, 16, 17), (3, 1, 18, 10), (13, 7, 2, 12)),
    21: ((12, 16, 19, 14), (18, 15, 2, 9), (4, 17, 3, 13), (8, 20, 5, 7), (6, 21, 11, 10)),
    22: ((2, 5, 11, 13), (4, 9, 8, 16), (6, 10, 15, 22), (7, 19, 12, 21), (14, 20, 17, 18)),
    23: ((4, 20, 14, 22), (5, 7, 8, 19), (6, 23, 10, 15), (9, 18, 11, 12), (13, 16, 17, 21)),
    24: (
        (24, 19, 23, 2), (18, 7, 3, 21), (8, 15, 13, 16), (6, 20, 4, 17), (22, 5, 11, 12),
        (10, 14, 9, 1),
    ),
    25: (
        (6, 24, 23, 11), (9, 14, 5, 15), (22, 8, 4, 20), (13, 16, 18, 19), (21, 2, 10, 12),
        (7, 3, 25, 17),
    ),
    26: (
        (3, 7, 13, 16), (4, 21, 9, 14), (5, 23, 24, 25), (6, 12, 10, 20), (8, 22, 17, 19),
        (11, 18, 15, 26),
    ),
    27: (
        (4, 5, 17, 23), (6, 19, 8, 11), (7, 18, 14, 21), (9, 24, 13, 15), (10, 27, 12, 20),
        (16, 25, 22, 26),
    ),
    28: (
        (28, 23, 6, 19), (7, 5, 9, 16), (22, 27, 10, 1), (18, 26, 13, 2), (17, 21, 14, 15),
        (12, 24, 4, 25), (8, 11, 3, 20),
    ),
    29: (
        (6, 21, 12, 16), (24, 14, 23, 26), (29, 13, 5, 28), (9, 4, 15, 17), (19, 11, 8, 7),
        (2, 20, 18, 27), (25, 3, 22, 10),
    ),
    30: (
        (2, 23, 15, 28), (4, 6, 9, 21), (5, 11, 25, 29), (7, 10, 13, 14), (8, 24, 17, 22),
        (12, 19, 20, 30), (16, 27, 18, 26),
    ),
    31: (
        (4, 9, 15, 25), (5, 12, 6, 8), (7, 21, 22, 30), (10, 16, 14, 27), (11, 31, 18, 19),
        (13, 28, 23, 26), (17, 29, 20, 24),
    ),
    32: (
        (32, 21, 13, 16), (17, 31, 28, 1), (8, 10, 18, 19), (2, 12, 26, 14), (15, 20, 5, 11),
        (3, 25, 7, 22), (4, 27, 9, 29), (23, 30, 6, 24),
    ),
    33: (
        (29, 12, 6, 13), (11, 16, 18, 9), (33, 2, 3, 21), (25, 22, 7, 30), (27, 26, 15, 23),
        (17, 28, 4, 8), (19, 32, 5, 24), (31, 10, 14, 20),
    ),
    34: (
        (3, 30, 9, 12), (4, 20, 5, 25), (6, 28, 8, 16), (7, 22, 26, 32), (10, 15, 14, 27),
        (11, 21, 18, 19), (13, 17, 24, 33), (23, 34, 29, 31),
    ),
    35: (
        (4, 22, 23, 25), (5, 30, 16, 24), (6, 20, 10, 29), (7, 31, 27, 34), (8, 28, 21, 33),
        (9, 12, 17, 18), (11, 15, 13, 35), (14, 19, 26, 32),
    ),
    36: (
        (36, 20, 33, 26), (1, 16, 31, 13), (32, 24, 12, 21), (5, 18, 14, 19), (22, 8, 29, 6),
        (2, 34, 3, 27), (9, 10, 4, 35), (15, 25, 23, 7), (11, 17, 28, 30),
    ),
    37: (
        (12, 3, 28, 36), (27, 33, 18, 16), (29, 26, 22, 11), (31, 14, 19, 37), (21, 6, 20, 24),
        (25, 13, 5, 15), (35, 34, 32, 8), (4, 9, 17, 10), (7, 30, 2, 23),
    ),
    38: (
        (2, 12, 27, 38), (4, 13, 5, 31), (6, 21, 30, 36), (7, 24, 11, 29), (8, 32, 10, 14),
        (9, 16, 19, 20), (15, 28, 22, 25), (17, 33, 26, 34), (18, 23, 35, 37),
    ),
    39: (
        (4, 24, 8, 37), (5, 38, 13, 34), (6, 20, 9, 33), (7, 12, 27, 35), (10, 32, 15, 31),
        (11, 39, 18, 30), (14, 16, 17, 26), (19, 23, 25, 28), (21, 22, 29, 36),
    ),
    40: (
        (40, 1, 14, 27), (20, 21, 2, 39), (19, 22, 7, 34), (18, 23, 12, 29), (17, 24, 15, 26),
        (16, 25, 11, 30), (13, 28, 5, 36), (10, 31, 9, 32), (8, 33, 4, 37), (6, 35, 3, 38),
    ),
}
# fmt: on


def rotations(players: int) -> tuple[tuple[Four, ...], ...]:
    """Return the tables of every rotation, 4 to 40 players; KeyError for any other number."""
    first = FIRST_TABLES[players]
    moving = players if players % 4 else players - 1  # the last of 4k players keeps the seat

    def moved(seat: Seat, steps: int) -> Seat:
        if seat > moving:
            return seat
        place = seat - 1 + steps
        if players == 9:  # noqa: PLR2004 - moving on in one circle, no tables for 9 keep the promise
            return ((seat - 1) // 3 + steps // 3) % 3 * 3 + place % 3 + 1
        return place % moving + 1

    return tuple(
        tuple(
            (moved(a, steps), moved(b, steps), moved(c, steps), moved(d, steps))
            for a, b, c, d in first
        )
        for steps in range(moving)
    )
