import { deliveryHead, deliveryLines } from "../../../app/detail/delivery-lines.ts";
import { frameRows, layoutOf } from "../../../app/layout.ts";
import type { AppState } from "../../../app/state/app-state.ts";
import { detailPanes, selectedIndex, topIndex } from "../../../app/state/deliveries-state.ts";
import type { Line } from "../../../text/line.ts";
import { blank, dimmedLine, line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { beside } from "../../components/beside.ts";
import { placeColumns, tableHead } from "../../components/table.ts";
import type { Body } from "../body.ts";
import { deliveryColumns, deliveryRow } from "./delivery-row.ts";
import { filterLine } from "./filter-line.ts";

/** The live log: filter, list, and beside or over it the detail of the selected delivery. */
export function deliveriesBody(state: AppState): Body {
  const layout = layoutOf(state);
  const { focus } = state.deliveries;
  const filter = filterLine(state);
  const rows = layout.bodyRows - 1;
  const below = layout.sideBySide
    ? beside(listPane(state), layout.listColumns, detailPane(state), layout.detailColumns, rows)
    : focus === "detail"
      ? detailPane(state)
      : listPane(state);
  return {
    lines: [filter.line, ...below],
    cursor: filter.caret === null ? null : { x: filter.caret, y: frameRows.above },
  };
}

function listPane(state: AppState): readonly Line[] {
  const { deliveries, nowMs, session } = state;
  const { listColumns, listRows } = layoutOf(state);
  const columns = placeColumns(deliveryColumns, listColumns);
  if (deliveries.rows.length === 0) return [tableHead(columns), ...emptyList(state)];
  const selected = selectedIndex(deliveries);
  const top = topIndex(deliveries, listRows);
  const stale = session.receiver.link.state === "lost";
  const shown = deliveries.rows.slice(top, top + listRows).map((delivery, index) => {
    const row = deliveryRow(delivery, columns, listColumns, top + index === selected, nowMs);
    return stale ? dimmedLine(row) : row;
  });
  return [tableHead(columns), ...shown];
}

/** Two kinds of empty, and a log that is still being read. */
function emptyList({ deliveries, session }: AppState): readonly Line[] {
  if (!deliveries.loaded) return [];
  if (deliveries.filter.terms.length > 0) {
    return [blank, line(span(v`  None match the filter. Esc clears it.`, "muted"))];
  }
  const { url, routes } = session.receiver;
  const address =
    url === null ? v`the receiver, which is still starting` : v`${url}/webhooks/${routes[0] ?? "inbox"}`;
  return [
    blank,
    line(span(v`  No deliveries yet.`)),
    line(span(v`  They go to ${address}`, "muted")),
    line(span(v`  Press 1, make a webhook with n, and trigger an event with T.`, "muted")),
  ];
}

function detailPane(state: AppState): readonly Line[] {
  const { detail, pane, focus, wrap } = state.deliveries;
  const { detailColumns, detailRows, headLines } = layoutOf(state);
  const names = detailPanes.map((name) => {
    const count = detail === null ? 0 : name === "headers" ? detail.headers.length : detail.attempts.length;
    const title = v`${name.charAt(0).toUpperCase()}${name.slice(1)}${name === "headers" || name === "attempts" ? ` ${count}` : ""}`;
    if (name !== pane) return span(v` ${title} `, "muted");
    return span(v`[${title}]`, focus === "detail" ? "accent" : "strong");
  });
  if (detail === null) return [line(...names)];
  const lines = deliveryLines(detail, pane, detailColumns, wrap);
  const top = scrolledTo(state, lines.length);
  const head = deliveryHead(detail).slice(0, headLines);
  return [line(...names), ...head, ...lines.slice(top, top + detailRows)];
}

/** The last screenful is as far as it goes, however far a key asked. */
function scrolledTo(state: AppState, lines: number): number {
  return Math.max(0, Math.min(state.deliveries.detailTop, lines - layoutOf(state).detailRows));
}
