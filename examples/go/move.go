// A bot move from Go, over stubs generated from proto/ (build.sh makes them, and this program):
//
//	examples/go/build.sh build/go && build/go/move examples/kuhn.json 127.0.0.1:50051
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/encoding/protojson"

	"example.com/app/hunch"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: move FILE ADDRESS:PORT")
	}
	file, address := os.Args[1], os.Args[2]
	text, err := os.ReadFile(file)
	if err != nil {
		log.Fatal(err)
	}
	request := &hunch.SuggestMoveRequest{}
	if err := protojson.Unmarshal(text, request); err != nil {
		log.Fatal(err)
	}
	connection, err := grpc.Dial(address, grpc.WithInsecure()) // make one, keep it
	if err != nil {
		log.Fatal(err)
	}
	defer connection.Close()
	within, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	answer, err := hunch.NewOpponentServiceClient(connection).SuggestMove(within, request)
	if err != nil {
		log.Fatal(err)
	}
	for _, move := range answer.Advice.Play.Moves {
		fmt.Println(move.Notation, "-", move.Sentence)
	}
}
