/** Comanchería: the map, the player's people, the enemy's display, the tracks and the cards, each a panel of its own. */
import type { ComancheriaState } from "hunch-client/v1/comancheria";
import type { BoardProps, Face } from "../board.ts";
import { Cards } from "./cards.tsx";
import { Display } from "./display.tsx";
import { MapPanel } from "./map.tsx";
import { People } from "./people.tsx";
import { changedBy, placesOf } from "./places.ts";
import { touchedBy } from "./touched.ts";
import { Header, Tracks } from "./tracks.tsx";
import "./comancheria.css";

/** Comanchería as the page knows it. */
export const face: Face<ComancheriaState> = {
  stateOf: (state) => (state.state.case === "comancheria" ? state.state.value : undefined),
  Board,
  placesOf,
  changedBy,
  touchedBy,
};

function Board({ state, marks }: BoardProps<ComancheriaState>) {
  return (
    <div class="comancheria">
      <div class="plan">
        <Header state={state} marks={marks} />
        <MapPanel state={state} marks={marks} />
        <div class="beside">
          <Tracks state={state} marks={marks} />
          <People state={state} marks={marks} />
        </div>
        <Display state={state} marks={marks} />
        <Cards state={state} marks={marks} />
      </div>
    </div>
  );
}
