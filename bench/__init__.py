"""Measurements: speed beside peers, in one run. They need the group `bench`; `make bench` installs it."""
