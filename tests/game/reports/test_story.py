"""Tests of a game's story (leads, best rounds, worst hands) and its other scoring."""

from companion.game.reports.story import other_scoring, story_of
from companion.game.standings import ending, standings
from tests.table import Table


def four_rounds() -> Table:
    table = Table("hello-kitty", "Ana, Bo, Cy", target=100)
    table.round(out="Ana", Bo="7, skip", Cy=8)
    table.round(out="Bo", Ana="wild", Cy=40)
    table.round(out="Bo", Ana=2, Cy=2)
    table.round(out="Ana", Bo="wild", Cy=50)
    return table


def test_story_leads_list_changes_of_leader() -> None:
    leads = [(lead.number, lead.sides) for lead in story_of(four_rounds().game).leads]
    assert leads == [(1, ((1,),)), (2, ((2,),)), (4, ((1,),))]


def test_shared_lead_in_story_lists_all_leaders() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy", scoring="keep-own")
    table.round(out="Ana", Bo=5, Cy=5)
    table.round(out="Bo", Ana=5, Cy=5)
    table.round(out="Cy", Ana=5, Bo=5)
    leads = story_of(table.game).leads
    assert [lead.sides for lead in leads] == [((1,),), ((1,), (2,)), ((1,), (2,), (3,))]


def test_story_totals_start_at_zero_before_first_round() -> None:
    story = story_of(four_rounds().game)
    assert story.numbers == (1, 2, 3, 4)
    totals = (0, 35, 35, 35, 135), (0, 0, 90, 94, 94), (0, 0, 0, 0, 0)
    assert tuple(story.totals.items()) == tuple(zip(((1,), (2,), (3,)), totals, strict=True))


def test_late_player_starts_at_opening_total() -> None:
    table = four_rounds()
    table.target(400)
    table.join(Zoe=20)
    table.round(out="Zoe", Ana=1, Bo=1, Cy=1)
    assert story_of(table.game).totals[(4,)] == (20, 20, 20, 20, 20, 23)


def test_best_round_of_story_is_the_one_with_most_points() -> None:
    story = story_of(four_rounds().game)
    assert [(each.number, each.seat, each.points) for each in story.best] == [(4, 1, 100)]


def test_worst_hands_list_all_equal_ones() -> None:
    worst = story_of(four_rounds().game).worst
    assert [(each.number, each.seat) for each in worst] == [(2, 1), (4, 2), (4, 3)]
    assert (worst[0].hand.cards, worst[0].hand.points) == (("wild",), 50)


def test_no_best_round_or_worst_hand_without_points() -> None:
    table = Table("hello-kitty", "Ana, Bo")
    assert not story_of(table.game).best
    table.round(out="Ana", Bo=0)
    story = story_of(table.game)
    assert (story.best, story.worst) == ((), ())


def test_story_has_points_caught_and_rounds_won_by_seat() -> None:
    story = story_of(four_rounds().game)
    assert story.caught == {1: 52, 2: 77, 3: 100}
    assert story.wins == {1: 2, 2: 2, 3: 0}


def test_pile_can_be_best_round_but_not_worst_hand() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy")
    table.round(out="Ana", pile=70)
    story = story_of(table.game)
    assert [each.points for each in story.best] == [70]
    assert not story.worst
    assert set(story.caught.values()) == {0}


def test_story_excludes_rounds_after_the_end() -> None:
    table = four_rounds()
    table.target(90)
    assert story_of(table.game).numbers == (1, 2)


def test_partners_share_totals_and_lead_in_story() -> None:
    table = Table("classic-108", "Ana, Bo, Cy, Dee", format="teams")
    table.round(out="Cy", Bo=10, Dee=20)
    story = story_of(table.game)
    assert story.totals == {(1, 3): (0, 30), (2, 4): (0, 0)}
    assert [lead.sides for lead in story.leads] == [((1, 3),)]
    assert story.wins == {1: 0, 2: 0, 3: 1, 4: 0}


def test_eliminated_players_cannot_lead_in_story() -> None:
    table = Table("classic-108", "Ana, Bo, Cy", format="challenge", target=50)
    table.round(out="Ana", Bo=60, Cy=30)
    table.round(out="Cy", Ana=40)
    leads = story_of(table.game).leads
    assert [(lead.number, lead.sides) for lead in leads] == [(1, ((1,),)), (2, ((3,),))]


def test_other_scoring_gives_its_own_ranking_and_outcome() -> None:
    game = four_rounds().game
    other = other_scoring(game)
    assert other
    assert other.scoring.name == "keep-own"
    rows = [(row.side, row.total) for row in standings(other)]
    assert rows == [((1,), 52), ((2,), 77), ((3,), 100)]
    outcome = ending(other)
    assert outcome
    assert (outcome.winners, outcome.termination) == ((1,), "lowest-at-target")
    back = other_scoring(other)
    assert back
    assert standings(back) == standings(game)


def test_no_other_scoring_with_pile_or_in_teams() -> None:
    table = Table("hello-kitty", "Ana, Bo, Cy")
    table.round(out="Ana", pile=70)
    assert other_scoring(table.game) is None
    assert other_scoring(Table("hello-kitty", "Ana, Bo, Cy, Dee", format="teams").game) is None


def test_best_round_follows_the_scoring() -> None:
    kept = Table("hello-kitty", "Ana, Bo, Cy", scoring="keep-own")
    kept.round(out="Ana", Bo=60, Cy=3)
    story = story_of(kept.game)
    assert (story.best, [each.seat for each in story.worst]) == ((), [2])
    points = Table(None, "Ana, Bo, Cy", box={"name": "Ours"}, scoring="each-scores")
    points.round(out=None, Ana=-3, Bo=40, Cy=12)
    points.round(out="Cy", Ana=40, Bo=0, Cy=30)
    story = story_of(points.game)
    assert [(each.number, each.seat) for each in story.best] == [(1, 2), (2, 1)]
    assert (story.worst, story.wins) == ((), {1: 0, 2: 0, 3: 1})


def test_story_counts_knock_outs_by_winner() -> None:
    table = Table("no-mercy", "Ana, Bo, Cy, Dee", target=10_000)
    table.round(out="Ana", Bo=7, knocked_out=["Cy", "Dee"])
    table.round(out="Bo", Ana=7, Dee=1, knocked_out=["Cy"])
    table.round(out="Ana", Bo=7, Cy=1, Dee=1)
    assert story_of(table.game).knock_outs == {1: 2, 2: 1}
