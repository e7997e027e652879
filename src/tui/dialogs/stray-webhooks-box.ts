import type { WebhookUpdate, UpdateState, StrayWebhooksDialog } from "../../app/overlays/stray-webhooks.ts";
import { pendingUpdates } from "../../app/overlays/stray-webhooks.ts";
import type { AppState } from "../../app/slice.ts";
import { windowSlice } from "../../app/state/window.ts";
import { shortenId } from "../../text/identifiers.ts";
import type { Line, Span } from "../../text/line.ts";
import { blank, line, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Floating } from "./box.ts";
import { box, contentColumns } from "./box.ts";
import { shorten } from "./shortened.ts";

const boxColumns = 88;
/** Glyph, ID and the spaces between them. */
const indent = 14;
/** Border, title and the lines above and below the list. */
const otherRows = 11;

/** Draws the webhooks with old tunnel URLs, and the URL each would get. */
export function strayWebhooksBox(state: AppState, dialog: StrayWebhooksDialog): Floating {
  const width = contentColumns(state, boxColumns);
  const { updates } = dialog;
  const one = updates.length === 1;
  const what = v`${one ? "This webhook sends" : `These ${updates.length} webhooks send`} to an old tunnel URL. Their deliveries do not arrive.`;
  return box(state, {
    title: v`Tunnel URL changed`,
    lines: [...wrapWords(span(what), width), blank, ...listed(state, updates, width), blank, footer(dialog)],
    cursor: null,
    width: boxColumns,
  });
}

/** Lists as many webhooks as fit, those in progress or failed first. */
function listed(state: AppState, updates: readonly WebhookUpdate[], width: number): readonly Line[] {
  const size = windowSlice.get(state).size;
  const weights: Record<UpdateState["kind"], number> = { updating: 0, failed: 1, waiting: 2, updated: 3 };
  const ordered = updates.toSorted((update, other) => weights[update.state.kind] - weights[other.state.kind]);
  const lines: Line[] = [];
  for (const [index, update] of ordered.entries()) {
    const rows = updateRows(update, width);
    if (index > 0 && lines.length + rows.length > size.rows - otherRows) {
      return [...lines, line(span(v`  and ${count(ordered.length - index)} more`, "muted"))];
    }
    lines.push(...rows);
  }
  return lines;
}

function updateRows({ id, from, to, state }: WebhookUpdate, width: number): readonly Line[] {
  const room = width - indent;
  const margin = v`${" ".repeat(indent - 2)}`;
  const url = (text: string) => truncate(visible(text), room, { where: "middle" });
  const why = state.kind === "failed" ? shorten(wrapWords(span(visible(state.why), "error"), room)) : [];
  return [
    line(glyph(state), span(v`${shortenId(id).padEnd(indent - 4)}  `, "muted"), span(url(from))),
    line(span(v`${margin}→ `, "muted"), span(url(to), "accent")),
    ...why.map(({ spans }) => line(span(v`${margin}  `), ...spans)),
  ];
}

function glyph({ kind }: UpdateState): Span {
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
  const { updates, acceptsKeys, updating } = dialog;
  const left = pendingUpdates(dialog).length;
  if (updating) {
    const done = updates.filter(({ state }) => state.kind === "updated" || state.kind === "failed").length;
    return line(span(v`Updating… ${count(done)} of ${count(updates.length)} done`, "muted"));
  }
  // Keys are ignored until then.
  if (!acceptsKeys) return line(span(v`…`, "muted"));
  const again = updates.some(({ state }) => state.kind === "failed");
  return line(
    span(v`y`, "error"),
    span(v` ${again ? "retry" : "update"} ${plural(left, "webhook")}   `),
    span(v`Enter Esc`, "accent"),
    span(v` cancel`),
  );
}
