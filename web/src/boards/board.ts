/**
 * What a game gives to the page: a picture of its state, and the places that its moves name.
 *
 * A board knows nothing of servers, seats at the screen or thinking. It draws what one seat sees. Whoever plays picks
 * places of it; the page finds the moves that name them all.
 */
import type { ComponentChildren, FunctionComponent } from "preact";
import type { GameEvent, GameMove, GameState } from "hunch-client/v1/game";
import type { Happening } from "hunch-client/v1/rules";

/**
 * A part of the board that a person can pick, such as "hand:7-2" or "pile:3". Within a game each place has one name.
 * Places that begin with "say:" are drawn by the page, as buttons with the move's sentence: pass, stay, decline.
 */
export type Place = string;

/** What is special about a place at the moment. */
export interface Marks {
  /** Can it be picked now, or was it picked already? A picked place can be given back. */
  pickable(place: Place): "open" | "picked" | undefined;
  /** Picks a place, or gives it back. */
  pick(place: Place): void;
  /** Why else the place stands out: the last turn changed it, a hint names it, or an expected line goes there. */
  mark(place: Place): "last" | "hint" | "line" | undefined;
}

/** What a board draws. */
export interface BoardProps<State> {
  /** What the looking seat sees. */
  state: State;
  /** The seat that looks: it is drawn at the bottom. Unset: a bystander. */
  seat: number | undefined;
  /** The names of the seats, as shown. */
  names: readonly string[];
  /** What can be picked, and what stands out. */
  marks: Marks;
}

/** A game as the page knows it. */
export interface Face<State = unknown> {
  /** The game's own state within a position. */
  stateOf(state: GameState): State | undefined;
  /** The picture. */
  Board: FunctionComponent<BoardProps<State>>;
  /**
   * The places that a move names, in the order in which a person would pick them. Moves with equal places are told
   * apart by their sentences.
   */
  placesOf(move: GameMove, state: State): readonly Place[];
  /** The places that an event changed. */
  changedBy(event: GameEvent, state: State): readonly Place[];
  /** The places that a person touches on a printed board when this happens, with its effects. Optional. */
  touchedBy?(happening: Happening, state: State): readonly Place[];
}

/** A part of a picture, as a child of an `<svg>`. */
export type Picture = ComponentChildren;
