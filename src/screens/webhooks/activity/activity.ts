import type { Delivery } from "../../../model/delivery.ts";
import type { ActivityPage, Dispatch, DispatchDetail } from "../../../model/dispatch.ts";
import type { ListView } from "../../../tui/list.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { initialViewer, type ViewerState } from "../../../tui/viewer/state.ts";

/** Rows of the activity: dispatches, or received deliveries if the hub does not report dispatches. */
export type ActivityRows =
  | { readonly from: "hub"; readonly dispatches: readonly Dispatch[]; readonly more: boolean }
  | { readonly from: "log"; readonly deliveries: readonly Delivery[]; readonly more: boolean };

/** Activity of a webhook, newest first. */
export interface ActivityList {
  readonly kind: "activity";
  readonly webhookId: string;
  /** URL of the activity page of a hub that does not report dispatches; otherwise null. */
  readonly page: string | null;
  /** Null while loading. */
  readonly rows: ActivityRows | null;
  readonly view: ListView;
  /** Error of the last refresh, after which the known rows stay; null if there was none. */
  readonly error: string | null;
  /** ID of the dispatch that is replayed; null if there is none. */
  readonly replaying: number | null;
}

/** Attempts of a dispatch, shown over the activity. */
export interface DispatchPage {
  readonly kind: "dispatch";
  readonly webhookId: string;
  readonly id: number;
  /** Attempts and payload; null while loading. */
  readonly detail: DispatchDetail | null;
  /** Position in attempts and payload. */
  readonly viewer: ViewerState;
  readonly error: string | null;
}

export const activityKind = dialogKind<ActivityList>("activity");
export const dispatchKind = dialogKind<DispatchPage>("dispatch");

const atTop: ListView = { selected: 0, top: 0 };

export function activityList(webhookId: string): ActivityList {
  return {
    kind: "activity",
    webhookId,
    page: null,
    rows: null,
    view: atTop,
    error: null,
    replaying: null,
  };
}

export function dispatchPage(webhookId: string, id: number): DispatchPage {
  return { kind: "dispatch", webhookId, id, detail: null, viewer: initialViewer, error: null };
}

export function activityCount({ rows }: ActivityList): number {
  if (rows === null) return 0;
  return rows.from === "hub" ? rows.dispatches.length : rows.deliveries.length;
}

/** Returns the open dispatch, otherwise the selected one; null if there is none. */
export function currentDispatch(state: AppState): Pick<Dispatch, "id"> | null {
  const page = dispatchKind.find(state);
  if (page !== null) return page;
  const list = activityKind.find(state);
  return list?.rows?.from === "hub" ? (list.rows.dispatches[list.view.selected] ?? null) : null;
}

/** Replaces the newest dispatches. Older known ones stay if the page overlaps them. */
export function withNewest(list: ActivityList, page: ActivityPage): ActivityList {
  const known = list.rows?.from === "hub" ? list.rows : { dispatches: [], more: false };
  const last = page.dispatches.at(-1)?.id ?? 0;
  // Without an overlap, dispatches may be missing between the page and the older ones.
  const isJoined = known.dispatches.some(({ id }) => id >= last);
  const older = page.more && isJoined ? known.dispatches.filter(({ id }) => id < last) : [];
  const dispatches = [...page.dispatches, ...older];
  return keepSelected(list, {
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
  return keepSelected(list, { from: "log", deliveries, more });
}

function keepSelected(list: ActivityList, rows: ActivityRows): ActivityList {
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
