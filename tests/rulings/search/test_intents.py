"""The vocabulary and the meanings fit each other, and every ruling has a meaning."""

from companion.rulebook import open_rulebook
from companion.rulings.search.intents import read_intents
from companion.rulings.search.vocabulary import read_vocabulary

CARDS = {card for box in open_rulebook().editions.values() for card in box.cards}
CONCEPTS = {*read_vocabulary().weights, "digit", *CARDS}


def meant() -> set[str]:
    ways = [way for many in read_intents().intents.values() for way in many]
    return {c for way in ways for c in (*way.expected, *way.optional, *way.against)}


def test_every_ruling_has_a_meaning_and_no_meaning_is_of_no_ruling() -> None:
    assert read_intents().intents.keys() == open_rulebook().rulings.by_edition["classic-108"].keys()


def test_every_way_expects_something() -> None:
    assert all(way.expected for ways in read_intents().intents.values() for way in ways)


def test_meanings_are_made_of_concepts_and_cards() -> None:
    assert {concept.rpartition("=")[2] for concept in meant()} <= CONCEPTS


def test_cards_lie_on_cards() -> None:
    roles = [concept.partition("=") for concept in meant() if "=" in concept]
    assert {role for role, _, _ in roles} == {"laid", "under"}
    assert {card for _, _, card in roles} <= CARDS


def test_what_is_half_meant_and_what_is_game_concepts_are_concepts() -> None:
    vocabulary = read_vocabulary()
    assert {half for halves in vocabulary.implied.values() for half in halves} <= CONCEPTS
    assert vocabulary.game_concepts <= CONCEPTS


def test_a_concept_weighs_something() -> None:
    assert all(0 < weight <= 1.5 for weight in read_vocabulary().weights.values())


def test_every_concept_can_be_heard() -> None:
    vocabulary = read_vocabulary()
    spoken = {concept for concepts in vocabulary.concepts.values() for concept in concepts}
    made = {pattern.concept for pattern in vocabulary.patterns}
    assert vocabulary.weights.keys() <= spoken | made


def test_every_concept_is_of_use() -> None:
    vocabulary = read_vocabulary()
    parts = {part for pattern in vocabulary.patterns for some in pattern.parts for part in some}
    useful = meant() | parts | vocabulary.game_concepts
    useful |= vocabulary.implied.keys() | {
        half for some in vocabulary.implied.values() for half in some
    }
    assert vocabulary.weights.keys() <= useful
