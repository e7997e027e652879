import { isDeepStrictEqual } from "node:util";
import { targetOf } from "../../../checks/webhook-target.ts";
import type { Webhook } from "../../../model/webhook.ts";
import { type ListedWebhook, webhookTable } from "../../../tables/webhooks.ts";
import { type Arrangement, paneSize, type PaneSplit, type PaneTree } from "../../../tui/layout.ts";
import { keepInView, type ListView, type ListModel } from "../../../tui/list.ts";
import { sortedRows } from "../../../tui/sorted.ts";
import { createSlice, type AppState } from "../../../tui/state/slice.ts";
import { isFiltered, matchingText } from "../../../tui/text-filter.ts";
import { sessionSlice } from "../../connection-state.ts";
import { type ListLine, placesOf, type WebhookHeading, withHeadings } from "./groups.ts";
import { overlappingWebhooks } from "./overlaps.ts";
import { searchedText, webhookRows } from "./rows.ts";
import { webhookViewSlice } from "./view.ts";

/** Panes of the Webhooks screen, in the order of Tab. */
export const webhookPanes = ["list", "activity", "facts"] as const;
export type WebhookPane = (typeof webhookPanes)[number];

export interface WebhooksState {
  /** Webhooks in the hub's order; kept while the hub is unreachable. */
  readonly items: readonly Webhook[];
  /** Time at which the list last changed; null until it is loaded. */
  readonly loadedAtMs: number | null;
  /** Index of the selected webhook in `items`, and the first visible line of the list. */
  readonly view: ListView;
  /** Focused pane, visible even if others have no room. */
  readonly focus: WebhookPane;
  /** Operation in progress by webhook ID, for example `enabling`. */
  readonly busy: Readonly<Record<string, string>>;
  /** Offered URL updates, each as `ID URL`. */
  readonly offered: readonly string[];
}

const initialWebhooks: WebhooksState = {
  items: [],
  loadedAtMs: null,
  view: { selected: 0, top: 0 },
  focus: "list",
  busy: {},
  offered: [],
};

/** State of the Webhooks screen. */
export const webhooksSlice = createSlice("webhooks", initialWebhooks, {
  /** Replaces the list; the selected webhook stays selected if it is still listed. */
  webhooksLoaded(state, loaded: readonly Webhook[], nowMs: number): WebhooksState {
    const { view } = state;
    const items = keepingEqual(state.items, loaded);
    // The list is polled: an equal result must not cause a redraw.
    if (state.loadedAtMs !== null && items === state.items) return state;
    const id = state.items[view.selected]?.id;
    const found = items.findIndex((webhook) => webhook.id === id);
    const selected = found === -1 ? Math.min(view.selected, Math.max(0, items.length - 1)) : found;
    return { ...state, items, loadedAtMs: nowMs, view: { ...view, selected } };
  },
  /** Replaces a webhook by its ID, or appends and selects it. */
  putWebhook(state, webhook: Webhook): WebhooksState {
    const index = state.items.findIndex(({ id }) => id === webhook.id);
    if (index !== -1) return { ...state, items: state.items.with(index, webhook) };
    const items = [...state.items, webhook];
    return { ...state, items, view: { ...state.view, selected: items.length - 1 } };
  },
  dropWebhook(state, id: string): WebhooksState {
    const items = state.items.filter((webhook) => webhook.id !== id);
    const selected = Math.max(0, Math.min(state.view.selected, items.length - 1));
    return { ...state, items, view: { ...state.view, selected } };
  },
  markBusy(state, id: string, doing: string | null): WebhooksState {
    const { [id]: _, ...others } = state.busy;
    return { ...state, busy: doing === null ? others : { ...others, [id]: doing } };
  },
});
export const { set: setWebhooks, webhooksLoaded, putWebhook, dropWebhook, markBusy } = webhooksSlice.actions;

/** Lists derived from the hub's list, which its client returns again while nothing changes. */
const kept = new WeakMap<readonly Webhook[], readonly Webhook[]>();

/** Returns the new list with the known objects of unchanged webhooks; the known list if all are unchanged. */
function keepingEqual(known: readonly Webhook[], loaded: readonly Webhook[]): readonly Webhook[] {
  if (kept.get(loaded) === known) return known;
  const byId = new Map(known.map((webhook) => [webhook.id, webhook]));
  const items = loaded.map((webhook) => {
    const before = byId.get(webhook.id);
    return before !== undefined && isDeepStrictEqual(before, webhook) ? before : webhook;
  });
  const areEqual = items.length === known.length && items.every((one, index) => one === known[index]);
  const list = areEqual ? known : items;
  kept.set(loaded, list);
  return list;
}

/** Returns the reason for unloaded webhooks; null if loaded or still loading. */
export function loadError(state: AppState): string | null {
  const { link } = sessionSlice.get(state).hub;
  return webhooksSlice.get(state).loadedAtMs === null && link.state === "lost" ? link.why : null;
}

/** Returns the selected webhook if visible, otherwise the first visible one, or null. */
export function selectedWebhook(state: AppState): Webhook | null {
  const { items, view } = webhooksSlice.get(state);
  const selected = items[view.selected];
  const listed = listedWebhooks(state);
  if (selected !== undefined && placesOf(listed).has(selected.id)) return selected;
  const first = listed[0];
  return items.find(({ id }) => id === first?.id) ?? null;
}

/** Returns true if a webhook sends to the local or public URL of this app's receiver. */
export function sendsToReceiver(state: AppState, { url }: Webhook): boolean {
  return targetOf(sessionSlice.get(state).receiver, url).kind === "here";
}

/** Minimum columns of a window with the detail beside the list. */
const besideColumns = 190;

/** Panes that follow the selected webhook. */
function detailPanes(direction: PaneSplit["direction"]): PaneTree {
  return {
    direction,
    share: direction === "row" ? 0.5 : 0.42,
    parts: [
      { pane: "activity", share: direction === "row" ? 0.62 : 0.5, minColumns: 58, minRows: 6 },
      { pane: "facts", share: direction === "row" ? 0.38 : 0.5, minColumns: 38, minRows: 6 },
    ],
  };
}

/** List above the detail of the selected webhook. */
const listAbove: PaneTree = {
  direction: "column",
  parts: [{ pane: "list", share: 0.5, minRows: 4 }, detailPanes("row")],
};

/** List beside that detail. */
const listBeside: PaneTree = {
  direction: "row",
  parts: [{ pane: "list", share: 0.58, minColumns: 68 }, detailPanes("column")],
};

/** Panes of the Webhooks screen. */
export const webhooksArrangement: Arrangement = {
  id: "webhooks",
  layout(state, { columns }) {
    if (isEmpty(state)) return { pane: "list" };
    return columns >= besideColumns ? listBeside : listAbove;
  },
  focusedPane: (state) => (isEmpty(state) ? "list" : webhooksSlice.get(state).focus),
};

function isEmpty(state: AppState): boolean {
  return webhooksSlice.get(state).items.length === 0;
}

/** Returns the rows above the list: the column titles, below the filter if there is one. */
export function webhookHeadRows(state: AppState): number {
  return isFiltered(webhookViewSlice.get(state)) ? 2 : 1;
}

export function webhookList(state: AppState): ListModel {
  const { items, view } = webhooksSlice.get(state);
  const lines = listLines(state);
  const rows = Math.max(1, paneSize(state, webhooksArrangement, "list").rows - webhookHeadRows(state));
  const shown = webhooksView(state);
  return {
    selected: shown.selected,
    count: lines.length,
    rows,
    select(index) {
      const at = webhookNear(lines, index, index < shown.selected ? -1 : 1);
      const moved = keepInView({ selected: at, top: view.top }, lines.length, rows);
      // The heading of the first webhook is above it.
      const top = at === moved.top && at > 0 && isHeading(lines[at - 1]) ? at - 1 : moved.top;
      const id = lines[at]?.id;
      const selected = id === undefined ? -1 : (placesOf(items).get(id) ?? -1);
      return setWebhooks({ view: { selected: selected === -1 ? view.selected : selected, top } });
    },
  };
}

function isHeading(one: ListLine | undefined): one is WebhookHeading {
  return one !== undefined && "heading" in one;
}

/** Returns the index of the webhook at a line, otherwise of the next one in a direction, otherwise in the other. */
function webhookNear(lines: readonly ListLine[], index: number, step: 1 | -1): number {
  const start = Math.max(0, Math.min(index, lines.length - 1));
  if (!isHeading(lines[start])) return start;
  const at = start + step;
  return at >= 0 && at < lines.length ? at : start - step;
}

/** Returns all webhooks with their known facts, in the order of the hub. */
export function allWebhooks(state: AppState): readonly ListedWebhook[] {
  return webhookRows(state, webhooksSlice.get(state).items);
}

/** Last filtered rows: equal rows are filtered once. */
let lastFiltered: {
  readonly rows: readonly ListedWebhook[];
  readonly text: string;
  readonly shown: readonly ListedWebhook[];
} | null = null;

/** Returns the webhooks that the filter shows, in the order of the list. */
export function listedWebhooks(state: AppState): readonly ListedWebhook[] {
  const rows = allWebhooks(state);
  const view = webhookViewSlice.get(state);
  const text = `${view.editingFilter} ${view.filter.value}`;
  if (lastFiltered?.rows !== rows || lastFiltered.text !== text) {
    const overlapping = overlappingWebhooks(rows);
    const shown = matchingText(rows, view, (row) => searchedText(row, overlapping.has(row.id)));
    lastFiltered = { rows, text, shown };
  }
  return sortedRows(state, webhookTable, lastFiltered.shown);
}

/** Returns the lines of the list: the webhooks, grouped below headings if the user chose so. */
export function listLines(state: AppState): readonly ListLine[] {
  const listed = listedWebhooks(state);
  return webhookViewSlice.get(state).isGrouped ? withHeadings(listed) : listed;
}

/** Returns the position of the list by its lines. */
export function webhooksView(state: AppState): ListView {
  const lines = listLines(state);
  const id = selectedWebhook(state)?.id;
  const place = id === undefined ? undefined : placesOf(lines).get(id);
  return { selected: place ?? 0, top: webhooksSlice.get(state).view.top };
}

/** Returns the reason if no webhook is selected or the selected one is busy, or null. */
export function requireWebhook(state: AppState): string | null {
  const webhook = selectedWebhook(state);
  if (webhook === null) return "no webhook is selected";
  const busy = webhooksSlice.get(state).busy[webhook.id];
  return busy === undefined ? null : `the hub is still ${busy} this webhook`;
}
