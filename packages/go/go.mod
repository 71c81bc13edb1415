module example.com/hunch-client

go 1.21

require (
	connectrpc.com/connect v1.14.0
	google.golang.org/protobuf v1.36.5
)
