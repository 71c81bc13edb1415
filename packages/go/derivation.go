package hunch

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"math"
)

// What the bytes of dice, chains and signatures begin with. docs/dice.md has the bytes in words.
const (
	roll1 = "hunch.dice.v1\x00"
	roll2 = "hunch.dice.v2\x00"
	chain = "hunch.rolls.v1\x00"
	link2 = "hunch.roll.v2\x00"
)

// transcripts is what signed bytes begin with, by the version of the transcript.
var transcripts = map[uint32]string{1: "hunch.transcript.v1\x00", 2: "hunch.transcript.v2\x00"}

// Binding is what a roll is bound to. The numbers are those of RollBinding on the wire.
type Binding uint64

const (
	// BindingVersion1 is the roll's counter alone, by the bytes of version 1.
	BindingVersion1 Binding = iota
	// BindingCounter is the roll's counter alone.
	BindingCounter
	// BindingApp is a position that the app named.
	BindingApp
	// BindingGame is a whole position of a game, hashed by the server.
	BindingGame
)

func (b Binding) toPosition() bool { return b == BindingApp || b == BindingGame }

// Seeds is all that the dice of a game follow from.
type Seeds struct {
	// Game is the game's id, 16 bytes.
	Game []byte
	// Server is the secret that the commitment is the hash of.
	Server []byte
	// Players has one secret of each player.
	Players [][]byte
}

// Throw is dice to be rolled, and what they are for.
type Throw struct {
	// Purpose is what the app named.
	Purpose string
	// Faces has the number of faces of each die.
	Faces []uint32
	// Binding is what the roll is bound to.
	Binding Binding
	// Position is the position that it is bound to, 32 bytes. Empty: none.
	Position []byte
}

// RollValues returns what the dice of a roll show. A roll that is bound to a position needs no counter.
func RollValues(seeds Seeds, throw Throw, counter uint64) []uint32 {
	start := roll2
	if throw.Binding == BindingVersion1 {
		start = roll1
	}
	message := append([]byte(start), seeds.Game...)
	message = appendText(message, throw.Purpose)
	message = appendSeeds(message, seeds.Players)
	if throw.Binding != BindingVersion1 {
		message = append(message, byte(throw.Binding))
	}
	if throw.Binding.toPosition() {
		message = append(message, throw.Position...)
	} else {
		message = binary.BigEndian.AppendUint64(message, counter)
	}
	values := make([]uint32, len(throw.Faces))
	for die, faces := range throw.Faces {
		values[die] = dieValue(seeds.Server, message, uint32(die), faces)
	}
	return values
}

func dieValue(seed, message []byte, die, faces uint32) uint32 {
	incomplete := (math.MaxUint64%uint64(faces) + 1) % uint64(faces) // numbers in the last, incomplete run of faces
	for attempt := uint32(0); ; attempt++ {
		hash := hmac.New(sha256.New, seed)
		hash.Write(message)
		var tail []byte
		for _, number := range []uint32{die, faces, attempt} {
			tail = binary.BigEndian.AppendUint32(tail, number)
		}
		hash.Write(tail)
		if number := binary.BigEndian.Uint64(hash.Sum(nil)); number <= math.MaxUint64-incomplete {
			return 1 + uint32(number%uint64(faces))
		}
	}
}

func startOfChain(players [][]byte) []byte {
	sum := sha256.Sum256(appendSeeds([]byte(chain), players))
	return sum[:]
}

func extendChain(before []byte, one roll) []byte {
	link := append([]byte{}, before...)
	if one.Binding != BindingVersion1 {
		link = append(link, link2...)
	}
	link = binary.BigEndian.AppendUint64(link, one.counter)
	link = appendText(link, one.Purpose)
	if one.Binding != BindingVersion1 {
		link = append(link, byte(one.Binding), byte(len(one.Position)))
		link = append(link, one.Position...)
	}
	for _, numbers := range [][]uint32{one.Faces, one.values, one.cup} {
		link = binary.BigEndian.AppendUint32(link, uint32(len(numbers)))
		for _, number := range numbers {
			link = binary.BigEndian.AppendUint32(link, number)
		}
	}
	sum := sha256.Sum256(link)
	return sum[:]
}

func signedBytes(version uint32, seeds Seeds, commitment []byte, count uint64, last []byte) []byte {
	signed := append([]byte(transcripts[version]), seeds.Game...)
	signed = append(append(signed, commitment...), seeds.Server...)
	return append(binary.BigEndian.AppendUint64(signed, count), last...)
}

func appendText(bytes []byte, text string) []byte {
	return append(binary.BigEndian.AppendUint16(bytes, uint16(len(text))), text...)
}

func appendSeeds(bytes []byte, seeds [][]byte) []byte {
	bytes = append(bytes, byte(len(seeds)))
	for _, seed := range seeds {
		bytes = append(binary.BigEndian.AppendUint16(bytes, uint16(len(seed))), seed...)
	}
	return bytes
}
