"""What the service costs beside a bare grpc echo, and how it holds under load: `python -m bench.service`."""
