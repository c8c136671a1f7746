"""A thousand evenings: how wrong "30 to 50 minutes to go" is when half of the time is over."""

from statistics import quantiles

from tests.game.reports.evenings import errors

EVENINGS = 1000
MOST = 0.2  # of the length of the evening


def test_half_of_all_evenings_are_guessed_to_a_fifth() -> None:
    parts = [f"{part:.3f}" for part in quantiles(errors(EVENINGS, seed=2026), n=4)]
    assert float(parts[1]) <= MOST, parts
