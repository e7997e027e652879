import type { Line } from "../../text/line.ts";
import { blank, dimmedLine, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { fitColumns, tableHead } from "../../tui/components/table.ts";
import { keySpan } from "../../tui/frame/key-label.ts";
import { keepInView } from "../../tui/list.ts";
import type { Registry } from "../../tui/registry.ts";
import type { Body } from "../../tui/screen.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import { sessionSlice } from "../session.ts";
import { selectedWebhook, webhooksSlice, webhooksLayout } from "../webhooks-state.ts";
import { webhookDetail } from "./detail.ts";
import { webhookColumns, webhookRow } from "./row.ts";

/** Draws the list and the selected webhook side by side, or the focused one of them. */
export function webhooksBody(state: AppState, registry: Registry): Body {
  const { sideBySide, listColumns, detailColumns, columns } = webhooksLayout(state);
  const { items, focus } = webhooksSlice.get(state);
  const detail = () => webhookDetail(state, selectedWebhook(state), detailColumns, registry);
  if (sideBySide && items.length > 0) {
    const list = { lines: listPane(state, registry), columns: listColumns };
    return { panes: [list, { lines: detail(), columns: detailColumns }], cursor: null };
  }
  return {
    panes: [{ lines: focus === "detail" ? detail() : listPane(state, registry), columns }],
    cursor: null,
  };
}

function listPane(state: AppState, registry: Registry): readonly Line[] {
  const { items, view, busy } = webhooksSlice.get(state);
  const { listColumns, listRows } = webhooksLayout(state);
  if (items.length === 0) return emptyList(state, registry);
  const columns = fitColumns(webhookColumns, listColumns);
  const { selected, top } = keepInView(view, items.length, listRows);
  const stale = sessionSlice.get(state).hub.link.state === "lost";
  const rows = items.slice(top, top + listRows).map((webhook, index) => {
    const row = webhookRow(webhook, columns, listColumns, top + index === selected, busy);
    return stale ? dimmedLine(row) : row;
  });
  return [tableHead(columns), ...rows];
}

function emptyList(state: AppState, registry: Registry): readonly Line[] {
  const webhooks = webhooksSlice.get(state);
  const session = sessionSlice.get(state);
  const size = windowSlice.get(state).size;
  const where = session.hub.local
    ? v`  This is the local hub; it needs no account and no network. Set HF_TOKEN to use the real Hub.`
    : v`  Connected to ${session.hub.name}.`;
  if (webhooks.loadedAtMs === null) {
    const { link, local, name } = session.hub;
    if (link.state === "lost")
      return [blank, ...wrapWords(span(v`  ✗ ${link.why}`, "error"), size.columns, 4)];
    const doing = local ? v`  Starting the hub…` : v`  Loading from ${name}…`;
    return [blank, line(span(doing, "muted"))];
  }
  return [
    blank,
    line(span(v`  No webhooks yet. Press `), keySpan(registry, "webhooks.new"), span(v` to create one.`)),
    ...wrapWords(span(where, "muted"), size.columns, 2),
  ];
}
