"""Rounds recorded through the form of the page, undo and redo."""

from tests.web.paper import Paper


def test_hand_in_words_is_shown_as_cards_before_it_is_saved(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    paper.round("1", words_2="two sevens and a pinguin")
    assert paper.status == 422
    assert paper.has("“pinguin”", "Did you mean Badtz-Maru?")
    paper.round("1", words_2="two sevens and a penguin")
    assert paper.status == 200
    assert paper.has("Not saved yet", "Badtz-Maru = 64")
    assert paper.typed["words-2"] == "two sevens and a penguin"
    paper.round("1", words_2="two sevens and a penguin")
    assert paper.has("Round 1: Ana +64.")


def test_changed_words_are_shown_as_cards_again_before_saving(paper: Paper) -> None:
    paper.start("hello-kitty", "Ana", "Bo")
    paper.round("1", words_2="7")
    paper.round("1", words_2="8")
    assert paper.has("Not saved yet")
    paper.round("1", words_2="8")
    assert paper.has("Ana +8.")


def test_all_faults_are_reported_at_once_and_typed_values_stay(paper: Paper) -> None:
    paper.start("toy-story-3", "Ana", "Bo", "Cy", "Dee")
    wrong = {"points-2": "8,5", "count-3-lotso": "5"}
    paper.round("1", **wrong)
    assert paper.status == 422
    assert paper.has("whole number", "Lotso: the deck has 4, you counted 5")
    assert paper.has("Dee’s hand is missing")
    assert paper.typed.items() >= {**wrong, "went_out": "1"}.items()
    assert paper.open(paper.game).has("Round 1")


def test_fault_of_hands_exceeding_deck_points_is_visible_at_one_hand(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy", "Dee")
    paper.round("1", points_2="500", points_3="500", points_4="500")
    assert paper.page.count("worth only 1240 points; you counted 1500.") == 3
    assert paper.page.count('"fault visually-hidden"') == 2
    paper.round("1", words_2="9x skip", points_3="8,5", words_4="9x wild")
    assert paper.has("Skip: the deck has 8, you counted 9", "Wild: the deck has 4, you counted 9")
    assert "fault visually-hidden" not in paper.page


def test_hand_typed_for_the_winner_stays_in_a_refused_form(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy")
    paper.round("2", points_2="50", points_1="7")
    assert paper.status == 422
    assert paper.typed["points-2"] == "50"
    paper.round("2", points_2="50", points_1="7", points_3="1")
    assert paper.has("Round 1: Bo +8.")


def test_all_other_hands_can_be_recorded_as_one_pile(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy")
    paper.round("1", together="1", points_0="120")
    assert paper.has("Round 1: Ana +120.")
    assert paper.open(f"{paper.game}/rounds/1").has("The pile", "120")


def test_player_can_sit_out_a_round(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", "Cy")
    paper.round("1", resting="2", points_3="9")
    assert paper.has("Round 1: Ana +9.")
    assert paper.open(f"{paper.game}/rounds/1").has("Bo sat this round out")


def test_removal_of_a_round_can_be_undone_and_redone(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo").round("1", points_2="45").round("2", points_1="20")
    game = paper.game
    paper.open(f"{game}/rounds/1").send_form(f"{game}/rounds/1/remove", [])
    assert paper.has("Bo leads by 20")
    paper.send_form(f"{game}/undo", [])
    assert paper.has("Ana leads by 25")
    paper.send_form(f"{game}/redo", [])
    assert paper.has("Bo leads by 20")
    assert paper.open(f"{game}/rounds/2").status == 404


def test_round_from_a_stale_page_conflicts_and_can_be_resent(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    game = paper.game
    other = Paper(paper.client)
    other.game = game
    other.open(game).round("2", points_1="9")
    paper.round("1", points_2="45")
    assert paper.status == 409
    assert paper.has("Somebody else has changed the game", "Bo leads by 9")
    assert paper.typed["points-2"] == "45"
    paper.round("1", points_2="45")
    assert paper.has("Round 2: Ana +45.")


def test_double_tap_records_the_round_once(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo")
    first = paper.page
    paper.round("1", points_2="45")
    paper.page = first
    paper.round("1", points_2="45")
    assert paper.has("This was already saved.", "Ana leads by 45")


def test_finished_game_refuses_another_round(paper: Paper) -> None:
    paper.start("classic-108", "Ana", "Bo", target="40")
    open_page = paper.page
    paper.round("1", points_2="45")
    assert paper.has("Ana wins", "Rematch")
    assert f'action="{paper.game}/rounds"' not in paper.page
    paper.page = open_page.replace('name="version" value="1"', 'name="version" value="2"')
    paper.page = paper.page.replace('name="request_id" value="', 'name="request_id" value="x')
    paper.round("2", points_1="5")
    assert paper.status == 409
    assert paper.has("This game is over")


def test_numbers_of_thousands_of_digits_cause_no_server_error(paper: Paper) -> None:
    many = "9" * 5000
    paper.start("classic-108", "Ana", "Bo", "Cy")
    out, resting, points = ("went_out", many), ("resting", many), ("points-2", many)
    assert paper.send(f"{paper.game}/rounds", [out, resting, points], version=many).status == 422
    assert paper.send(f"{paper.game}/undo", [], version=many).status in {200, 422}
    players = [("players", "Ana"), ("players", "Bo")]
    started = paper.send("/games", [("edition", "classic-108"), *players], dealer=many)
    assert started.has("Round 1")
