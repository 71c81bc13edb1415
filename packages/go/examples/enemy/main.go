// The enemy's turn with real dice: the server stops at each die, you roll it and type the result.
//
//	go run ./examples/enemy comancheria http://127.0.0.1:8080
package main

import (
	"context"
	"errors"
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
		log.Fatal("usage: enemy GAME URL")
	}
	if err := enemy(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func enemy(game, url string) error {
	ctx, options := context.Background(), &hunchv1.GameOptions{}
	if err := protojson.Unmarshal([]byte(fmt.Sprintf("{%q: {}}", game)), options); err != nil {
		return err
	}
	client, err := hunch.New(url, hunch.Options{})
	if err != nil {
		return err
	}
	start, err := client.Rules.NewGame(ctx, connect.NewRequest(&hunchv1.NewGameRequest{Options: options}))
	if err != nil {
		return err
	}
	request, printed := &hunchv1.AdvanceEnemyRequest{State: start.Msg.State}, 0
	for {
		answer, err := client.Enemy.AdvanceEnemy(ctx, connect.NewRequest(request))
		if err != nil {
			return err
		}
		for _, happening := range answer.Msg.Happenings[printed:] {
			fmt.Println(happening.Sentence)
			for _, effect := range happening.Effects {
				fmt.Println(effect.Sentence)
			}
		}
		printed = len(answer.Msg.Happenings)
		if len(answer.Msg.Wanted) == 0 {
			fmt.Println("your decision, with", answer.Msg.Moves, "moves")
			return nil
		}
		event, err := happened(answer.Msg.Wanted)
		if err != nil {
			return err
		}
		request.Told = append(request.Told, event)
	}
}

// happened asks which outcome the real die showed.
func happened(wanted []*hunchv1.ChanceOutcome) (*hunchv1.GameEvent, error) {
	for place, outcome := range wanted {
		fmt.Printf("%4d  %s\n", place+1, outcome.Sentence)
	}
	fmt.Print("which one happened? ")
	var number int
	if _, err := fmt.Scanln(&number); err != nil {
		return nil, err
	}
	if number < 1 || number > len(wanted) {
		return nil, errors.New("there is no such outcome")
	}
	return wanted[number-1].Event, nil
}
