import type { Delivery } from "../../../model/delivery.ts";
import type { ActivityPage, Dispatch, DispatchDetail } from "../../../model/dispatch.ts";
import type { ListView } from "../../../tui/list.ts";
import { createSlice, type AppState } from "../../../tui/state/slice.ts";
import { dispatchKind } from "./dispatch-page.ts";
import { selectedWebhook } from "./webhooks.ts";

/** Rows of the activity: dispatches, or received deliveries if the hub reports none. */
export type ActivityRows =
  | { readonly from: "hub"; readonly dispatches: readonly Dispatch[]; readonly more: boolean }
  | { readonly from: "log"; readonly deliveries: readonly Delivery[]; readonly more: boolean };

/** Activity of a webhook, newest first. */
export interface ActivityList {
  readonly webhookId: string | null;
  /** URL of the hub's activity page if the hub reports no dispatches, or null. */
  readonly page: string | null;
  /** Null until they are read. */
  readonly rows: ActivityRows | null;
  /** Time of the last read; null for outdated rows. */
  readonly readAtMs: number | null;
  readonly view: ListView;
  /** Attempts and payload of the last selected dispatch; null before the first. */
  readonly detail: DispatchDetail | null;
  /** Error of the last refresh; known rows stay. Null after a success. */
  readonly error: string | null;
  /** ID of the dispatch being sent at the user's request, or null. */
  readonly sending: number | null;
}

const atTop: ListView = { selected: 0, top: 0 };

/** Returns the activity of a webhook that is not read yet. */
export function activityList(webhookId: string | null): ActivityList {
  return {
    webhookId,
    page: null,
    rows: null,
    readAtMs: null,
    view: atTop,
    detail: null,
    error: null,
    sending: null,
  };
}

/** Activity of the last webhook selected for a while. */
export const activitySlice = createSlice("activity", activityList(null), {});
export const { set: setActivity } = activitySlice.actions;

/** Returns the activity of the selected webhook. */
export function shownActivity(state: AppState): ActivityList {
  const known = activitySlice.get(state);
  const id = selectedWebhook(state)?.id ?? null;
  return known.webhookId === id ? known : activityList(id);
}

export function activityCount({ rows }: ActivityList): number {
  if (rows === null) return 0;
  return rows.from === "hub" ? rows.dispatches.length : rows.deliveries.length;
}

/** Returns the selected dispatch; null if there is none. */
export function selectedDispatch(state: AppState): Dispatch | null {
  const { rows, view } = shownActivity(state);
  return rows?.from === "hub" ? (rows.dispatches[view.selected] ?? null) : null;
}

/** Returns the selected delivery if the hub reports no dispatches, or null. */
export function selectedLogged(state: AppState): Delivery | null {
  const { rows, view } = shownActivity(state);
  return rows?.from === "log" ? (rows.deliveries[view.selected] ?? null) : null;
}

/** Returns the dispatch whose attempts are open, otherwise the selected one; null if there is none. */
export function currentDispatch(state: AppState): Dispatch | null {
  const page = dispatchKind.find(state);
  if (page === null) return selectedDispatch(state);
  const { rows } = activitySlice.get(state);
  const listed = rows?.from === "hub" ? rows.dispatches.find(({ id }) => id === page.id) : undefined;
  const { detail } = page;
  // The attempts are read after the list, and may have one that it lacks.
  const isListOlder = detail !== null && detail.attemptCount > (listed?.attemptCount ?? 0);
  return isListOlder ? detail : (listed ?? detail);
}

/** Replaces the newest dispatches. Older known ones stay if the page overlaps them. */
export function withNewest(list: ActivityList, page: ActivityPage): ActivityList {
  const known = list.rows?.from === "hub" ? list.rows : { dispatches: [], more: false };
  const last = page.dispatches.at(-1)?.id ?? 0;
  // Without an overlap, dispatches may be missing between the page and the older ones.
  const isJoined = known.dispatches.some(({ id }) => id >= last);
  const older = page.more && isJoined ? known.dispatches.filter(({ id }) => id < last) : [];
  const dispatches = [...page.dispatches, ...older];
  return withRows(list, {
    from: "hub",
    dispatches,
    more: older.length > 0 ? known.more : page.more,
  });
}

/** Appends older dispatches. */
export function withOlder(list: ActivityList, page: ActivityPage): ActivityList {
  if (list.rows?.from !== "hub") return list;
  const dispatches = [...list.rows.dispatches, ...page.dispatches];
  return { ...list, rows: { from: "hub", dispatches, more: page.more } };
}

/** Replaces the rows with received deliveries. */
export function withDeliveryRows(
  list: ActivityList,
  deliveries: readonly Delivery[],
  more: boolean,
): ActivityList {
  return withRows(list, { from: "log", deliveries, more });
}

/** Replaces the rows. Equal ones stay the same object, because they are read every second. */
function withRows(list: ActivityList, rows: ActivityRows): ActivityList {
  if (JSON.stringify(rows) === JSON.stringify(list.rows)) return { ...list, error: null };
  const before = list.rows === null ? [] : idsOf(list.rows);
  const selectedId = before[list.view.selected];
  const found = selectedId === undefined ? -1 : idsOf(rows).indexOf(selectedId);
  const moved = found === -1 ? 0 : found - list.view.selected;
  const view = { selected: list.view.selected + moved, top: list.view.top + moved };
  // A selection in the first row stays there; any other row stays selected at its place on the screen.
  const isAtTop = list.view.selected === 0;
  return { ...list, rows, error: null, view: isAtTop ? atTop : view };
}

function idsOf(rows: ActivityRows): readonly number[] {
  return rows.from === "hub" ? rows.dispatches.map(({ id }) => id) : rows.deliveries.map(({ seq }) => seq);
}
