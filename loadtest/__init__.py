"""Load, faults and soaks against real server processes over loopback. Looks at the service from outside."""
