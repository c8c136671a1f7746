"""What was rendered is not rendered again, as long as there is room for it."""

from companion.services.caches import FragmentCache

FRAGMENT = "rendered 1"


class Template:
    """Counts how often it is rendered."""

    def __init__(self) -> None:
        self.number = 0

    def render(self) -> str:
        self.number += 1
        return f"rendered {self.number}"


def test_a_fragment_is_rendered_once_for_each_key() -> None:
    cache, template = FragmentCache(), Template()
    assert cache.get("a", template.render) == "rendered 1"
    assert cache.get("a", template.render) == "rendered 1"
    assert cache.get("b", template.render) == "rendered 2"


def test_the_fragments_asked_for_last_are_kept() -> None:
    cache, template = FragmentCache(2 * len(FRAGMENT)), Template()
    for key in ("a", "b", "a", "c", "a"):
        cache.get(key, template.render)
    assert template.number == 3
    cache.get("b", template.render)
    assert template.number == 4


def test_a_fragment_that_two_rendered_at_once_counts_once() -> None:
    cache, template = FragmentCache(2 * len(FRAGMENT)), Template()
    cache.get("a", lambda: cache.get("a", template.render))
    cache.get("b", template.render)
    cache.get("a", template.render)
    assert template.number == 2


def test_a_fragment_too_large_to_keep_is_returned_all_the_same() -> None:
    cache, template = FragmentCache(3), Template()
    assert cache.get("a", template.render) == "rendered 1"
    assert cache.get("a", template.render) == "rendered 2"
