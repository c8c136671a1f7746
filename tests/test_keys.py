"""What opens a game is the same at every server, whichever version runs there."""

from companion.keys import derived_key, is_key, new_key


def test_a_derived_key_stays_what_it_is() -> None:
    # The id of a rematch follows from that of its game: stored ones must be found again.
    assert derived_key("rematch 0 of abc") == "UJrzWxSMMqxpcM1SMgd8fA"
    assert derived_key("42 abc", b"game") == "Nso3OHsDl1KQajkJPbzcPQ"


def test_a_key_is_known_by_its_signs() -> None:
    assert is_key(new_key())
    assert not is_key(f"{new_key()}\n")
    assert not is_key("é" * 22)
