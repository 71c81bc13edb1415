package hunch

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	hunchv1 "example.com/hunch-client/v1"
)

func from(first byte, count int) []byte {
	bytes := make([]byte, count)
	for place := range bytes {
		bytes[place] = first + byte(place)
	}
	return bytes
}

// The known answers of docs/dice.md.
func TestADieFollowsFromSeedsPurposeAndBinding(t *testing.T) {
	seeds := Seeds{Game: from(100, 16), Server: from(0, 32), Players: [][]byte{[]byte("a"), []byte("b")}}
	known := map[Binding][]uint32{
		BindingCounter:  {3, 3, 3, 1, 1, 2, 3, 3, 4, 2},
		BindingApp:      {6, 3, 5, 3, 2, 3, 5, 2, 1, 5},
		BindingGame:     {4, 6, 6, 1, 5, 6, 2, 6, 3, 5},
		BindingVersion1: {4, 5, 3, 4, 5, 3, 4, 3, 4, 2},
	}
	for binding, values := range known {
		throw := Throw{"known answer", []uint32{6, 6, 6, 6, 6, 6, 6, 6, 6, 6}, binding, from(200, 32)}
		if got := RollValues(seeds, throw, 1); !slices.Equal(got, values) {
			t.Errorf("binding %d: %v", binding, got)
		}
	}
}

// bind sets binding and position, the fields 6 and 7, also in messages that were generated without them.
func bind(t *testing.T, one *hunchv1.Roll, binding uint64, position []byte) {
	raw, err := proto.Marshal(one)
	if err != nil {
		t.Fatal(err)
	}
	raw = protowire.AppendVarint(protowire.AppendTag(raw, 6, protowire.VarintType), binding)
	raw = protowire.AppendBytes(protowire.AppendTag(raw, 7, protowire.BytesType), position)
	if err := proto.Unmarshal(raw, one); err != nil {
		t.Fatal(err)
	}
}

// read returns a transcript that the server's own derivation wrote.
func read(t *testing.T, version string) *hunchv1.Transcript {
	text, err := os.ReadFile("../typescript/test/transcripts.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	var bound struct {
		Rolls []struct {
			Binding  string
			Position []byte
		}
	}
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(all[version], &bound); err != nil {
		t.Fatal(err)
	}
	transcript := &hunchv1.Transcript{}
	if err := (protojson.UnmarshalOptions{DiscardUnknown: true}).Unmarshal(all[version], transcript); err != nil {
		t.Fatal(err)
	}
	names := []string{"UNSPECIFIED", "COUNTER", "APP", "GAME"}
	for place, one := range bound.Rolls {
		if one.Binding != "" {
			binding := slices.Index(names, strings.TrimPrefix(one.Binding, "ROLL_BINDING_"))
			bind(t, transcript.Rolls[place], uint64(binding), one.Position)
		}
	}
	return transcript
}

func failing(transcript *hunchv1.Transcript, expected Expected) string {
	valid, checks := VerifyTranscript(transcript, expected)
	var names []string
	for _, check := range checks {
		if check.Flaw != "" {
			names = append(names, check.Name)
		}
	}
	if valid != (len(names) == 0) {
		names = append(names, "and the verdict differs")
	}
	return strings.Join(names, " ")
}

func TestARightTranscriptOfEachVersionPasses(t *testing.T) {
	zeros, key := strings.Repeat("00", 32), "29ACBAE141BCCAF0B22E1A94D34D0BC7361E526D0BFE12C89794BC9322966DD7"
	for _, version := range []string{"1", "2"} {
		transcript := read(t, version)
		for _, one := range []struct {
			names    string
			expected Expected
		}{
			{"", Expected{PublicKeys: []string{key}}},
			{"", Expected{AnyKey: true, Commitment: strings.ToUpper(transcript.Commitment)}},
			{"key", Expected{}},
			{"key", Expected{PublicKeys: []string{zeros}}},
			{"commitment", Expected{AnyKey: true, Commitment: zeros}},
		} {
			if names := failing(transcript, one.expected); names != one.names {
				t.Errorf("version %s, %v: %q", version, one.expected, names)
			}
		}
	}
}

func TestWhateverIsChangedInATranscriptACheckFails(t *testing.T) {
	for place, fault := range []struct {
		names string
		plant func(*hunchv1.Transcript)
	}{
		{"form", func(one *hunchv1.Transcript) { one.Version = 3 }},
		{"form", func(one *hunchv1.Transcript) { one.Version = 1 }},
		{"form", func(one *hunchv1.Transcript) { one.GameId = strings.Repeat("x", 32) }},
		{"form", func(one *hunchv1.Transcript) { one.ServerSeed = one.ServerSeed[1:] }},
		{"form", func(one *hunchv1.Transcript) { one.PlayerSeeds = make([][]byte, 17) }},
		{"form", func(one *hunchv1.Transcript) { one.Rolls[0].Values = []uint32{1} }},
		{"form", func(one *hunchv1.Transcript) { one.Rolls[0].Faces[3] = 1_000_001 }},
		{"form", func(one *hunchv1.Transcript) { bind(t, one.Rolls[0], 4, nil) }},
		{"form", func(one *hunchv1.Transcript) { bind(t, one.Rolls[0], 1, from(0, 32)) }},
		{"form", func(one *hunchv1.Transcript) { bind(t, one.Rolls[1], 2, nil) }},
		{"form", func(one *hunchv1.Transcript) { one.Rolls[4].Cup[0]-- }},
		{"signature", func(one *hunchv1.Transcript) { one.Signature[9] ^= 1 }},
		{"signature", func(one *hunchv1.Transcript) { one.PublicKey[9] ^= 1 }},
		{"signature key", func(one *hunchv1.Transcript) { one.PublicKey = make([]byte, 32) }},
		{"commitment signature", func(one *hunchv1.Transcript) { one.Commitment = strings.Repeat("00", 32) }},
		{"commitment rolls signature", func(one *hunchv1.Transcript) { one.ServerSeed[9] ^= 1 }},
		{"rolls signature", func(one *hunchv1.Transcript) { one.PlayerSeeds = one.PlayerSeeds[1:] }},
		{"counters signature", func(one *hunchv1.Transcript) { one.Rolls = one.Rolls[:4] }},
		{"counters signature", func(one *hunchv1.Transcript) { one.Rolls = slices.Delete(one.Rolls, 1, 2) }},
		{"counters signature", func(one *hunchv1.Transcript) { slices.Reverse(one.Rolls) }},
		{"counters signature", func(one *hunchv1.Transcript) { one.RollCount = 4 }},
		{"rolls signature", func(one *hunchv1.Transcript) { one.Rolls[0].Purpose = "another" }},
		{"rolls positions signature", func(one *hunchv1.Transcript) { bind(t, one.Rolls[1], 3, from(200, 32)) }},
		{"rolls signature", func(one *hunchv1.Transcript) { one.Rolls[1].Values[0] = 1 }},
	} {
		transcript := read(t, "2")
		fault.plant(transcript)
		if names := failing(transcript, Expected{AnyKey: true}); names != fault.names {
			t.Errorf("fault %d: %q, not %q", place, names, fault.names)
		}
	}
}
