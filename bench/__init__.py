"""Measurements: speed beside peers, in one run. They need the extra `bench`; `make bench` installs it."""
