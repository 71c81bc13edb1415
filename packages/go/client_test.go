package hunch

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"testing"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
	"google.golang.org/protobuf/types/known/durationpb"

	hunchv1 "example.com/hunch-client/v1"
	"example.com/hunch-client/v1/hunchv1connect"
)

// fakeClock stands still unless somebody sleeps.
type fakeClock struct {
	time   time.Time
	pauses []time.Duration
}

func (c *fakeClock) now() time.Time { return c.time }

func (c *fakeClock) random() float64 { return 0.5 }

func (c *fakeClock) sleep(_ context.Context, pause time.Duration) {
	c.pauses = append(c.pauses, pause)
	c.time = c.time.Add(pause)
}

// server answers each call with the next of these errors; with the last one again and again.
type server struct {
	hunchv1connect.UnimplementedRulesServiceHandler
	hunchv1connect.UnimplementedDiceServiceHandler
	hunchv1connect.UnimplementedOpponentServiceHandler

	answers []error
	calls   int
	headers http.Header // of the last call
}

func (s *server) answer(headers http.Header) error {
	s.headers = headers
	s.calls++
	return s.answers[min(s.calls, len(s.answers))-1]
}

func (s *server) ListGames(
	_ context.Context, request *connect.Request[hunchv1.ListGamesRequest],
) (*connect.Response[hunchv1.ListGamesResponse], error) {
	return connect.NewResponse(&hunchv1.ListGamesResponse{}), s.answer(request.Header())
}

func (s *server) CommitDice(
	_ context.Context, request *connect.Request[hunchv1.CommitDiceRequest],
) (*connect.Response[hunchv1.CommitDiceResponse], error) {
	return connect.NewResponse(&hunchv1.CommitDiceResponse{}), s.answer(request.Header())
}

func (s *server) WatchSuggestions(
	_ context.Context,
	request *connect.Request[hunchv1.WatchSuggestionsRequest],
	stream *connect.ServerStream[hunchv1.WatchSuggestionsResponse],
) error {
	if err := s.answer(request.Header()); err != nil {
		return err
	}
	if err := stream.Send(&hunchv1.WatchSuggestionsResponse{SearchId: request.Msg.Ask.Language}); err != nil {
		return err
	}
	return s.answer(request.Header())
}

// beside returns a client of a server with these answers.
func beside(t *testing.T, answers ...error) (*Client, *server, *fakeClock) {
	s, clock := &server{answers: answers}, &fakeClock{time: time.Now()}
	mux := http.NewServeMux()
	mux.Handle(hunchv1connect.NewRulesServiceHandler(s))
	mux.Handle(hunchv1connect.NewDiceServiceHandler(s))
	mux.Handle(hunchv1connect.NewOpponentServiceHandler(s))
	listening := httptest.NewServer(mux)
	t.Cleanup(listening.Close)
	calls := &caller{timeout: Timeout, key: "secret", clock: clock}
	return newClient(listening.Client(), listening.URL, calls), s, clock
}

func refusal(t *testing.T, code connect.Code, delay time.Duration) error {
	err := connect.NewError(code, errors.New("no"))
	if delay > 0 {
		inner, failed := proto.Marshal(durationpb.New(delay))
		if failed != nil {
			t.Fatal(failed)
		}
		// A RetryInfo: its only field, 1, is a message. An Any has its bytes under its name.
		raw := append([]byte{1<<3 | 2, byte(len(inner))}, inner...)
		err.AddDetail(detail(t, &anypb.Any{TypeUrl: "type.googleapis.com/google.rpc.RetryInfo", Value: raw}))
	}
	return err
}

func detail(t *testing.T, message *anypb.Any) *connect.ErrorDetail {
	one, err := connect.NewErrorDetail(message)
	if err != nil {
		t.Fatal(err)
	}
	return one
}

func listGames(client *Client, ctx context.Context) error {
	_, err := client.Rules.ListGames(ctx, connect.NewRequest(&hunchv1.ListGamesRequest{}))
	return err
}

func TestACallIsSentUpToFourTimesAfterLongerAndLongerPauses(t *testing.T) {
	client, server, clock := beside(t, refusal(t, connect.CodeUnavailable, 0))
	if err := listGames(client, context.Background()); connect.CodeOf(err) != connect.CodeUnavailable {
		t.Error(err)
	}
	pauses := []time.Duration{100 * time.Millisecond, 200 * time.Millisecond, 400 * time.Millisecond}
	if server.calls != 4 || !slices.Equal(clock.pauses, pauses) {
		t.Error(server.calls, clock.pauses)
	}
}

func TestEachStatusOfThePythonClientIsRetriedAndNoOther(t *testing.T) {
	for code := connect.CodeCanceled; code <= connect.CodeUnauthenticated; code++ {
		client, server, _ := beside(t, refusal(t, code, 0), nil)
		again := slices.Contains([]connect.Code{connect.CodeUnavailable, connect.CodeResourceExhausted, connect.CodeCanceled}, code)
		if err := listGames(client, context.Background()); (err == nil) != again || server.calls != map[bool]int{true: 2, false: 1}[again] {
			t.Error(code, err, server.calls)
		}
	}
}

func TestACallThatOpensAGameOfDiceIsNeverSentAgain(t *testing.T) {
	client, server, _ := beside(t, refusal(t, connect.CodeUnavailable, 0), nil)
	_, err := client.Dice.CommitDice(context.Background(), connect.NewRequest(&hunchv1.CommitDiceRequest{}))
	if connect.CodeOf(err) != connect.CodeUnavailable || server.calls != 1 {
		t.Error(err, server.calls)
	}
}

func TestAFullServerSaysHowLongToWaitAndNoAttemptBeginsThatCouldNotEnd(t *testing.T) {
	client, server, clock := beside(t, refusal(t, connect.CodeResourceExhausted, 12*time.Second))
	if err := listGames(client, context.Background()); connect.CodeOf(err) != connect.CodeResourceExhausted {
		t.Error(err)
	}
	if wait := 12 * time.Second; server.calls != 3 || !slices.Equal(clock.pauses, []time.Duration{wait, wait}) {
		t.Error(server.calls, clock.pauses)
	}
}

// timeout returns the milliseconds that the server was given.
func (s *server) timeout() int {
	timeout, _ := strconv.Atoi(s.headers.Get("Connect-Timeout-Ms"))
	return timeout
}

func TestEachCallHasADeadlineAndAKey(t *testing.T) {
	client, server, _ := beside(t, nil)
	if err := listGames(client, context.Background()); err != nil {
		t.Fatal(err)
	}
	if timeout := server.timeout(); timeout <= 0 || timeout > 30_000 {
		t.Error(timeout)
	}
	if key := server.headers.Get("Authorization"); key != "Bearer secret" {
		t.Error(key)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 24*time.Hour)
	defer cancel()
	if err := listGames(client, ctx); err != nil || server.timeout() <= 30_000 {
		t.Error(err, server.headers)
	}
}

func watch(client *Client) ([]string, error) {
	request := connect.NewRequest(&hunchv1.WatchSuggestionsRequest{Ask: &hunchv1.SuggestMoveRequest{Language: "fr"}})
	request.Header().Set("X-Request-Id", "mine")
	stream, err := client.Opponent.WatchSuggestions(context.Background(), request)
	if err != nil {
		return nil, err
	}
	defer stream.Close()
	var seen []string
	for stream.Receive() {
		seen = append(seen, stream.Msg().SearchId)
	}
	return seen, stream.Err()
}

func TestAStreamIsSentAgainUntilItsFirstAnswerAndNotAfterwards(t *testing.T) {
	client, server, clock := beside(t, refusal(t, connect.CodeUnavailable, 0), nil)
	if seen, err := watch(client); err != nil || !slices.Equal(seen, []string{"fr"}) || len(clock.pauses) != 1 {
		t.Error(seen, err, clock.pauses)
	}
	if server.headers.Get("X-Request-Id") != "mine" || server.headers.Get("Authorization") != "Bearer secret" {
		t.Error(server.headers)
	}
	client, server, clock = beside(t, nil, refusal(t, connect.CodeUnavailable, 0), nil)
	seen, err := watch(client)
	if connect.CodeOf(err) != connect.CodeUnavailable || len(seen) != 1 || server.calls != 2 || len(clock.pauses) != 0 {
		t.Error(seen, err, server.calls, clock.pauses)
	}
}

func TestNoConnectionIsUnavailable(t *testing.T) {
	client, err := New("http://127.0.0.1:1", Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = client.Dice.CommitDice(context.Background(), connect.NewRequest(&hunchv1.CommitDiceRequest{}))
	if connect.CodeOf(err) != connect.CodeUnavailable {
		t.Error(err)
	}
}

func TestAKeyGoesOverTLSOrToThisMachine(t *testing.T) {
	for _, url := range []string{"https://hunch.example", "http://localhost:1", "http://127.0.0.1:1", "http://[::1]:1"} {
		if _, err := New(url, Options{Key: "k"}); err != nil {
			t.Error(url, err)
		}
	}
	for _, url := range []string{"http://hunch.example", "http://localhost.example", "http://10.0.0.1:1"} {
		if _, err := New(url, Options{Key: "k"}); err == nil {
			t.Error(url, "takes a key")
		}
		if _, err := New(url, Options{}); err != nil {
			t.Error(url, err)
		}
	}
	for _, url := range []string{"", "127.0.0.1:8080", "hunch"} {
		if _, err := New(url, Options{}); err == nil {
			t.Error(url, "is taken for an address")
		}
	}
	if _, err := New("http://127.0.0.1:1", Options{Timeout: -time.Second}); err == nil {
		t.Error("a timeout below 0 is taken")
	}
}
