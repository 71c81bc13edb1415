// Fair dice from commitment to transcript, which is checked here. The commitment before the first roll binds the server.
//
//	go run ./examples/dice transcript.json http://127.0.0.1:8080
package main

import (
	"context"
	"crypto/rand"
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
		log.Fatal("usage: dice FILE URL")
	}
	if err := dice(os.Args[1], os.Args[2]); err != nil {
		log.Fatal(err)
	}
}

func dice(file, url string) error {
	ctx := context.Background()
	client, err := hunch.New(url, hunch.Options{})
	if err != nil {
		return err
	}
	info, err := client.Operations.GetServerInfo(ctx, connect.NewRequest(&hunchv1.GetServerInfoRequest{}))
	if err != nil {
		return err
	}
	name := make([]byte, 16)
	if _, err := rand.Read(name); err != nil {
		return err
	}
	commit := &hunchv1.CommitDiceRequest{RequestId: fmt.Sprintf("%x", name)}
	game, err := client.Dice.CommitDice(ctx, connect.NewRequest(commit))
	if err != nil {
		return err
	}
	commitment := game.Msg.Commitment
	fmt.Println("commitment", commitment) // show it to the players, then ask them for their seeds
	transcript, err := play(ctx, client, game.Msg)
	if err != nil {
		return err
	}
	text, err := protojson.MarshalOptions{Indent: "  "}.Marshal(transcript)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, append(text, '\n'), 0o644); err != nil {
		return err
	}
	expected := hunch.Expected{Commitment: commitment, PublicKeys: info.Msg.PublicKeys}
	valid, checks := hunch.VerifyTranscript(transcript, expected)
	for _, check := range checks {
		if check.Flaw == "" {
			check.Flaw = "right"
		}
		fmt.Printf("%-10s %s\n", check.Name, check.Flaw)
	}
	if !valid {
		return errors.New("the dice were not fair")
	}
	return nil
}

// play rolls two dice, draws two chits, and ends the game of dice.
func play(ctx context.Context, client *hunch.Client, game *hunchv1.CommitDiceResponse) (*hunchv1.Transcript, error) {
	rolled, err := client.Dice.RollDice(ctx, connect.NewRequest(&hunchv1.RollDiceRequest{
		GameId:      game.GameId,
		OwnerToken:  game.OwnerToken,
		RequestId:   "attack-1",
		Purpose:     "attack",
		Faces:       []uint32{6, 6},
		PlayerSeeds: [][]byte{[]byte("alice's"), []byte("bob's")},
	}))
	if err != nil {
		return nil, err
	}
	fmt.Println("attack    ", rolled.Msg.Roll.Values)
	drawn, err := client.Dice.DrawChits(ctx, connect.NewRequest(&hunchv1.DrawChitsRequest{
		GameId:     game.GameId,
		OwnerToken: game.OwnerToken,
		RequestId:  "cup-1",
		Cup:        []uint32{3, 2, 1},
		Draws:      2,
	}))
	if err != nil {
		return nil, err
	}
	fmt.Println("chits     ", drawn.Msg.Kinds)
	owner := &hunchv1.RevealDiceRequest{GameId: game.GameId, OwnerToken: game.OwnerToken}
	revealed, err := client.Dice.RevealDice(ctx, connect.NewRequest(owner))
	if err != nil {
		return nil, err
	}
	return revealed.Msg.Transcript, nil
}
