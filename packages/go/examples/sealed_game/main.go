// A sealed game: the app sees its own seat only, and the server plays the bot.
//
//	go run ./examples/sealed_game http://127.0.0.1:8080
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"

	"connectrpc.com/connect"

	hunch "example.com/hunch-client"
	hunchv1 "example.com/hunch-client/v1"
)

const me = 0

var chance = &hunchv1.Chance{Source: &hunchv1.Chance_System{System: true}}

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("usage: sealed_game URL")
	}
	if err := play(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

// play plays one game of Tomahawk: the app plays its first legal moves.
func play(url string) error {
	ctx := context.Background()
	client, err := hunch.New(url, hunch.Options{})
	if err != nil {
		return err
	}
	game, err := client.Rules.NewGame(ctx, connect.NewRequest(&hunchv1.NewGameRequest{
		Options: &hunchv1.GameOptions{Options: &hunchv1.GameOptions_Tomahawk{Tomahawk: &hunchv1.TomahawkOptions{}}},
		Chance:  chance,
		Seal:    &hunchv1.Seal{Seats: []uint32{me}},
	}))
	if err != nil {
		return err
	}
	sealed, stage := game.Msg.Sealed, game.Msg.Stage
	for {
		for _, happening := range sealed.Views[0].Happenings {
			fmt.Println(happening.Sentence)
		}
		switch next := stage.Next.(type) {
		case *hunchv1.Stage_Over:
			fmt.Println("payoffs:", next.Over.Payoffs)
			return nil
		case *hunchv1.Stage_Seat:
			sealed, stage, err = turn(ctx, client, sealed.Token, next.Seat)
		default:
			err = errors.New("the server rolls, so no chance should be due")
		}
		if err != nil {
			return err
		}
	}
}

// turn plays a move of the app, or a whole turn of the bot.
func turn(ctx context.Context, client *hunch.Client, token []byte, seat uint32) (*hunchv1.SealedGame, *hunchv1.Stage, error) {
	if seat != me {
		turn, err := client.Opponent.SuggestMove(ctx, connect.NewRequest(&hunchv1.SuggestMoveRequest{
			Position: &hunchv1.Position{From: &hunchv1.Position_Sealed{Sealed: token}, Seat: &seat},
			Level:    3,
			Chance:   chance,
		}))
		if err != nil {
			return nil, nil, err
		}
		return turn.Msg.Sealed, turn.Msg.Stage, nil
	}
	moves, err := client.Rules.ListMoves(ctx, connect.NewRequest(&hunchv1.ListMovesRequest{Sealed: token}))
	if err != nil {
		return nil, nil, err
	}
	step := &hunchv1.Step{Step: &hunchv1.Step_Move{Move: moves.Msg.Moves[0].Move}}
	played, err := client.Rules.PlayMoves(ctx, connect.NewRequest(&hunchv1.PlayMovesRequest{
		Sealed: token,
		Steps:  []*hunchv1.Step{step},
		Chance: chance,
	}))
	if err != nil {
		return nil, nil, err
	}
	return played.Msg.Sealed, played.Msg.Stage, nil
}
