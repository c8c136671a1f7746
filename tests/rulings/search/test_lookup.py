"""Tests of finding rulings by questions: misspelt, colloquial, mixed, or not about cards."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.game.formats import FORMATS
from companion.rulebook import open_rulebook
from companion.rulings.search import lookup
from companion.rulings.search.lookup import LookUp, SearchResult
from companion.rulings.search.questions import QuestionParser
from companion.rulings.search.trained import read_trained_index
from companion.rulings.search.vocabulary import read_vocabulary
from tests.editions.own_box import OWN_BOX_TOML
from tests.rows import cases
from tests.rulings.search.recall import answered, each_language, judged, parser

Find = Callable[..., list[SearchResult]]


@pytest.fixture
def find() -> Find:
    """Return a function that returns the search results for a question in a box."""

    def asked(
        question: str,
        box: str = "classic-108",
        players: int | None = None,
        game_format: str | None = None,
        limit: int = 5,
    ) -> list[SearchResult]:
        look_up = open_rulebook().look_ups[box]
        return list(look_up.find(question, players, game_format, limit).results)

    return asked


@cases("""question | rule
plus two on plus two | stack.2on2
he forgot uno | uno.penalty
finir sur joker | last.wild
contre uno | uno.counter
revers a 2 joueurs | two.reverse
do i got to play the card i drew | dtp.must_play
+2 sur +4 | stack.2on4
he +2'd me can i hit back with a +4 | stack.4on2
je peux tu finir sur un +4 | last.plus4
who deals | deal.who
c'est quoi le talon | term.talon
Puis-je répondre à un +2 par un +2 ? | stack.2on2
""")
def test_typical_question_finds_right_ruling_first(find: Find, question: str, rule: str) -> None:
    assert find(question)[0].rule == rule


@cases("""question | rule
plus for on plus for | stack.4on4
he didn't say you know | uno.penalty
wild draw for challenge | ch.what
draw to on draw to | stack.2on2
""")
def test_misheard_dictation_finds_ruling(find: Find, question: str, rule: str) -> None:
    assert rule in [found.rule for found in find(question, limit=3)]


@cases("""slip | meant
chalenge a plus four | challenge a plus four
whos the deeler | whos the dealer
plus katre sur plus katre | plus quatre sur plus quatre
conbien de points vaut le jokker | combien de points vaut le joker
touranment with eight players | tournament with eight players
peut on kontester un plus 4 | peut on contester un plus 4
jai oublié de dire huno | j’ai oublié de dire uno
cna i pu a drwa two on a drwa two | can i put a draw two on a draw two
hwo mcuh is a wlid | how much is a wild
je puex jouer un jokr | je peux jouer un joker
ŒUF ÉCART ÇA VEUT DIRE QUOI | oeuf ecart ca veut dire quoi
""")
def test_misspelt_question_finds_same_ruling(find: Find, slip: str, meant: str) -> None:
    assert find(slip)[0].rule == find(meant)[0].rule


@cases(r"""question
can I mettre un plus two sur un plus two
est-ce que je peux stack un draw two on a +2
MAY I LAY A +2 ON A +2 ?!?
"+ 2   sur\t+ 2"
2+ on 2+
""")
def test_mixed_languages_and_spellings_find_same_ruling(find: Find, question: str) -> None:
    assert find(question)[0].rule == "stack.2on2"


def test_order_of_stacked_cards_decides_ruling(find: Find) -> None:
    assert find("a +4 on a +2")[0].rule == "stack.4on2"
    assert find("a +2 on a +4")[0].rule == "stack.2on4"
    assert find("contrer un +2 avec un +4")[0].rule == "stack.4on2"
    assert find("un +2 quand on me met un +4")[0].rule == "stack.2on4"
    assert find("is a draw four a legal comeback to a draw two")[0].rule == "stack.4on2"
    assert find("un +2 est une réponse à un +4 ?")[0].rule == "stack.2on4"


@pytest.mark.parametrize("question", ["his +2 on mine and then a +4", "son +2 sur le mien, un +4"])
def test_card_on_mine_means_same_card_on_same_card(question: str) -> None:
    terms = parser().terms(question)
    assert [term for term in terms if " on " in term] == ["draw-two on draw-two"]


@pytest.mark.parametrize("question", ["can you smart people help", "c’est juste un café"])
def test_everyday_word_is_not_corrected_to_game_word(question: str) -> None:
    heard = parser().tokenizer.words(question)
    assert {"start", "came"}.isdisjoint(heard)
    assert {"smart", "cafe"} & {*heard}


@pytest.mark.parametrize("who", ["my mum", "grandpa", "my roommate", "mon cousin", "ma tante"])
def test_person_named_in_question_does_not_change_ruling(find: Find, who: str) -> None:
    assert find(f"{who} +2 sur +2")[0].rule == "stack.2on2"


@cases("""question | rule
she has drawn them already, now it is my turn with another +2 | stack.later_player
il a déjà ses quatre cartes, c'est mon tour et je remets un +4 | wd4.on_wd4
my red skip on this blue one | skip.skip_on_skip
une inversion rouge sur celle-là qui est verte | rev.on_rev
may I reverse his +4 | stack.escape4
stack four sixes at once | multi.same
her bluff gets called and she had the colour | ch.guilty
on passe juste sans rien piocher | must.pass
la carte passer fait sauter le voisin | skip.effect
cmb de +4 dan le paké | deck.wd4
linvertion sa chanje le sens | rev.effect
""")
def test_colloquial_question_finds_ruling_group(find: Find, question: str, rule: str) -> None:
    (best, *_) = find(question)
    assert rule in (best.rule, *best.group_rules)


@pytest.mark.parametrize("word", ["lourse", "dours", "lhistoire", "jpioche", "jle"])
def test_glued_french_article_or_pronoun_is_split_off(word: str) -> None:
    (heard,) = parser().tokenizer.words(word)
    assert heard in {"ours", "ourse", "histoire", "pioche", "le"}


def test_answer_is_unsure_if_second_result_has_opposite_verdict(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    look_up = open_rulebook().look_ups["classic-108"]
    asked = "a +2 on a +2, now it is my turn"
    by_rule = open_rulebook().rulings.by_edition["classic-108"]
    first, second, *_ = (by_rule[each.rule].verdict for each in look_up.find(asked).results)
    assert (first.localized("en"), second.localized("en")) == ("Yes", "No")
    assert not look_up.find(asked).is_sure
    monkeypatch.setattr(lookup, "LEAD_OVER_OPPOSITE", 0.01)
    assert look_up.find(asked).is_sure


@cases("""question | box
may I cut the pack before the dealer deals | classic-108
who writes the points down | classic-108
the plastic stand of the power card is cracked, can we glue it | power-colours
are there marks on the cards, he is colour blind | classic-112
on coupe les cartes avant la donne ? | flip
he offers me a draw four for my green one | flip
""")
def test_uncovered_topic_is_never_shown_and_makes_answers_unsure(question: str, box: str) -> None:
    look_up = open_rulebook().look_ups[box]
    found = look_up.find(question, limit=1000)
    shown = {rule for each in found.results for rule in (each.rule, *each.group_rules)}
    assert shown <= open_rulebook().rulings.by_edition[box].keys()
    assert found.signals
    assert found.signals.uncovered > 0.5
    assert not found.is_sure


@cases("""question | box | rule
what does the penguin do | classic-108 | bm.effect
lotso as last card | hello-kitty | lo.last
c'est quoi la carte échange de mains | toy-story-3 | swap.what
le pouvoir jaune protège de quoi | classic-112 | pw.yellow
how many points for a customizable card | power-colours | custom.points
does a zero score anything | power-colours | val.zero
""")
def test_card_of_another_box_finds_ruling_of_that_box(
    find: Find, question: str, box: str, rule: str
) -> None:
    assert find(question, box)[0].rule == rule
    assert not open_rulebook().rulings.by_edition[box][rule].applies


def test_question_without_foreign_card_finds_no_rulings_of_other_boxes(find: Find) -> None:
    here = open_rulebook().rulings.by_edition["classic-108"]
    for question in ("last card +2", "who picks the colour", "combien de points", "first card"):
        assert all(here[found.rule].applies for found in find(question, limit=50))


@cases("""question | box | rule
may I play a wild at any time | no-mercy | nm.wild_anytime
the game begins with a wild on the table | power-colours | first.wild
""")
def test_box_without_the_plain_wild_answers_questions_about_its_wilds(
    find: Find, question: str, box: str, rule: str
) -> None:
    (best, *_) = find(question, box)
    assert rule in (best.rule, *best.group_rules)


@pytest.mark.parametrize("claim", ["il a triché avec son +4", "he cheated with his +4"])
def test_accusation_of_cheating_finds_challenge_and_no_permission(find: Find, claim: str) -> None:
    assert find(claim)[0].rule == "ch.can"


def test_number_of_players_affects_ranking(find: Find) -> None:
    assert find("what does a reverse do", players=4)[0].rule == "rev.effect"
    assert find("reverse, my turn again?", players=2)[0].rule == "two.reverse"
    assert find("reverse, my turn again?", players=5)[0].rule == "rev.play_again"


def test_game_format_affects_ranking(find: Find) -> None:
    question = "he is out, is the round over"
    assert find(question, game_format="individual")[0].rule == "round.end"
    assert find(question, game_format="teams")[0].rule == "team.end"
    assert find("who gets the points", game_format="teams")[0].rule == "team.score"
    assert find("who gets the points", game_format="no such")[0].rule == "score.who"


def test_every_format_is_mapped_to_known_concept_or_empty() -> None:
    vocabulary = read_vocabulary()
    assert vocabulary.formats.keys() == FORMATS.keys()
    concepts = {concept for some in vocabulary.concepts.values() for concept in some}
    assert {*vocabulary.formats.values()} - {""} <= concepts


def test_results_respect_limit_and_are_sorted_by_score(find: Find) -> None:
    found = find("last card plus four", limit=3)
    assert len(found) == 3
    assert found == sorted(found, key=lambda each: -each.score)
    assert find("last card plus four", limit=50)[:3] == found
    assert all(0 < each.score <= 1 for each in found)


@each_language
def test_lookup_lists_each_ruling_group_once_with_all_its_rulings_of_the_box(
    find: Find, language: str
) -> None:
    for question in judged(language)[::5]:
        here = open_rulebook().rulings.by_edition[question.box]
        found = find(question.ask, question.box, limit=50)
        shown = [rule for each in found for rule in (each.rule, *each.group_rules)]
        assert len(set(shown)) == len(shown)
        for each in found:
            assert all(here[rule].applies for rule in each.group_rules)
            if here[each.rule].applies:
                assert {*each.group_rules} == {*here[each.rule].group_rules}


def test_rulings_of_a_ruling_group_are_sorted_best_first(find: Find) -> None:
    (best, *_) = find("is a skip more points than a number card")
    assert (best.rule, best.group_rules[0]) == ("val.number", "val.skip")
    (best, *_) = find("combien de cartes inversion et de +2 dans le paquet")
    assert (best.rule, best.group_rules[0]) == ("deck.reverse", "deck.plus2")


@cases("""question
tow player ruels
what are you allowed to play
uno out ...??? heated debate rn wit the fam
celles et ceux qui ont reçu des +8, des +12 ou encore des +16
on peut jouer pour des bonbons
my turn
c’est mon tour
can I cheat
a-t-on le droit de tricher ?
""")
def test_vague_question_finds_three_unsure_rulings(find: Find, question: str) -> None:
    assert len(find(question, limit=3)) == 3
    assert not open_rulebook().look_ups["classic-108"].find(question).is_sure


@cases("""question
what's the weather
what is the weather
how does a rook move
can I buy a hotel on Boardwalk
how do i cook pasta
qui est le président de la république
quel temps fait-il demain
where is the bathroom
my roommate
call my mother
call a taxi
say hello to grandma
remind me to call the doctor
i have to go to the dentist
appelle ma mère
va chercher les enfants à l'école
je dois aller chez le dentiste
the
what is
""")
def test_question_not_about_the_game_finds_nothing(find: Find, question: str) -> None:
    assert find(question) == []


@cases(r"""question
""
"   \n\t "
?
+
"++++4444"
😀🃏🎉
+2 😀 sur +2 🎉
"\u0000\ud800\u200d"
ウノと言わなかったらどうなりますか
ماذا يحدث إذا نسيت أن أقول أونو
"\ufdfa" * 400
uno" OR NEAR(stack*) AND -x:y ^2 {col} : (
'; DROP TABLE rulings; --
<script>alert(1)</script>
"draw " * 2000
"a" * 10_000
"+2 sur " * 1500
"\\" * 500
٢ على ٢
²³¹ ½ ①②
""")
def test_look_up_of_odd_input_raises_nothing(find: Find, question: str) -> None:
    assert isinstance(find(question), list)


def test_unknown_words_in_known_question_still_find_ruling(find: Find) -> None:
    assert find("is it clockwise in zanzibar")[0].rule == "deal.direction"
    asked = "why is there one zero in zanzibar with my cucumbers and xylophones"
    assert find(asked)[0].rule.startswith("deck.")
    assert not open_rulebook().look_ups["classic-108"].find(asked).is_sure


def test_results_do_not_depend_on_earlier_questions(find: Find) -> None:
    before = find("plus katre en dernier")
    for other in ("he forgot uno", "kontré un +4", "zzzz"):
        find(other)
    assert find("plus katre en dernier") == before


def test_look_up_can_be_made_from_rulings_cards_parser_and_index() -> None:
    rulings = open_rulebook().rulings.by_edition["toy-story-3"]
    trained = read_trained_index()
    few_names = QuestionParser({"lotso": {"Lotso", "bear"}}, trained.frequencies)
    look_up = LookUp(rulings.values(), {"lotso"}, few_names, trained)
    assert look_up.find("the bear").results[0].rule.startswith("lo.")


def test_own_rulings_of_a_box_score_a_tenth_more() -> None:
    book, trained = open_rulebook(), read_trained_index()
    rulings = book.rulings.by_edition["no-mercy"]
    cards = book.editions["no-mercy"].cards
    plain, own = (
        LookUp(rulings.values(), cards, parser(), trained, rules).find("what does a 0 do", limit=9)
        for rules in ((), ("nm.zero", "fl.flip"))
    )
    before, after = ({each.rule: each.score for each in those.results} for those in (plain, own))
    assert after["nm.zero"] == pytest.approx(1.1 * before["nm.zero"], abs=0.0001)
    assert {rule for rule in before if before[rule] != after.get(rule)} == {"nm.zero"}


def test_own_rulings_are_those_of_one_or_two_boxes_of_the_maker(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text(OWN_BOX_TOML, encoding="utf-8")
    for book in (open_rulebook(), open_rulebook(tmp_path)):
        nine = [book.rulings.by_edition[box] for box in open_rulebook().editions]
        for edition, look_up in book.look_ups.items():
            here = book.rulings.by_edition[edition]
            expected = {
                rule
                for rule, ruling in here.items()
                if ruling.applies and sum(box[rule].applies for box in nine) <= 2
            }
            assert look_up.own == expected
    assert "nm.zero" in open_rulebook().look_ups["no-mercy"].own
    assert not open_rulebook().look_ups["classic-108"].own


ASK_MANY = """
from companion.rulebook import open_rulebook
from tests.rulings.search.recall import questions
for question in (*questions("blind", "en"), *questions("fresh", "fr")):
    print(open_rulebook().look_ups[question.box].find(question.ask, limit=100))
"""


def test_answers_do_not_depend_on_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", ASK_MANY],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(outputs) == 1


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_sureness_does_not_depend_on_limit(limit: int) -> None:
    look_up = open_rulebook().look_ups["classic-108"]
    assert look_up.find("can I put a +2 on a +2", limit=limit).is_sure
    assert not look_up.find("my turn", limit=limit).is_sure
    assert not look_up.find("xyzzy", limit=limit).is_sure


@pytest.mark.parametrize(
    ("players", "game_format"), [(2, "individual"), (4, "teams"), (8, "tournament")]
)
def test_running_game_leaves_over_95_percent_of_answers_unchanged(
    find: Find, players: int, game_format: str
) -> None:
    covered = [question for question in judged("en") if question.rules]
    plain = [answered(each).results for each in covered]
    played = [find(each.ask, each.box, players, game_format, limit=1) for each in covered]
    same = [a and b and a[0].rule == b[0].rule for a, b in zip(plain, played, strict=True)]
    assert sum(map(bool, same)) > 0.95 * len(covered)
