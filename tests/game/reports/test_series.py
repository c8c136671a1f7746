"""What several games of the same people come to."""

from companion.game.reports.series import Record, records

from tests.table import Table


def by_name(*tables: Table) -> dict[str, Record]:
    return {record.name: record for record in records(table.game for table in tables)}


def test_wins_points_and_hands_are_added_up() -> None:
    one = Table("classic-108", "Ana, Bo, Cy", target=40)
    one.round(out="Ana", Bo=30, Cy=5)
    one.round(out="Bo", Ana="skip", Cy=7)
    one.round(out="Ana", Bo=10, Cy=0)
    two = Table("classic-108", "Bo, Ana, Cy", target=500)
    two.round(out="Cy", Ana=20, Bo=1)
    two.finish()
    assert by_name(one, two) == {
        "Ana": Record("Ana", 2, 1, rounds=4, points=45, hands=2, caught=40, worst=20),
        "Bo": Record("Bo", 2, 0, rounds=4, points=27, hands=3, caught=41, worst=30),
        "Cy": Record("Cy", 2, 1, rounds=4, points=21, hands=3, caught=12, worst=7),
    }
    assert by_name(one, two)["Ana"].per_round == 11.25
    assert by_name(one, two)["Ana"].per_hand == 20


def test_the_game_that_is_still_played_does_not_count() -> None:
    finished, running = (Table("classic-108", "Ana, Bo", target=40) for _ in range(2))
    finished.round(out="Ana", Bo=50)
    running.round(out="Bo", Ana=30)
    assert by_name(finished, running) == by_name(finished)
    assert by_name(running) == {}


def test_who_won_most_comes_first() -> None:
    tables = [Table("classic-108", "Ana, Bo", target=10) for _ in range(3)]
    for table, out, other in zip(tables, ("Bo", "Ana", "Bo"), ("Ana", "Bo", "Ana"), strict=True):
        table.round(out=out, **{other: 10})
    assert [(r.name, r.won) for r in records(t.game for t in tables)] == [("Bo", 2), ("Ana", 1)]


def test_a_player_is_known_by_the_name() -> None:
    one, two = Table("classic-108", "Ana, Bo"), Table("classic-108", "Bo, ANA, Zoe")
    one.round(out="Ana", Bo=3)
    two.round(out="ANA", Bo=4, Zoe=0)
    one.finish()
    two.finish()
    found = by_name(one, two)
    assert list(found) == ["ANA", "Bo", "Zoe"]
    assert (found["ANA"].points, found["Zoe"].worst) == (7, 0)


def test_rounds_after_the_end_and_rounds_sat_out_count_nowhere() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", target=20)
    table.round(out="Ana", Bo=5, resting=["Cy"])
    table.round(out="Ana", Bo=9, Cy=9)
    table.target(10)
    table.target(20)
    table.remove(1)
    table.round(out="Bo", Ana=50, Cy=50)
    table.target(10)
    found = by_name(table)
    assert [(r.rounds, r.points, r.worst) for r in found.values()] == [
        (1, 18, None),
        (1, 0, 9),
        (1, 0, 9),
    ]


def test_who_sat_out_played_no_round() -> None:
    table = Table("classic-108", "Ana, Bo, Cy")
    table.round(out="Ana", Bo=5, resting=["Cy"])
    table.finish()
    assert by_name(table)["Cy"] == Record("Cy", games=1)
    assert by_name(table)["Cy"].per_round is None
    assert by_name(table)["Cy"].per_hand is None


def test_a_pile_tells_nothing_about_hands() -> None:
    table = Table("classic-108", "Ana, Bo")
    table.round(out="Ana", pile=70)
    table.finish()
    assert by_name(table) == {
        "Ana": Record("Ana", 1, 1, rounds=1, points=70),
        "Bo": Record("Bo", 1, rounds=1),
    }


def test_partners_win_together() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="teams", target=20)
    table.round(out="Ana", Bo=15, Dee=5)
    found = by_name(table)
    assert [found[name].won for name in ("Ana", "Bo", "Cy", "Dee")] == [1, 0, 1, 0]
    assert [found[name].points for name in ("Ana", "Cy")] == [20, 20]
    assert found["Cy"].rounds == 1


def test_keeping_ones_own_points() -> None:
    table = Table("classic-108", "Ana, Bo", scoring="keep-own", target=9)
    table.round(out="Ana", Bo=10)
    found = by_name(table)
    assert (found["Ana"].won, found["Bo"].points, found["Bo"].caught) == (1, 10, 10)
