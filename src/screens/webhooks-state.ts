import type { Webhook } from "../model/webhook.ts";
import { webhookTable } from "../tables/webhooks.ts";
import { type Arrangement, paneSize, type PaneSplit, type PaneTree } from "../tui/layout.ts";
import { viewList, type ListView, type ListModel } from "../tui/list.ts";
import { sortedRows, sortedView, unsortedView } from "../tui/sorted.ts";
import { createSlice, type AppState } from "../tui/state/slice.ts";
import { sessionSlice } from "./session.ts";

/** Panes of the Webhooks screen, in the order of Tab. */
export const webhookPanes = ["list", "activity", "facts"] as const;
export type WebhookPane = (typeof webhookPanes)[number];

export interface WebhooksState {
  /** Webhooks in the hub's order; kept while the hub is unreachable. */
  readonly items: readonly Webhook[];
  /** Time at which the list last changed; null until it is loaded. */
  readonly loadedAtMs: number | null;
  /** Index of the selected webhook in `items`, and the first visible row of the list. */
  readonly view: ListView;
  /** Focused pane, which is visible even if others have no room. */
  readonly focus: WebhookPane;
  /** Operation in progress by webhook ID, for example `enabling`. */
  readonly busy: Readonly<Record<string, string>>;
  /** Last webhook deleted in this app; null if it can no longer be restored. */
  readonly deleted: { readonly webhook: Webhook; readonly untilMs: number } | null;
  /** URL updates that were offered, each as `ID URL`. */
  readonly offered: readonly string[];
}

const initialWebhooks: WebhooksState = {
  items: [],
  loadedAtMs: null,
  view: { selected: 0, top: 0 },
  focus: "list",
  busy: {},
  deleted: null,
  offered: [],
};

/** State of the Webhooks screen. */
export const webhooksSlice = createSlice("webhooks", initialWebhooks, {
  /** Replaces the list; the selected webhook stays selected if it is still listed. */
  webhooksLoaded(state, items: readonly Webhook[], nowMs: number): WebhooksState {
    const { view } = state;
    // The list is polled: an equal result must not cause a redraw.
    if (state.loadedAtMs !== null && JSON.stringify(state.items) === JSON.stringify(items)) return state;
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

/** Returns why the webhooks could not be loaded; null if they were, or still may be. */
export function loadError(state: AppState): string | null {
  const { link } = sessionSlice.get(state).hub;
  return webhooksSlice.get(state).loadedAtMs === null && link.state === "lost" ? link.why : null;
}

export function selectedWebhook(state: AppState): Webhook | null {
  const { items, view } = webhooksSlice.get(state);
  return items[view.selected] ?? null;
}

/** Returns true if a webhook sends to the local or public URL of this app's receiver. */
export function sendsToReceiver(state: AppState, { url }: Webhook): boolean {
  const { url: localUrl, publicUrl } = sessionSlice.get(state).receiver;
  return [localUrl, publicUrl].some((own) => own !== null && url?.startsWith(`${own}/`) === true);
}

/** Columns of a window in which the list has its detail beside it. */
const besideColumns = 190;

/** Panes that follow the selected webhook. */
function detailPanes(direction: PaneSplit["direction"]): PaneTree {
  return {
    direction,
    share: direction === "row" ? 0.6 : 0.42,
    parts: [
      { pane: "activity", share: 0.62, minColumns: 58, minRows: 6 },
      { pane: "facts", share: 0.38, minColumns: 38, minRows: 6 },
    ],
  };
}

/** List above the detail of the selected webhook. */
const listAbove: PaneTree = {
  direction: "column",
  parts: [{ pane: "list", share: 0.4, minRows: 4 }, detailPanes("row")],
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

/** Rows of column titles above the list. */
export const webhookHeadRows = 1;

function listRows(state: AppState): number {
  return Math.max(1, paneSize(state, webhooksArrangement, "list").rows - webhookHeadRows);
}

export function webhookList(state: AppState): ListModel {
  const { items } = webhooksSlice.get(state);
  const listed = listedWebhooks(state);
  return viewList(webhooksView(state), items.length, listRows(state), (moved) =>
    setWebhooks({ view: unsortedView(moved, items, listed) }),
  );
}

/** Returns the webhooks in the order of the list. */
export function listedWebhooks(state: AppState): readonly Webhook[] {
  return sortedRows(state, webhookTable, webhooksSlice.get(state).items);
}

/** Returns the position of the list, in its order. */
export function webhooksView(state: AppState): ListView {
  const { items, view } = webhooksSlice.get(state);
  return sortedView(view, items, listedWebhooks(state));
}
