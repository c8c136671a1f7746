"""Format and derivation of access keys."""

from companion.keys import derived_key, is_key, new_key


def test_derived_keys_are_the_same_in_every_version() -> None:
    # The id of a rematch is derived from its game's id, and stored rematches must be found.
    assert derived_key("rematch 0 of abc") == "UJrzWxSMMqxpcM1SMgd8fA"
    assert derived_key("42 abc", b"game") == "Nso3OHsDl1KQajkJPbzcPQ"


def test_is_key_checks_length_and_characters() -> None:
    assert is_key(new_key())
    assert not is_key(f"{new_key()}\n")
    assert not is_key("é" * 22)
