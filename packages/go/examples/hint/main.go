// A hint in three steps. Each gives away a little more, and one seed makes them agree.
//
//	go run ./examples/hint ../../examples/powwow.json http://127.0.0.1:8080
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	hunch "example.com/hunch-client"
	hunchv1 "example.com/hunch-client/v1"
)

var grades = []hunchv1.HintGrade{
	hunchv1.HintGrade_HINT_GRADE_NUDGE,
	hunchv1.HintGrade_HINT_GRADE_REGION,
	hunchv1.HintGrade_HINT_GRADE_MOVE,
}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 3 {
		log.Fatal("usage: hint FILE URL")
	}
	if err := hint(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func hint(file, url string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	asked := &hunchv1.SuggestMoveRequest{}
	if err := protojson.Unmarshal(text, asked); err != nil {
		return err
	}
	client, err := hunch.New(url, hunch.Options{})
	if err != nil {
		return err
	}
	for _, grade := range grades {
		answer, err := client.Opponent.GetHint(context.Background(), connect.NewRequest(&hunchv1.GetHintRequest{
			Position: asked.Position,
			Grade:    grade,
			Seed:     proto.Uint32(1),
			Limits:   &hunchv1.Limits{Iterations: 2_000},
		}))
		if err != nil {
			return err
		}
		show(answer.Msg)
	}
	return nil
}

func show(hint *hunchv1.GetHintResponse) {
	fmt.Println("nudge: ", hint.Nudge.Sentence)
	if len(hint.Region) > 0 {
		fmt.Println("region:", notations(hint.Region, ", "))
	}
	if hint.Best != nil {
		fmt.Println("move:  ", notations(hint.Best.Turn.Moves, " "))
		for _, reason := range hint.Reasons {
			fmt.Println("        ", reason.Sentence)
		}
	}
}

func notations(moves []*hunchv1.TurnMove, between string) string {
	var words []string
	for _, move := range moves {
		words = append(words, move.Notation)
	}
	return strings.Join(words, between)
}
