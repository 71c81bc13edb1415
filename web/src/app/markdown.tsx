/** A page of the documentation, drawn part by part. Its title is left out, since each view has one of its own. */
import type { ComponentChildren } from "preact";
import { type Block, blocksOf, type Piece, textOf } from "./blocks.ts";
import "./markdown.css";

/** The page of a game, as other pages name it. */
const GAME = /^(?:\.\/)?(\w+)\.md(?:#.*)?$/;

/** The text, in Markdown. */
export function Markdown({ text }: { text: string }) {
  let title = "";
  const drawn = blocksOf(text).map((block, index) => {
    title = block.kind === "heading" ? textOf(block.pieces) : title;
    return <Part key={index} block={block} title={title} />;
  });
  return <div class="markdown">{drawn}</div>;
}

/** One part, and the heading that it is under. */
function Part({ block, title }: { block: Block; title: string }) {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level}>{inline(block.pieces)}</Heading>;
    case "paragraph":
      return <p>{inline(block.pieces)}</p>;
    case "list":
      return <List block={block} />;
    case "table":
      return (
        <Wide title={title}>
          <Table block={block} />
        </Wide>
      );
    case "code":
      return (
        <Wide title={title}>
          <pre>
            <code>{block.text}</code>
          </pre>
        </Wide>
      );
  }
}

function Heading({ level, children }: { level: number; children: ComponentChildren }) {
  if (level === 1) {
    return null;
  }
  const Tag = level === 2 ? "h2" : level === 3 ? "h3" : "h4";
  return <Tag>{children}</Tag>;
}

function List({ block }: { block: Extract<Block, { kind: "list" }> }) {
  const Tag = block.numbered ? "ol" : "ul";
  return (
    <Tag>
      {block.items.map((item, index) => (
        <li key={index}>{inline(item)}</li>
      ))}
    </Tag>
  );
}

function Table({ block }: { block: Extract<Block, { kind: "table" }> }) {
  return (
    <table>
      <thead>
        <tr>
          {block.head.map((cell, index) => (cell.length > 0 ? <th key={index}>{inline(cell)}</th> : <td key={index} />))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{inline(cell)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What may be wider than the window: it moves by itself, also with the keys. */
function Wide({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div class="wide" role="group" aria-label={title} tabIndex={0}>
      {children}
    </div>
  );
}

function inline(pieces: readonly Piece[]): ComponentChildren {
  return pieces.map((piece, index) => {
    switch (piece.kind) {
      case "text":
        return piece.text;
      case "code":
        return <code key={index}>{piece.text}</code>;
      case "strong":
        return <strong key={index}>{inline(piece.pieces)}</strong>;
      case "emphasis":
        return <em key={index}>{inline(piece.pieces)}</em>;
      case "link":
        return <Link key={index} piece={piece} />;
    }
  });
}

/** A link to the rules of a game, or away. A page that only the source has is named without a link. */
function Link({ piece }: { piece: Extract<Piece, { kind: "link" }> }) {
  const game = GAME.exec(piece.target)?.[1];
  const href = game ? `#/rules/${game}` : /^https?:\/\//.test(piece.target) ? piece.target : undefined;
  return href ? (
    <a href={href} rel="noreferrer">
      {inline(piece.pieces)}
    </a>
  ) : (
    <>{inline(piece.pieces)}</>
  );
}
