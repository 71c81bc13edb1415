package hunch

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	hunchv1 "example.com/hunch-client/v1"
)

const (
	mostPurpose   = 200       // bytes of what a roll is for
	mostDice      = 1_000     // dice of one roll
	mostFaces     = 1_000_000 // faces of one die
	mostPlayers   = 16        // seeds of players in one game of dice
	mostSeed      = 64        // bytes of one player's seed
	mostKinds     = 1_000     // kinds of chits in a cup
	positionBytes = 32        // of a position, which is a SHA-256
)

var (
	gameID     = regexp.MustCompile("^[0-9a-f]{32}$")
	commitment = regexp.MustCompile("^[0-9a-f]{64}$")
	// field is the prime modulo which the numbers of Ed25519 are counted.
	field = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 255), big.NewInt(19))
	// order8 is the height of points that are of order 8 on the curve; the others have the negative height.
	order8, _ = new(big.Int).SetString("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826", 16)
	// smallOrder has the heights of the eight points of small order. For such a key anybody can make signatures.
	smallOrder = []*big.Int{
		big.NewInt(0),
		big.NewInt(1),
		new(big.Int).Sub(field, big.NewInt(1)),
		order8,
		new(big.Int).Sub(field, order8),
	}
)

// Expected is what somebody knows of a game of dice, besides its transcript.
type Expected struct {
	// Commitment is what the players were shown before the first roll. Empty: it is not compared.
	Commitment string
	// PublicKeys may have signed it, 64 hexadecimal digits each, as GetServerInfo returns them.
	PublicKeys []string
	// AnyKey accepts any key. Then nothing shows which server rolled.
	AnyKey bool
}

// Check is one check of a transcript.
type Check struct {
	// Name is form, commitment, counters, rolls, positions, signature or key.
	Name string
	// Flaw is what is wrong. Empty if the check passed.
	Flaw string
}

// roll is a roll of a transcript.
type roll struct {
	Throw
	counter     uint64
	values, cup []uint32
}

// VerifyTranscript makes all checks of a transcript that need no rules of a game, and no server. `hunch dice verify
// --record` compares the rolls with a game. It returns whether all checks passed, and each of them. A transcript without
// a sound form is not checked further. It is right only if you name the key of its server, or accept any. Join the pages
// of a long one first.
func VerifyTranscript(transcript *hunchv1.Transcript, expected Expected) (bool, []Check) {
	rolls := make([]roll, len(transcript.GetRolls()))
	for place, one := range transcript.GetRolls() {
		rolls[place] = readRoll(one)
	}
	checks := []Check{{"form", flawOfForm(transcript, rolls)}}
	if checks[0].Flaw == "" {
		checks = append(checks, checkContent(transcript, rolls, expected)...)
		checks = append(checks, Check{"key", flawOfKey(transcript.PublicKey, expected)})
	}
	valid := !slices.ContainsFunc(checks, func(check Check) bool { return check.Flaw != "" })
	return valid, checks
}

// readRoll reads binding and position, the fields 6 and 7, from the bytes of the message: messages that were generated
// for version 1 have no such fields, and keep them unread.
func readRoll(message *hunchv1.Roll) roll {
	one := roll{
		Throw:   Throw{Purpose: message.Purpose, Faces: message.Faces},
		counter: message.Counter,
		values:  message.Values,
		cup:     message.Cup,
	}
	raw, err := proto.Marshal(message)
	for err == nil && len(raw) > 0 {
		number, kind, size := protowire.ConsumeTag(raw)
		end := protowire.ConsumeFieldValue(number, kind, raw[size:])
		switch value := raw[size : size+end]; {
		case number == 6 && kind == protowire.VarintType:
			binding, _ := protowire.ConsumeVarint(value)
			one.Binding = Binding(binding)
		case number == 7 && kind == protowire.BytesType:
			one.Position, _ = protowire.ConsumeBytes(value)
		}
		raw = raw[size+end:]
	}
	return one
}

func flawOfForm(transcript *hunchv1.Transcript, rolls []roll) string {
	if _, known := transcripts[transcript.GetVersion()]; !known {
		return fmt.Sprintf("version %d, known are 1 and 2", transcript.GetVersion())
	}
	if !gameID.MatchString(transcript.GameId) || !commitment.MatchString(transcript.Commitment) {
		return "the game's id or the commitment is not hexadecimal of its length"
	}
	if len(transcript.ServerSeed) != 32 || len(transcript.Signature) != 64 || len(transcript.PublicKey) != 32 {
		return "the server's seed, the signature or the public key has a wrong length"
	}
	tooLong := func(seed []byte) bool { return len(seed) > mostSeed }
	if len(transcript.PlayerSeeds) > mostPlayers || slices.ContainsFunc(transcript.PlayerSeeds, tooLong) {
		return "too many or too long players' seeds"
	}
	for _, one := range rolls {
		if flaw := flawOfRoll(one, transcript.Version); flaw != "" {
			return fmt.Sprintf("roll %d: %s", one.counter, flaw)
		}
	}
	return ""
}

func flawOfRoll(one roll, version uint32) string {
	dice := len(one.Faces)
	if dice == 0 || dice > mostDice || len(one.values) != dice {
		return "not as many values as dice"
	}
	cannotBe := func(faces uint32) bool { return faces < 1 || faces > mostFaces }
	if slices.ContainsFunc(one.Faces, cannotBe) || len(one.Purpose) > mostPurpose {
		return "a die that cannot be, or too long a purpose"
	}
	if len(one.cup) > mostKinds || (len(one.cup) > 0 && !fitsCup(one.Faces, one.cup)) {
		return "the draws do not fit the cup"
	}
	if one.Binding > BindingGame || (version == 1 && one.Binding != BindingVersion1) {
		return "not bound as a roll of this version is"
	}
	if (one.Binding.toPosition() && len(one.Position) != positionBytes) ||
		(!one.Binding.toPosition() && len(one.Position) != 0) {
		return "bound to a position that is not there, or to none though there is one"
	}
	return ""
}

// fitsCup says whether each draw is a die with as many faces as chits are left.
func fitsCup(faces, cup []uint32) bool {
	var left uint64
	for _, chits := range cup {
		left += uint64(chits)
	}
	for _, die := range faces {
		if uint64(die) != left {
			return false
		}
		left--
	}
	return true
}

func checkContent(transcript *hunchv1.Transcript, rolls []roll, expected Expected) []Check {
	game, _ := hex.DecodeString(transcript.GameId)
	committed, _ := hex.DecodeString(transcript.Commitment)
	seeds := Seeds{Game: game, Server: transcript.ServerSeed, Players: transcript.PlayerSeeds}
	var wrong, twice []string
	bound := map[string]bool{}
	last := startOfChain(seeds.Players)
	for _, one := range rolls {
		if !slices.Equal(RollValues(seeds, one.Throw, one.counter), one.values) {
			wrong = append(wrong, fmt.Sprint(one.counter))
		}
		if one.Binding.toPosition() {
			name := fmt.Sprintf("%d %x %s", one.Binding, one.Position, one.Purpose)
			if bound[name] {
				twice = append(twice, fmt.Sprint(one.counter))
			}
			bound[name] = true
		}
		last = extendChain(last, one)
	}
	signed := signedBytes(transcript.Version, seeds, committed, transcript.RollCount, last)
	return []Check{
		{"commitment", flawOfCommitment(transcript, expected)},
		{"counters", flawOfCounters(rolls, transcript.RollCount)},
		{"rolls", listed("do not follow from the seeds: ", wrong)},
		{"positions", listed("rolled a second time: ", twice)},
		{"signature", flawOfSignature(transcript, signed)},
	}
}

func listed(words string, counters []string) string {
	if len(counters) == 0 {
		return ""
	}
	return words + strings.Join(counters, ", ")
}

func flawOfCommitment(transcript *hunchv1.Transcript, expected Expected) string {
	if sum := sha256.Sum256(transcript.ServerSeed); hex.EncodeToString(sum[:]) != transcript.Commitment {
		return "the server's seed is not the one it committed to"
	}
	if expected.Commitment != "" && strings.ToLower(expected.Commitment) != transcript.Commitment {
		return "it is not the one that the players were shown"
	}
	return ""
}

// flawOfCounters names the gaps. A game has none: a request that is refused uses no counter, and every roll is kept.
func flawOfCounters(rolls []roll, count uint64) string {
	var gaps []string
	var last uint64
	gap := func(end uint64) {
		if last+1 < end {
			gaps = append(gaps, fmt.Sprintf("%d to %d", last+1, end))
		} else if last+1 == end {
			gaps = append(gaps, fmt.Sprint(end))
		}
	}
	for _, one := range rolls {
		if one.counter <= last {
			return fmt.Sprintf("roll %d is out of order or there twice", one.counter)
		}
		gap(one.counter - 1)
		last = one.counter
	}
	if last > count {
		return fmt.Sprintf("%d rolls are signed, and there is a roll %d", count, last)
	}
	gap(count)
	if len(gaps) > 0 {
		return fmt.Sprintf("missing: rolls %s. A game has no gaps, so pages were left out", strings.Join(gaps, ", "))
	}
	return ""
}

func flawOfSignature(transcript *hunchv1.Transcript, signed []byte) string {
	key := transcript.PublicKey
	if flawOfPoint(key) != "" || !ed25519.Verify(ed25519.PublicKey(key), signed, transcript.Signature) {
		return "the signature is not of this transcript"
	}
	return ""
}

func flawOfKey(key []byte, expected Expected) string {
	if flaw := flawOfPoint(key); flaw != "" || expected.AnyKey {
		return flaw
	}
	for _, known := range expected.PublicKeys {
		if digits, err := hex.DecodeString(known); err == nil && bytes.Equal(digits, key) {
			return ""
		}
	}
	known := "you named no key"
	if len(expected.PublicKeys) > 0 {
		known = "it is none of the keys that you named"
	}
	return fmt.Sprintf("signed with %x, and %s: not proved is whose transcript this is", key, known)
}

// flawOfPoint says why a public key proves nothing, whatever it signed. Empty for one that can.
func flawOfPoint(key []byte) string {
	digits := slices.Clone(key)
	slices.Reverse(digits)
	digits[0] &= 127
	height := new(big.Int).SetBytes(digits)
	if height.Cmp(field) >= 0 {
		return "the public key is not written as a point of the curve is"
	}
	if slices.ContainsFunc(smallOrder, func(small *big.Int) bool { return small.Cmp(height) == 0 }) {
		return "the public key is of small order: anybody can sign for it"
	}
	return ""
}
