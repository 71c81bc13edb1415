// Package hunch is the client of Hunch, an AI opponent for board games with hidden information. It speaks the Connect
// protocol with a server's HTTP port. The messages are in the package v1.
package hunch

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"connectrpc.com/connect"

	"example.com/hunch-client/v1/hunchv1connect"
)

// Timeout is the time of a call whose context has no deadline, unless the client has another. No call waits for ever.
const Timeout = 30 * time.Second

// Options says how to reach a server.
type Options struct {
	// Key is an API key. It is sent over TLS only, except to a server on this machine.
	Key string
	// Timeout is the time of each call whose context has no deadline. 0: the constant Timeout.
	Timeout time.Duration
	// HTTPClient makes the requests. nil: http.DefaultClient.
	HTTPClient connect.HTTPClient
}

// Client has all services of a server. Make one and keep it. Several goroutines may use it at once.
//
// A refusal is a *connect.Error with Code, Message and Details.
type Client struct {
	// Opponent has moves, hints and reviews.
	Opponent hunchv1connect.OpponentServiceClient
	// Rules has games, moves, views and checks of positions.
	Rules hunchv1connect.RulesServiceClient
	// Solver has the exact rest of a small game.
	Solver hunchv1connect.SolverServiceClient
	// Dice has fair dice.
	Dice hunchv1connect.DiceServiceClient
	// Enemy has the enemy of a solitaire game.
	Enemy hunchv1connect.EnemyServiceClient
	// Operations has what a server is and does.
	Operations hunchv1connect.OperationsServiceClient
}

// New returns a client of the server at baseURL, such as "http://127.0.0.1:8080".
func New(baseURL string, options Options) (*Client, error) {
	address, err := url.Parse(baseURL)
	if err != nil {
		return nil, err
	}
	if address.Host == "" {
		return nil, fmt.Errorf("%q is no address such as http://127.0.0.1:8080", baseURL)
	}
	key := strings.TrimSpace(options.Key)
	if key != "" && address.Scheme != "https" && !onThisMachine(address.Hostname()) {
		return nil, errors.New("a key is sent over TLS only: begin the address with https")
	}
	if options.Timeout < 0 {
		return nil, errors.New("the timeout must not be less than 0")
	}
	if options.Timeout == 0 {
		options.Timeout = Timeout
	}
	if options.HTTPClient == nil {
		options.HTTPClient = http.DefaultClient
	}
	return newClient(options.HTTPClient, baseURL, &caller{timeout: options.Timeout, key: key, clock: systemClock{}}), nil
}

func newClient(client connect.HTTPClient, baseURL string, calls *caller) *Client {
	through := connect.WithInterceptors(calls)
	return &Client{
		Opponent:   hunchv1connect.NewOpponentServiceClient(client, baseURL, through),
		Rules:      hunchv1connect.NewRulesServiceClient(client, baseURL, through),
		Solver:     hunchv1connect.NewSolverServiceClient(client, baseURL, through),
		Dice:       hunchv1connect.NewDiceServiceClient(client, baseURL, through),
		Enemy:      hunchv1connect.NewEnemyServiceClient(client, baseURL, through),
		Operations: hunchv1connect.NewOperationsServiceClient(client, baseURL, through),
	}
}

func onThisMachine(host string) bool {
	address := net.ParseIP(host)
	return host == "localhost" || (address != nil && address.IsLoopback())
}
