"""The cost of the service beside a bare grpc echo, and its behaviour under load: `python -m bench.service`."""
