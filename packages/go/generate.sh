#!/bin/sh
# Writes v1/ anew from proto/, with the generators of the versions that go.mod names. It needs go and buf.
set -e
cd "$(dirname "$0")"
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
go build -o "$tools" google.golang.org/protobuf/cmd/protoc-gen-go connectrpc.com/connect/cmd/protoc-gen-connect-go
rm -rf v1
PATH="$tools:$PATH" buf generate
