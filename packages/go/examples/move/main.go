// A bot move: asks a running server (`hunch serve`) what to play in a position from a file.
//
//	go run ./examples/move ../../examples/tomahawk.json http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	hunch "example.com/hunch-client"
	hunchv1 "example.com/hunch-client/v1"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: move FILE URL")
	}
	if err := move(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func move(file, url string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	request := &hunchv1.SuggestMoveRequest{}
	if err := protojson.Unmarshal(text, request); err != nil {
		return err
	}
	client, err := hunch.New(url, hunch.Options{})
	if err != nil {
		return err
	}
	answer, err := client.Opponent.SuggestMove(context.Background(), connect.NewRequest(request))
	if err != nil {
		return err
	}
	for _, move := range answer.Msg.Advice.Play.Moves {
		fmt.Println(move.Notation, "-", move.Sentence)
	}
	return nil
}
