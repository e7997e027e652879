import { defaultRoute, routePath } from "../../model/url.ts";
import type { Line } from "../../text/line.ts";
import { blank, dimmedLine, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { fitColumns, tableHead } from "../../tui/components/table.ts";
import { keySpan } from "../../tui/frame/key-label.ts";
import { frameRows } from "../../tui/layout.ts";
import type { Registry } from "../../tui/registry.ts";
import type { Body } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import { deliveryColumns, deliveryRow } from "../delivery-row.ts";
import { sessionSlice } from "../session.ts";
import { deliveryHeader, deliveryLines } from "./delivery-lines.ts";
import { filterLine } from "./filter-line.ts";
import { attemptRow } from "./latest-attempt.ts";
import { detailFooter, shownDeliveries } from "./shown-deliveries.ts";
import { detailPanes, deliveriesSlice, deliveriesLayout } from "./state.ts";

/** Draws the Deliveries screen: the filter, and the list beside the detail or only the focused one. */
export function deliveriesBody(state: AppState, registry: Registry): Body {
  const layout = deliveriesLayout(state);
  const { focus } = deliveriesSlice.get(state);
  const filter = filterLine(state, registry);
  const list = () => ({ lines: listPane(state, registry), columns: layout.listColumns });
  const detail = () => ({ lines: detailPane(state), columns: layout.detailColumns });
  return {
    above: [filter.line],
    panes: layout.sideBySide ? [list(), detail()] : [focus === "detail" ? detail() : list()],
    cursor: filter.caret === null ? null : { x: filter.caret, y: frameRows.above },
  };
}

function listPane(state: AppState, registry: Registry): readonly Line[] {
  const deliveries = deliveriesSlice.get(state);
  const nowMs = windowSlice.get(state).nowMs;
  const session = sessionSlice.get(state);
  const { listColumns, listRows } = deliveriesLayout(state);
  const columns = fitColumns(deliveryColumns, listColumns);
  if (deliveries.rows.length === 0) return [tableHead(columns), ...emptyList(state, registry)];
  const { top, selected, latest } = shownDeliveries(state);
  const stale = session.receiver.link.state === "lost";
  const shown = deliveries.rows.slice(top, top + listRows).flatMap((delivery, index) => {
    const isSelected = top + index === selected;
    const row = deliveryRow(delivery, columns, listColumns, isSelected, nowMs);
    const rows = isSelected && latest !== null ? [row, attemptRow(latest, listColumns, nowMs)] : [row];
    return stale ? rows.map(dimmedLine) : rows;
  });
  return [tableHead(columns), ...shown.slice(0, listRows)];
}

/** Explains an empty list; returns no lines until the first page is loaded. */
function emptyList(state: AppState, registry: Registry): readonly Line[] {
  const deliveries = deliveriesSlice.get(state);
  const session = sessionSlice.get(state);
  if (!deliveries.loaded) return [];
  if (deliveries.filter.terms.length > 0) {
    return [
      blank,
      line(
        span(v`  No deliveries match the filter. Press `, "muted"),
        keySpan(registry, "deliveries.clear-filter"),
        span(v` to clear it.`, "muted"),
      ),
    ];
  }
  const { url, routes } = session.receiver;
  const address =
    url === null
      ? v`the receiver, which is still starting`
      : v`${url}${routePath(routes[0] ?? defaultRoute)}`;
  return [
    blank,
    line(span(v`  No deliveries yet.`)),
    line(span(v`  Send them to ${address}`, "muted")),
    line(
      span(v`  Press `, "muted"),
      keySpan(registry, "screen.webhooks"),
      span(v`, create a webhook with `, "muted"),
      keySpan(registry, "webhooks.new"),
      span(v`, and trigger an event with `, "muted"),
      keySpan(registry, "webhooks.trigger"),
      span(v`.`, "muted"),
    ),
  ];
}

function detailPane(state: AppState): readonly Line[] {
  const { detail, pane, focus, wrap } = deliveriesSlice.get(state);
  const { detailColumns, detailRows, headLines } = deliveriesLayout(state);
  const foot = detailFooter(state);
  const textRows = detailRows - foot.length;
  const names = detailPanes.map((name) => {
    const count = detail === null ? 0 : name === "headers" ? detail.headers.length : detail.attempts.length;
    const title = v`${name.charAt(0).toUpperCase()}${name.slice(1)}${name === "headers" || name === "attempts" ? ` ${count}` : ""}`;
    if (name !== pane) return span(v` ${title} `, "muted");
    return span(v`[${title}]`, focus === "detail" ? "accent" : "strong");
  });
  if (detail === null) return [line(...names)];
  const lines = deliveryLines(detail, pane, detailColumns, wrap);
  // Scrolling ends at the last page.
  const top = Math.max(0, Math.min(deliveriesSlice.get(state).detailTop, lines.length - textRows));
  const head = deliveryHeader(detail).slice(0, headLines);
  const text = lines.slice(top, top + textRows);
  const room = Array.from({ length: textRows - text.length }, () => blank);
  return [line(...names), ...head, ...text, ...room, ...foot];
}
