package hunch

import (
	"context"
	"errors"
	"io"
	"math/rand"
	"net/http"
	"time"

	"connectrpc.com/connect"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"

	"example.com/hunch-client/v1/hunchv1connect"
)

const (
	// attempts says how often a call is sent at most.
	attempts = 4
	// firstWait is the pause before the second attempt, unless the server says how long. Each further one is twice as
	// long.
	firstWait = 100 * time.Millisecond
	// longestWait is the longest of these pauses.
	longestWait = 2 * time.Second
	// jitter is by how much a pause is longer or shorter by chance, so that clients do not all come back at once.
	jitter = 0.2
)

// retried are the statuses after which a call is sent again. That is safe for every call except those of neverRetried:
// it stores nothing on the server, or it has a request_id. A server that closes its ports may end a call as Canceled,
// though its client did not cancel it.
var retried = map[connect.Code]bool{
	connect.CodeUnavailable:       true,
	connect.CodeResourceExhausted: true,
	connect.CodeCanceled:          true,
}

// neverRetried are the calls of which a second attempt, without a request_id, would open a second game.
var neverRetried = map[string]bool{hunchv1connect.DiceServiceCommitDiceProcedure: true}

// clock has time and chance, for the pauses.
type clock interface {
	now() time.Time
	// sleep returns after the pause, or early if the context ends.
	sleep(ctx context.Context, pause time.Duration)
	// random returns a number from 0 up to 1.
	random() float64
}

type systemClock struct{}

func (systemClock) now() time.Time { return time.Now() }

func (systemClock) random() float64 { return rand.Float64() }

func (systemClock) sleep(ctx context.Context, pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// caller gives each call its deadline and key, and sends it again within the deadline.
type caller struct {
	timeout time.Duration
	key     string
	clock   clock
}

// WrapUnary sends a call with one answer.
func (c *caller) WrapUnary(next connect.UnaryFunc) connect.UnaryFunc {
	return func(ctx context.Context, request connect.AnyRequest) (connect.AnyResponse, error) {
		ctx, cancel := c.within(ctx)
		defer cancel()
		c.sign(request.Header())
		for attempt := 1; ; attempt++ {
			response, err := next(ctx, request)
			if err == nil || !c.again(ctx, request.Spec(), attempt, err) {
				return response, err
			}
		}
	}
}

// WrapStreamingClient sends a call with many answers.
func (c *caller) WrapStreamingClient(next connect.StreamingClientFunc) connect.StreamingClientFunc {
	return func(ctx context.Context, spec connect.Spec) connect.StreamingClientConn {
		ctx, cancel := c.within(ctx)
		conn := next(ctx, spec)
		c.sign(conn.RequestHeader())
		calls := c
		if spec.StreamType != connect.StreamTypeServer {
			calls = nil
		}
		return &stream{
			StreamingClientConn: conn,
			calls:               calls,
			ctx:                 ctx,
			cancel:              cancel,
			open:                func() connect.StreamingClientConn { return next(ctx, spec) },
			attempt:             1,
		}
	}
}

// WrapStreamingHandler leaves servers as they are.
func (c *caller) WrapStreamingHandler(next connect.StreamingHandlerFunc) connect.StreamingHandlerFunc {
	return next
}

func (c *caller) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, has := ctx.Deadline(); has {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, c.timeout)
}

func (c *caller) sign(header http.Header) {
	if c.key != "" {
		header.Set("Authorization", "Bearer "+c.key)
	}
}

// again returns after the pause before the next attempt, or with false if there is none.
func (c *caller) again(ctx context.Context, spec connect.Spec, attempt int, err error) bool {
	if attempt >= attempts || neverRetried[spec.Procedure] || ctx.Err() != nil || !retried[connect.CodeOf(err)] {
		return false
	}
	pause, told := retryDelay(err)
	if !told {
		usual := min(longestWait, firstWait<<(attempt-1))
		pause = time.Duration(float64(usual) * (1 + jitter*(2*c.clock.random()-1)))
	}
	if deadline, has := ctx.Deadline(); has && deadline.Sub(c.clock.now()) <= pause {
		return false
	}
	c.clock.sleep(ctx, pause)
	return ctx.Err() == nil
}

// retryDelay is how long the server asks to wait: the field retry_delay, 1, of a google.rpc.RetryInfo. It is read by
// hand, as a program may bring the messages of google.rpc from elsewhere.
func retryDelay(err error) (time.Duration, bool) {
	var refusal *connect.Error
	if !errors.As(err, &refusal) {
		return 0, false
	}
	for _, detail := range refusal.Details() {
		if detail.Type() != "google.rpc.RetryInfo" {
			continue
		}
		raw := detail.Bytes()
		number, kind, size := protowire.ConsumeTag(raw)
		if size < 0 || number != 1 || kind != protowire.BytesType {
			continue
		}
		delay := &durationpb.Duration{}
		if value, end := protowire.ConsumeBytes(raw[size:]); end >= 0 && proto.Unmarshal(value, delay) == nil {
			return delay.AsDuration(), true
		}
	}
	return 0, false
}

// stream is a call with many answers. It is sent again until the first of them came.
type stream struct {
	connect.StreamingClientConn // of the last attempt

	calls   *caller // nil: the call is not sent again
	ctx     context.Context
	cancel  context.CancelFunc
	open    func() connect.StreamingClientConn
	sent    []any // what each attempt sends
	attempt int
	begun   bool
}

// Send sends a message.
func (s *stream) Send(message any) error {
	s.sent = append(s.sent, message)
	return s.StreamingClientConn.Send(message)
}

// Receive waits for an answer.
func (s *stream) Receive(message any) error {
	for {
		err := s.StreamingClientConn.Receive(message)
		if err == nil {
			s.begun = true
		}
		if err == nil || s.begun || s.calls == nil || errors.Is(err, io.EOF) {
			return err
		}
		if !s.calls.again(s.ctx, s.Spec(), s.attempt, err) {
			return err
		}
		s.attempt++
		if failed := s.repeat(); failed != nil {
			return failed
		}
	}
}

// repeat sends the same on a new connection.
func (s *stream) repeat() error {
	before := s.StreamingClientConn
	_ = before.CloseResponse()
	s.StreamingClientConn = s.open()
	header := s.RequestHeader()
	for name, values := range before.RequestHeader() {
		if _, has := header[name]; !has {
			header[name] = values
		}
	}
	for _, message := range s.sent {
		if err := s.StreamingClientConn.Send(message); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return s.CloseRequest()
}

// CloseResponse ends the call.
func (s *stream) CloseResponse() error {
	defer s.cancel()
	return s.StreamingClientConn.CloseResponse()
}
