import { webhookTable } from "../../../tables/webhooks.ts";
import type { Line } from "../../../text/line.ts";
import { blank, line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { paragraph } from "../../../tui/components/paragraph.ts";
import { fitTable, tableLines } from "../../../tui/components/table.ts";
import { keepInView, positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { PaneContent } from "../../../tui/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { firstSteps } from "../../first-steps.ts";
import { sessionSlice } from "../../session.ts";
import { listedWebhooks, loadError, webhookList, webhooksSlice, webhooksView } from "../../webhooks-state.ts";

/** Draws the list of webhooks, or what to do while there are none. */
export function listPane(state: AppState, { columns: width }: Size, registry: Registry): PaneContent {
  const { busy } = webhooksSlice.get(state);
  const items = listedWebhooks(state);
  const title = [span(v`Webhooks`)];
  if (items.length === 0) return { title, lines: emptyList(state, width, registry) };
  const listRows = webhookList(state).rows;
  const table = fitTable(state, webhookTable, items, { busy }, width);
  const shown = keepInView(webhooksView(state), items.length, listRows);
  const isStale = sessionSlice.get(state).hub.link.state === "lost";
  return {
    title,
    lines: tableLines(table, items, shown, listRows, isStale),
    position: positionOf(shown.top, listRows, items.length),
  };
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const webhooks = webhooksSlice.get(state);
  const session = sessionSlice.get(state);
  if (webhooks.loadedAtMs === null) {
    const { local, name } = session.hub;
    const error = loadError(state);
    if (error !== null) return [blank, ...wrapWords(span(v`  ✗ ${error}`, "error"), width, 4)];
    const doing = local ? v`  Starting the hub…` : v`  Loading from ${name}…`;
    return [blank, line(span(doing, "muted"))];
  }
  const where = session.hub.local
    ? v`This is the local hub; it needs no account and no network. Set HF_TOKEN to use the real Hub.`
    : v`Connected to ${session.hub.name}.`;
  return [
    ...paragraph([span(v`No webhooks yet.`)], width),
    ...firstSteps(state, { width, isHere: false, registry }),
    blank,
    ...paragraph([span(where, "muted")], width),
  ];
}
