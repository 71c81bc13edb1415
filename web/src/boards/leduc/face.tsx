/** Leduc poker: six cards, two rounds. */
import type { LeducState } from "hunch-client/v1/leduc";
import type { Face } from "../board.ts";
import { Table } from "../poker/table.tsx";
import { changedBy, handOf, placesOf } from "./places.ts";

export const face: Face<LeducState> = {
  stateOf: ({ state }) => (state.case === "leduc" ? state.value : undefined),
  Board: ({ state, seat, names, marks }) => <Table hand={handOf(state)} seat={seat} names={names} marks={marks} />,
  placesOf,
  changedBy,
};
