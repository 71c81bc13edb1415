"""A null server: it has the rpcs of Hunch, and answers every call with an empty message after a delay.

A load test measures the generator, grpc and the kernel with it. Subtract them from the figures of a real server.
"""

import argparse
import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc
from grpc_health.v1 import health_pb2

from hunch.v1 import opponent_pb2, solver_pb2

STREAMED = {
    "StreamSuggestions": opponent_pb2.StreamSuggestionsResponse(final=True).SerializeToString(),
    "SolvePosition": solver_pb2.SolvePositionResponse(solution=solver_pb2.Solution()).SerializeToString(),
}
SERVING = health_pb2.HealthCheckResponse(status=health_pb2.HealthCheckResponse.SERVING).SerializeToString()
THINKS = ("SuggestMove", "GetHint", *STREAMED)


class Null(grpc.GenericRpcHandler):
    """Answers any call."""

    def __init__(self, delay_s: float) -> None:
        self._delay_s = delay_s

    def service(self, details: grpc.HandlerCallDetails) -> Any:
        """The handler of a method, by its name."""
        name = details.method.rpartition("/")[2]
        delay_s = self._delay_s if name in THINKS else 0.0
        answer = SERVING if name == "Check" else b""

        async def unary(request: bytes, context: object) -> bytes:
            await asyncio.sleep(delay_s)
            return answer

        async def streamed(requests: object, context: object) -> AsyncIterator[bytes]:
            await asyncio.sleep(delay_s)
            yield STREAMED[name]

        if name == "StreamSuggestions":
            return grpc.stream_stream_rpc_method_handler(streamed)
        if name in STREAMED:
            return grpc.unary_stream_rpc_method_handler(streamed)
        return grpc.unary_unary_rpc_method_handler(unary)


async def serve(address: str, delay_s: float) -> None:
    """Serves until the process ends."""
    server = grpc.aio.server(options=[("grpc.max_receive_message_length", 256 * 1024)])
    server.add_generic_rpc_handlers((Null(delay_s),))
    server.add_insecure_port(address)
    await server.start()
    await server.wait_for_termination()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--listen", required=True)
    parser.add_argument("--delay-ms", type=float, default=0.0)
    chosen = parser.parse_args()
    asyncio.run(serve(chosen.listen, chosen.delay_ms / 1000))
