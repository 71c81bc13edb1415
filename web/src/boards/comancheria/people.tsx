/** The player's people: Rancherías with headmen, boxes and Bands, and the Bands on the map. */
import type { ComancheriaBand, ComancheriaCamp, ComancheriaState } from "hunch-client/v1/comancheria";
import type { Marks } from "../board.ts";
import { BandSign } from "./glyphs.tsx";
import { GoodsList, Kinds } from "./goods.tsx";
import { amounts, spaceOf } from "./names.ts";
import table from "./table.json" with { type: "json" };
import { Tile } from "./tile.tsx";
import { nameOf, say } from "./words.ts";

interface PeopleProps {
  state: ComancheriaState;
  marks: Marks;
}

/** The panel. */
export function People({ state, marks }: PeopleProps) {
  const inPlay = state.bands.filter(({ strength }) => strength > 0);
  const outside = inPlay.filter(({ place }) => place.case === "space");
  return (
    <section class="panel people">
      <h3>{say("people")}</h3>
      <Kinds marks={marks} />
      {state.medicineTrack.length > 0 && <Order state={state} />}
      {state.camps.map((camp) => camp.space > 0 && <Camp key={camp.letter} camp={camp} state={state} marks={marks} />)}
      {outside.length > 0 && (
        <div class="camp">
          <h4>{say("outside")}</h4>
          {outside.map((band) => (
            <Band key={band.number} band={band} state={state} marks={marks} />
          ))}
        </div>
      )}
      <p class="dim">{say("stock", { n: state.bands.length - inPlay.length })}</p>
    </section>
  );
}

/** The Bands that have not acted yet, in their order. */
function Order({ state }: { state: ComancheriaState }) {
  const list = state.medicineTrack.map((band) => say("band", { n: band })).join(" → ");
  return <p class="order">{say("track.medicine", { list })}</p>;
}

function Camp({ camp, state, marks }: { camp: ComancheriaCamp; state: ComancheriaState; marks: Marks }) {
  const { letter } = camp;
  const name = spaceOf(camp.space);
  const home = state.bands.filter(({ place }) => place.case === "camp" && place.value === letter);
  const guests = state.camps.filter(({ mahimianaPlace: at }) => at.case === "mahimianaBox" && at.value === letter);
  return (
    <div class="camp">
      <div class="bunch">
        <Tile place={`camp:${letter}`} marks={marks} class="grip">
          {say("camp.at", { letter, space: nameOf(name) })}
        </Tile>
        <Headman place={`paraibo:${letter}`} name={say("paraibo", { n: camp.paraibo })} camp={camp} marks={marks} />
        {guests.map((guest) => (
          <Mahimiana key={guest.letter} camp={guest} marks={marks} />
        ))}
      </div>
      <div class="bunch">
        <span class="dim">{say(isEmpty(camp.goods) ? "box.empty" : "box")}</span>
        <GoodsList goods={camp.goods} owner={`box:${letter}`} marks={marks} />
      </div>
      {home.map((band) => (
        <Band key={band.number} band={band} state={state} marks={marks} />
      ))}
    </div>
  );
}

interface HeadmanProps {
  place: string;
  name: string;
  camp: ComancheriaCamp;
  marks: Marks;
}

function isEmpty(goods: ComancheriaCamp["goods"]): boolean {
  return Object.values(amounts(goods)).every((n) => n === 0);
}

/** A Paraibo: medicine as a track. */
function Headman({ place, name, camp, marks }: HeadmanProps) {
  return (
    <Tile place={place} marks={marks} label={withSuccesses(name, camp.paraiboSuccess)} class="headman">
      <Pips n={camp.paraibo} most={table.most.paraibo} />
      <span>{name}</span>
      <Successes n={camp.paraiboSuccess} />
    </Tile>
  );
}

/** A Mahimiana, wherever it is. */
function Mahimiana({ camp, marks }: { camp: ComancheriaCamp; marks: Marks }) {
  const name = say("mahimiana", { letter: camp.letter, n: camp.mahimiana });
  const label = withSuccesses(name, camp.mahimianaSuccess);
  return (
    <Tile place={`mahimiana:${camp.letter}`} marks={marks} label={label} class="headman">
      <Pips n={camp.mahimiana} most={table.most.mahimiana} />
      <span>{name}</span>
      <Successes n={camp.mahimianaSuccess} />
    </Tile>
  );
}

function withSuccesses(name: string, n: number): string {
  return n > 0 ? say("with.successes", { name, n }) : name;
}

function Pips({ n, most }: { n: number; most: number }) {
  return (
    <span class="pips" aria-hidden="true">
      {"●".repeat(n)}
      <span class="dim">{"○".repeat(Math.max(0, most - n))}</span>
    </span>
  );
}

/** Success counters, as so many stars. */
export function Successes({ n }: { n: number }) {
  return n > 0 ? <span class="success">★{n}</span> : null;
}

function Band({ band, state, marks }: { band: ComancheriaBand; state: ComancheriaState; marks: Marks }) {
  const { number, strength, finished, goods } = band;
  const active = state.activation?.band === number ? state.activation : undefined;
  const guests = state.camps.filter(({ mahimianaPlace: at }) => at.case === "mahimianaBand" && at.value === number);
  return (
    <div class="bunch band">
      <Tile place={`band:${number}`} marks={marks} class={active ? "grip active" : "grip"}>
        <svg class="inline large" viewBox="-16 -16 32 32" aria-hidden="true">
          <BandSign number={number} strength={strength} finished={finished} />
        </svg>
        <span>
          {say("band", { n: number })} <small>{say("strength", { n: strength })}</small>
          {band.place.case === "space" && ` · ${spaceOf(band.place.value)}`}
          {finished && ` · ${say("finished")}`}
          {active && ` · ${say("active", { n: active.movement })}`}
        </span>
      </Tile>
      <GoodsList goods={goods} owner={`own:${number}`} marks={marks} />
      {guests.map((guest) => (
        <Mahimiana key={guest.letter} camp={guest} marks={marks} />
      ))}
    </div>
  );
}
