"""The services: one coroutine for each rpc."""
