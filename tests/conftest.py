"""What holds for all tests: none hangs on luck, or on how quick the machine is."""

from hypothesis import HealthCheck, settings

# What is tried is the same each time; `--hypothesis-profile=default` tries something else.
settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("steady")
