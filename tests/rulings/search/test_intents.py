"""The vocabulary and the intents fit each other, and every ruling has an intent."""

from companion.rulebook import open_rulebook
from companion.rulings.search.intents import read_intents
from companion.rulings.search.vocabulary import read_vocabulary

CARDS = {card for box in open_rulebook().editions.values() for card in box.cards}
CONCEPTS = {*read_vocabulary().weights, "digit", *CARDS}


def intended() -> set[str]:
    by_rule = read_intents().intents.values()
    intents = [intent for many in by_rule for intent in many]
    return {c for intent in intents for c in (*intent.expected, *intent.optional, *intent.against)}


def test_every_ruling_has_intents_and_no_intent_is_of_no_ruling() -> None:
    assert read_intents().intents.keys() == open_rulebook().rulings.by_edition["classic-108"].keys()


def test_every_intent_expects_something() -> None:
    assert all(intent.expected for intents in read_intents().intents.values() for intent in intents)


def test_intents_are_made_of_concepts_and_cards() -> None:
    assert {concept.rpartition("=")[2] for concept in intended()} <= CONCEPTS


def test_cards_lie_on_cards() -> None:
    roles = [concept.partition("=") for concept in intended() if "=" in concept]
    assert {role for role, _, _ in roles} == {"laid", "under"}
    assert {card for _, _, card in roles} <= CARDS


def test_what_is_implied_and_what_is_of_the_game_are_concepts() -> None:
    vocabulary = read_vocabulary()
    assert {half for halves in vocabulary.implied.values() for half in halves} <= CONCEPTS
    assert vocabulary.game_concepts <= CONCEPTS


def test_a_concept_weighs_something() -> None:
    assert all(0 < weight <= 1.5 for weight in read_vocabulary().weights.values())


def test_every_concept_can_be_found() -> None:
    vocabulary = read_vocabulary()
    spoken = {concept for concepts in vocabulary.concepts.values() for concept in concepts}
    made = {pattern.concept for pattern in vocabulary.patterns}
    assert vocabulary.weights.keys() <= spoken | made


def test_every_concept_is_of_use() -> None:
    vocabulary = read_vocabulary()
    parts = {part for pattern in vocabulary.patterns for some in pattern.parts for part in some}
    useful = intended() | parts | vocabulary.game_concepts
    useful |= vocabulary.implied.keys() | {
        half for some in vocabulary.implied.values() for half in some
    }
    assert vocabulary.weights.keys() <= useful
