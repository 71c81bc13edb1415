"""Exits with 0 if the server of this container reports that it serves; reads the same settings as the server."""

import os
import sys
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

port = os.environ.get("HUNCH_LISTEN", "127.0.0.1:50051").rpartition(":")[2]
certificate = os.environ.get("HUNCH_TLS_CERTIFICATE", "")
if certificate:
    # The container asks itself, so it trusts the certificate that it serves with, which must be valid for localhost.
    channel = grpc.secure_channel(f"localhost:{port}", grpc.ssl_channel_credentials(Path(certificate).read_bytes()))
else:
    channel = grpc.insecure_channel(f"127.0.0.1:{port}")
try:
    answer = health_pb2_grpc.HealthStub(channel).Check(health_pb2.HealthCheckRequest(), timeout=2.0)
except grpc.RpcError as error:
    sys.exit(f"no answer: {error.code().name}")
sys.exit(0 if answer.status == health_pb2.HealthCheckResponse.SERVING else "not serving")
