/** Goods as small tiles: what a box, a Band or a space of the Operations Track holds. */
import type { ComancheriaGoods } from "hunch-client/v1/comancheria";
import type { Marks } from "../board.ts";
import { Inline } from "./glyphs.tsx";
import { amounts, type Goods, GOODS } from "./names.ts";
import { Tile } from "./tile.tsx";
import { goodsText, say, titleOf } from "./words.ts";

interface GoodsListProps {
  goods: ComancheriaGoods | undefined;
  /** What the places of the kinds begin with: "box:A" or "own:3". */
  owner: string;
  marks: Marks;
}

/** What there is, and what a move names although there is none. */
export function GoodsList({ goods, owner, marks }: GoodsListProps) {
  const there = amounts(goods);
  const shown = GOODS.filter((kind) => there[kind] > 0 || marks.pickable(`${owner}:${kind}`));
  return (
    <>
      {shown.map((kind) => (
        <Tile key={kind} place={`${owner}:${kind}`} marks={marks} label={goodsText(kind, there[kind])} class="goods">
          <Inline goods={kind} />
          <span>{there[kind]}</span>
        </Tile>
      ))}
    </>
  );
}

/** The kinds of goods, while a move names one whoever owns it. */
export function Kinds({ marks }: { marks: Marks }) {
  const named = GOODS.filter((kind: Goods) => marks.pickable(`kind:${kind}`));
  if (named.length === 0) {
    return null;
  }
  return (
    <div class="bunch" role="group" aria-label={say("kinds")}>
      {named.map((kind) => (
        <Tile key={kind} place={`kind:${kind}`} marks={marks} class="goods named">
          <Inline goods={kind} />
          <span>{titleOf(kind)}</span>
        </Tile>
      ))}
    </div>
  );
}
