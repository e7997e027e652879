import type { Delivery, DeliveryDetail } from "../../model/delivery.ts";
import type { Filter } from "../../model/filter.ts";
import { emptyFilter } from "../../model/filter.ts";
import type { DeliveryPage } from "../../store/delivery-log.ts";
import { keepInView } from "../list.ts";
import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";
import type { AppState } from "./app-state.ts";

export const detailPanes = ["payload", "headers", "attempts", "raw"] as const;
export type DetailPane = (typeof detailPanes)[number];

/**
 * State of the Deliveries screen: a window of the log, at most 600 rows. It is anchored on a row's seq, so
 * that new deliveries do not move it.
 */
export interface DeliveriesState {
  readonly filter: Filter;
  /** Text of the filter line; `filter` is the last valid one. */
  readonly field: TextField;
  readonly filterError: { readonly message: string; readonly span: readonly [number, number] } | null;
  readonly editingFilter: boolean;
  /** Newest first, without gaps within the filter. */
  readonly rows: readonly Delivery[];
  readonly moreNewer: boolean;
  readonly moreOlder: boolean;
  /** False until the first page of the current filter is loaded. */
  readonly loaded: boolean;
  readonly selectedSeq: number | null;
  /** Seq of the first visible row. */
  readonly topSeq: number | null;
  /** Rows to move beyond the window once they are loaded: positive for older, negative for newer. */
  readonly ahead: number;
  readonly following: boolean;
  /** Newest seq of the log, and newest seq when following paused; the difference counts new deliveries. */
  readonly lastSeq: number;
  readonly pausedAtSeq: number;
  readonly total: number;
  /** Number of matches; null if not counted yet. */
  readonly matching: number | null;
  readonly focus: "list" | "detail";
  readonly detail: DeliveryDetail | null;
  readonly pane: DetailPane;
  /** First visible line of the detail. */
  readonly detailTop: number;
  readonly wrap: boolean;
}

export const initialDeliveries: DeliveriesState = {
  filter: emptyFilter,
  field: textField(),
  filterError: null,
  editingFilter: false,
  rows: [],
  moreNewer: false,
  moreOlder: false,
  loaded: false,
  selectedSeq: null,
  topSeq: null,
  ahead: 0,
  following: true,
  lastSeq: 0,
  pausedAtSeq: 0,
  total: 0,
  matching: null,
  focus: "list",
  detail: null,
  pane: "payload",
  detailTop: 0,
  wrap: true,
};

export const withDeliveries =
  (change: Partial<DeliveriesState>) =>
  (state: AppState): AppState => ({ ...state, deliveries: { ...state.deliveries, ...change } });

export function selectedDelivery({ deliveries }: AppState): Delivery | null {
  return deliveries.rows[selectedIndex(deliveries)] ?? null;
}

/**
 * Returns the index of the selected row, or of the next older row if it is gone; -1 if the window is empty.
 */
export function selectedIndex({ rows, selectedSeq }: DeliveriesState): number {
  if (rows.length === 0) return -1;
  if (selectedSeq === null) return 0;
  const index = rows.findIndex(({ seq }) => seq <= selectedSeq);
  return index === -1 ? rows.length - 1 : index;
}

/**
 * Returns the index of the first visible row for a height. It changes only to keep the selected row visible.
 */
export function topIndex(deliveries: DeliveriesState, height: number): number {
  const { rows, topSeq } = deliveries;
  const selected = selectedIndex(deliveries);
  const found = topSeq === null ? 0 : rows.findIndex(({ seq }) => seq <= topSeq);
  const top = found === -1 ? selected : found;
  return Math.max(0, Math.min(Math.max(top, selected - height + 1), selected));
}

/** Scrolls a resized list so that no row stays empty that could be filled. */
export const fillWindow =
  (height: number) =>
  (state: AppState): AppState => {
    const { deliveries } = state;
    const view = { selected: selectedIndex(deliveries), top: topIndex(deliveries, height) };
    const { top } = keepInView(view, deliveries.rows.length, height);
    return withDeliveries({ topSeq: deliveries.rows[top]?.seq ?? null })(state);
  };

/** Pauses following; later deliveries are counted as new. */
export function pauseFollowing(state: AppState): AppState {
  const { following, lastSeq } = state.deliveries;
  return following ? withDeliveries({ following: false, pausedAtSeq: lastSeq })(state) : state;
}

/** Focuses the detail, and pauses following so that it is not replaced. */
export const openDetail = (state: AppState): AppState =>
  pauseFollowing(withDeliveries({ focus: "detail" })(state));

/** Loads the first page of a filter, or the newest rows while following. */
export const newestRowsLoaded =
  (page: DeliveryPage) =>
  (state: AppState): AppState => {
    const first = page.rows[0]?.seq ?? null;
    const { following, selectedSeq, loaded } = state.deliveries;
    return withDeliveries({
      rows: page.rows,
      moreNewer: false,
      moreOlder: page.more,
      loaded: true,
      selectedSeq: following || !loaded || selectedSeq === null ? first : selectedSeq,
      topSeq: first,
      ahead: 0,
    })(state);
  };

/** Loads the end of the log into a list of this height. */
export const oldestRowsLoaded =
  (page: DeliveryPage, height: number) =>
  (state: AppState): AppState =>
    withDeliveries({
      rows: page.rows,
      moreNewer: page.more,
      moreOlder: false,
      loaded: true,
      selectedSeq: page.rows.at(-1)?.seq ?? null,
      topSeq: page.rows[Math.max(0, page.rows.length - height)]?.seq ?? null,
      ahead: 0,
    })(state);

/** Maximum rows kept; those farthest from the selection are dropped. */
export const windowRows = 600;

/** Appends older rows and completes a move beyond the window. */
export const olderRowsLoaded =
  (page: DeliveryPage, height: number) =>
  (state: AppState): AppState => {
    const last = state.deliveries.rows.at(-1)?.seq ?? Number.POSITIVE_INFINITY;
    const rows = [...state.deliveries.rows, ...page.rows.filter(({ seq }) => seq < last)];
    return joinRows({ rows, moreOlder: page.more }, height)(state);
  };

/** Prepends newer rows and completes a move beyond the window. */
export const newerRowsLoaded =
  (page: DeliveryPage, height: number) =>
  (state: AppState): AppState => {
    const first = state.deliveries.rows[0]?.seq ?? 0;
    const rows = [...page.rows.filter(({ seq }) => seq > first), ...state.deliveries.rows];
    return joinRows({ rows, moreNewer: page.more }, height)(state);
  };

const joinRows =
  (change: Partial<DeliveriesState> & Pick<DeliveriesState, "rows">, height: number) =>
  (state: AppState): AppState => {
    const { ahead } = state.deliveries;
    const joined = withDeliveries({ ...change, ahead: 0 })(state);
    if (ahead === 0) return trimRows(joined);
    return trimRows(selectIndex(selectedIndex(joined.deliveries) + ahead, height)(joined));
  };

/** Drops rows at the end farther from the selection. */
function trimRows(state: AppState): AppState {
  const { rows, moreNewer, moreOlder } = state.deliveries;
  if (rows.length <= windowRows) return state;
  const isNearOldest = selectedIndex(state.deliveries) > rows.length / 2;
  return withDeliveries({
    rows: isNearOldest ? rows.slice(-windowRows) : rows.slice(0, windowRows),
    moreNewer: moreNewer || isNearOldest,
    moreOlder: moreOlder || !isNearOldest,
  })(state);
}

/** Updates the loaded rows, since pending ones may have an outcome. */
export const rowsRefreshed =
  (page: DeliveryPage) =>
  (state: AppState): AppState => {
    const fresh = new Map(page.rows.map((row) => [row.seq, row]));
    return withDeliveries({ rows: state.deliveries.rows.map((row) => fresh.get(row.seq) ?? row) })(state);
  };

/**
 * Moves to an index, or as close as possible; the remainder is kept as `ahead`. Leaving the newest row pauses
 * following.
 */
export const selectIndex =
  (index: number, height: number) =>
  (state: AppState): AppState => {
    const { rows, following, moreNewer, moreOlder, lastSeq, pausedAtSeq } = state.deliveries;
    if (rows.length === 0) return state;
    const selected = Math.max(0, Math.min(index, rows.length - 1));
    const staysOnTop = selected === 0 && !moreNewer;
    const beyond = index - selected;
    const { top } = keepInView({ selected, top: topIndex(state.deliveries, height) }, rows.length, height);
    return withDeliveries({
      selectedSeq: rows[selected]?.seq ?? null,
      topSeq: rows[top]?.seq ?? null,
      ahead: (beyond > 0 && moreOlder) || (beyond < 0 && moreNewer) ? beyond : 0,
      following: following && staysOnTop,
      pausedAtSeq: following && !staysOnTop ? lastSeq : pausedAtSeq,
      detailTop: rows[selected]?.seq === state.deliveries.selectedSeq ? state.deliveries.detailTop : 0,
    })(state);
  };
