/** Kuhn poker: three cards, one bet. */
import type { KuhnState } from "hunch-client/v1/kuhn";
import type { Face } from "../board.ts";
import { Table } from "../poker/table.tsx";
import { changedBy, handOf, placesOf } from "./places.ts";

export const face: Face<KuhnState> = {
  stateOf: ({ state }) => (state.case === "kuhn" ? state.value : undefined),
  Board: ({ state, seat, names, marks }) => <Table hand={handOf(state)} seat={seat} names={names} marks={marks} />,
  placesOf,
  changedBy,
};
