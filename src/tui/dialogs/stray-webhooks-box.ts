import type { Move, MoveState, StrayWebhooksDialog } from "../../app/overlays/stray-webhooks.ts";
import { openMoves } from "../../app/overlays/stray-webhooks.ts";
import type { AppState } from "../../app/state/app-state.ts";
import { shortenId } from "../../text/identifiers.ts";
import type { Line, Span } from "../../text/line.ts";
import { blank, line, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Floating } from "./box.ts";
import { box, contentColumns } from "./box.ts";
import { shortened } from "./shortened.ts";

const wanted = 88;
/** Glyph, ID and the spaces between them. */
const indent = 14;
/** Border, title and the lines above and below the list. */
const otherRows = 11;

/** Draws the webhooks with old tunnel URLs, and the URL each would get. */
export function strayWebhooksBox(state: AppState, dialog: StrayWebhooksDialog): Floating {
  const width = contentColumns(state, wanted);
  const { moves } = dialog;
  const one = moves.length === 1;
  const what = v`${one ? "This webhook sends" : `These ${moves.length} webhooks send`} to an old tunnel URL. Their deliveries do not arrive.`;
  return box(state, {
    title: v`Tunnel URL changed`,
    lines: [...wrapWords(span(what), width), blank, ...listed(state, moves, width), blank, footer(dialog)],
    cursor: null,
    width: wanted,
  });
}

/** Lists as many webhooks as fit, those in progress or failed first. */
function listed({ size }: AppState, moves: readonly Move[], width: number): readonly Line[] {
  const weights: Record<MoveState["kind"], number> = { updating: 0, failed: 1, waiting: 2, updated: 3 };
  const ordered = moves.toSorted((move, other) => weights[move.state.kind] - weights[other.state.kind]);
  const lines: Line[] = [];
  for (const [index, move] of ordered.entries()) {
    const rows = moveRows(move, width);
    if (index > 0 && lines.length + rows.length > size.rows - otherRows) {
      return [...lines, line(span(v`  and ${count(ordered.length - index)} more`, "muted"))];
    }
    lines.push(...rows);
  }
  return lines;
}

function moveRows({ id, from, to, state }: Move, width: number): readonly Line[] {
  const room = width - indent;
  const margin = v`${" ".repeat(indent - 2)}`;
  const url = (text: string) => truncate(visible(text), room, { where: "middle" });
  const why = state.kind === "failed" ? shortened(wrapWords(span(visible(state.why), "error"), room)) : [];
  return [
    line(glyph(state), span(v`${shortenId(id).padEnd(indent - 4)}  `, "muted"), span(url(from))),
    line(span(v`${margin}→ `, "muted"), span(url(to), "accent")),
    ...why.map(({ spans }) => line(span(v`${margin}  `), ...spans)),
  ];
}

function glyph({ kind }: MoveState): Span {
  switch (kind) {
    case "waiting":
      return span(v`  `);
    case "updating":
      return span(v`⋯ `, "muted");
    case "updated":
      return span(v`✓ `, "ok");
    case "failed":
      return span(v`✗ `, "error");
  }
}

function footer(dialog: StrayWebhooksDialog): Line {
  const { moves, listens, updating } = dialog;
  const left = openMoves(dialog).length;
  if (updating) {
    const done = moves.filter(({ state }) => state.kind === "updated" || state.kind === "failed").length;
    return line(span(v`Updating… ${count(done)} of ${count(moves.length)} done`, "muted"));
  }
  // Keys are ignored until then.
  if (!listens) return line(span(v`…`, "muted"));
  const again = moves.some(({ state }) => state.kind === "failed");
  return line(
    span(v`y`, "error"),
    span(v` ${again ? "retry" : "update"} ${plural(left, "webhook")}   `),
    span(v`Enter Esc`, "accent"),
    span(v` cancel`),
  );
}
