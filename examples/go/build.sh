#!/bin/sh
# build.sh FOLDER: stubs from proto/ and the example, without the net, from these packages of Debian:
#   golang-go protobuf-compiler protoc-gen-go protoc-gen-go-grpc
#   golang-google-grpc-dev golang-github-golang-protobuf-1-5-dev
set -e
for tool in go protoc protoc-gen-go protoc-gen-go-grpc; do
    command -v $tool >/dev/null || { echo "$tool is missing: see the top of $0" >&2; exit 1; }
done
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$1/src/example.com/app/move"
folder=$(cd "$1" && pwd)
cp "$root/examples/go/move.go" "$folder/src/example.com/app/move"
cd "$root/proto"
packages=                                       # the protos name no Go package
for file in hunch/v1/*.proto; do
    packages="$packages --go_opt=M$file=example.com/app/hunch --go-grpc_opt=M$file=example.com/app/hunch"
done
protoc -I . --go_out="$folder/src" --go-grpc_out="$folder/src" $packages hunch/v1/*.proto
cd "$folder"
GO111MODULE=off GOPATH="$folder:/usr/share/gocode" go build -o "$folder/move" example.com/app/move
