// Watches a search and stops it: the answer so far comes every 50 ms, and the final one after the stop.
//
//	go run ./examples/watch ../../examples/tomahawk.json http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"

	hunch "example.com/hunch-client"
	hunchv1 "example.com/hunch-client/v1"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: watch FILE URL")
	}
	if err := watch(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func watch(file, url string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	ask := &hunchv1.SuggestMoveRequest{}
	if err := protojson.Unmarshal(text, ask); err != nil {
		return err
	}
	ask.Limits = &hunchv1.Limits{TimeMs: 10_000}
	client, err := hunch.New(url, hunch.Options{})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel() // whoever leaves the stream early ends the search so
	request := connect.NewRequest(&hunchv1.WatchSuggestionsRequest{Ask: ask, IntervalMs: 50})
	answers, err := client.Opponent.WatchSuggestions(ctx, request)
	if err != nil {
		return err
	}
	defer answers.Close()
	searchID, interim := "", 0
	for answers.Receive() {
		answer := answers.Msg()
		if answer.SearchId != "" { // the first message names the search
			searchID = answer.SearchId
		}
		if answer.Advice == nil {
			continue
		}
		fmt.Println(map[bool]string{true: "final:  ", false: "so far: "}[answer.Final], notations(answer.Advice.Play.GetMoves()))
		if interim++; interim == 2 && !answer.Final {
			if _, err := client.Opponent.StopSearch(ctx, connect.NewRequest(&hunchv1.StopSearchRequest{SearchId: searchID})); err != nil {
				return err
			}
		}
	}
	return answers.Err()
}

func notations(moves []*hunchv1.TurnMove) string {
	var words []string
	for _, move := range moves {
		words = append(words, move.Notation)
	}
	return strings.Join(words, " ")
}
