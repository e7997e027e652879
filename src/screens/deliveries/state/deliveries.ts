import type { ReadDelivery } from "../../../engine/client.ts";
import { type Delivery, isFailure } from "../../../model/delivery.ts";
import { emptyFilter, type Filter } from "../../../model/filter.ts";
import type { DeliveryPage } from "../../../store/delivery-log.ts";
import type { EventCounts } from "../../../store/events.ts";
import { keepInView } from "../../../tui/list.ts";
import { createSlice, type AppState } from "../../../tui/state/slice.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import { initialViewer, type ViewerState } from "../../../tui/viewer/state.ts";
import { standInSeq, withoutRepeated } from "./folding.ts";
import {
  completeMove,
  emptyWindow,
  indexOfSeq,
  otherRows,
  paused,
  type RowWindow,
  selected,
  selectedIndex,
} from "./window.ts";

export const detailPanes = ["request", "response", "headers", "attempts", "raw"] as const;
export type DetailPane = (typeof detailPanes)[number];

/**
 * State of the Deliveries screen. Its rows are a window of the log. The selection and the scroll position
 * are seqs, so that rows loaded above do not move them.
 */
export interface DeliveriesState extends RowWindow {
  readonly filter: Filter;
  /** Text of the filter line; `filter` is the last valid one. */
  readonly field: TextField;
  readonly filterError: { readonly message: string; readonly span: readonly [number, number] } | null;
  readonly editingFilter: boolean;
  /** Selection before typing, around which each typed filter loads; null while nothing is typed. */
  readonly originSeq: number | null;
  /** Filter before typing, restored by canceling. */
  readonly originText: string;
  /** Suggestions below the filter line, with the index of the chosen one; null while they are closed. */
  readonly suggestions: { readonly chosen: number | null } | null;
  /** Displayed older filter, by its index in the history, and the text typed before; null for the typed text. */
  readonly recalled: { readonly index: number; readonly typed: string } | null;
  /** True for one row per event while no filter is set. */
  readonly isFolded: boolean;
  /** Events of the log; null until counted. */
  readonly events: EventCounts | null;
  /** Number of deliveries in the log; null until counted. */
  readonly total: number | null;
  /** Number of matches; null without a filter or until counted. */
  readonly matching: number | null;
  readonly focus: "list" | "detail";
  /** Newest delivery whose detail paused following until the list is focused again, or null. */
  readonly followedSeq: number | null;
  readonly detail: ReadDelivery | null;
  /** Row and outcome of the read `detail`, even if it was not found; empty for none. */
  readonly detailOf: string;
  /** Shown tab of the detail. */
  readonly pane: DetailPane;
  /** Visible or last tab other than the request. */
  readonly sidePane: Exclude<DetailPane, "request">;
  /** Position in the request, and the searched text of all tabs. */
  readonly viewer: ViewerState;
  /** Position in the side pane. */
  readonly sideViewer: ViewerState;
  /** URL of the last replay to a URL, prefilled in the next dialog. */
  readonly lastReplayUrl: string;
  /** Deliveries received in each of the last 8 seconds, newest last; empty before the first one. */
  readonly rates: readonly number[];
  /** `lastSeq` at the last tick of the clock. */
  readonly seenSeq: number;
}

/** State of the filter line while no filter is typed. */
const untypedFilter = {
  editingFilter: false,
  originSeq: null,
  originText: "",
  suggestions: null,
  recalled: null,
} as const;

const initialDeliveries: DeliveriesState = {
  filter: emptyFilter,
  field: textField(),
  filterError: null,
  ...untypedFilter,
  ...emptyWindow,
  isFolded: true,
  events: null,
  total: null,
  matching: null,
  focus: "list",
  followedSeq: null,
  detail: null,
  detailOf: "",
  pane: "request",
  sidePane: "response",
  viewer: initialViewer,
  sideViewer: initialViewer,
  lastReplayUrl: "",
  rates: [],
  seenSeq: 0,
};

/** Focuses the detail, and pauses following until the list is focused again. */
function reading(state: DeliveriesState): DeliveriesState {
  const followedSeq = state.following ? state.selectedSeq : state.followedSeq;
  return paused({ ...state, focus: "detail", followedSeq });
}

/** State of the Deliveries screen. */
export const deliveriesSlice = createSlice("deliveries", initialDeliveries, {
  /**
   * Scrolls a resized list to fill it. A low window scrolls to the selection only while drawn: growing back restores
   * the same rows.
   */
  fillWindow(state, height: number): DeliveriesState {
    const { rows, topSeq } = state;
    const top = topSeq === null ? 0 : indexOfSeq(rows, topSeq);
    const full = rows[Math.max(0, Math.min(top, rows.length - height))]?.seq ?? null;
    return { ...state, topSeq: top === -1 ? topSeq : full };
  },
  /** Pauses following; later deliveries are counted as new. */
  pauseFollowing: (state) => paused(state),
  /** Focuses the detail, and pauses following so that it stays. */
  openDetail: (state): DeliveriesState => reading(state),
  /** Focuses the list. Resumes following if the detail paused it and the selection is unchanged. */
  listFocused: (state): DeliveriesState => ({
    ...state,
    focus: "list",
    followedSeq: null,
    following: state.following || (state.followedSeq !== null && state.followedSeq === state.selectedSeq),
  }),
  /** Starts the typing of a filter, as a further term of one that is set. */
  filterOpened: (state): DeliveriesState => ({
    ...state,
    ...typing(state),
    focus: "list",
    field: state.field.value === "" ? state.field : textField(`${state.field.value} `),
    suggestions: state.field.value === "" ? { chosen: null } : null,
  }),
  /** Shows the error in the open line, so that the line never shows a filter that is not applied. */
  filterRefused: (state, filterError: DeliveriesState["filterError"]): DeliveriesState => ({
    ...state,
    ...(state.editingFilter ? {} : typing(state)),
    filterError,
  }),
  /** Replaces the typed text, and opens the suggestions if it changed. */
  filterEdited: (state, field: TextField): DeliveriesState => ({
    ...state,
    field,
    suggestions: field.value === state.field.value ? null : { chosen: null },
    recalled: null,
  }),
  /** Shows a filter of the history, or the typed text again. */
  filterRecalled: (state, text: string, recalled: DeliveriesState["recalled"]): DeliveriesState => ({
    ...state,
    field: textField(text),
    suggestions: null,
    recalled,
  }),
  /** Replaces the text of the filter line and ends its typing. */
  filterReplaced: (state, text: string): DeliveriesState => ({
    ...state,
    field: textField(text),
    ...untypedFilter,
  }),
  /** Ends the typing of a filter, which stays. */
  filterTyped: (state): DeliveriesState => ({
    ...state,
    field: textField(state.field.value.trim()),
    ...untypedFilter,
  }),
  /** Ends the typing of a filter and requests its rows, around the selection unless following. */
  filterCanceled: (state): DeliveriesState => ({
    ...state,
    field: textField(state.originText),
    ...untypedFilter,
    selectedSeq: state.following ? state.selectedSeq : (state.originSeq ?? state.selectedSeq),
  }),
  /** Requests the rows of another filter around the selection, or the newest ones while following. */
  filterApplied: (state, filter: Filter): DeliveriesState =>
    reloading({
      ...state,
      filter,
      filterError: null,
      matching: null,
      selectedSeq: state.originSeq ?? state.selectedSeq,
    }),
  /** Folds or unfolds the tries of events, and requests the rows around the selection. */
  foldingToggled: (state): DeliveriesState => reloading({ ...state, isFolded: !state.isFolded }),
  /** Focuses the detail, or the pane `request` or `side` of one that has two. */
  paneFocused: (state, id: string): DeliveriesState =>
    reading({
      ...state,
      pane: id === "request" ? "request" : id === "side" ? state.sidePane : state.pane,
    }),
  /** Requests the first rows of another order, without following. */
  firstRowsWanted: (state): DeliveriesState => ({
    ...paused(state),
    selectedSeq: null,
    loaded: false,
    ahead: 0,
  }),
  /** Pauses following, and wants the last rows. */
  lastRowsWanted: (state): DeliveriesState => ({ ...paused(state), lastWanted: true }),
  /** Follows new deliveries, and wants the first rows. */
  newestWanted: (state): DeliveriesState => ({
    ...state,
    following: true,
    selectedSeq: null,
    loaded: false,
    ahead: 0,
  }),
  /** Pauses following, selects a delivery and requests the rows around it. */
  deliveryWanted: (state, seq: number): DeliveriesState => ({
    ...paused(state),
    selectedSeq: seq,
    loaded: false,
    ahead: 0,
  }),
  /**
   * Takes the newest seq and the size of the log.
   * @param end end of the list for new deliveries; null if they may belong anywhere
   */
  logGrown(state, newestSeq: number, total: number, end: "above" | "below" | null): DeliveriesState {
    const { rows, following, moreAbove, moreBelow, pausedAtSeq } = state;
    // Rows may arrive between the queries; visible rows do not count as new.
    const edgeSeq = (end === "below" ? rows.at(-1) : rows[0])?.seq ?? 0;
    const lastSeq = Math.max(newestSeq, edgeSeq);
    const isBehind = !following && newestSeq > edgeSeq;
    return {
      ...state,
      total,
      lastSeq,
      // Paused since before the first page: stored deliveries are not new.
      pausedAtSeq: !following && state.lastSeq === 0 ? lastSeq : pausedAtSeq,
      moreAbove: moreAbove || (isBehind && end === "above"),
      moreBelow: moreBelow || (isBehind && end === "below"),
    };
  },
  /** Replaces the rows with the first ones; selects the first while following and on the first load. */
  newestRowsLoaded(state, page: DeliveryPage): DeliveriesState {
    const first = page.rows[0]?.seq ?? null;
    const { following, selectedSeq, loaded } = state;
    return {
      ...state,
      rows: page.rows,
      moreAbove: false,
      moreBelow: page.more,
      loaded: true,
      selectedSeq: following || !loaded || selectedSeq === null ? first : selectedSeq,
      topSeq: first,
    };
  },
  /** Completes a move that waited for rows. */
  moveCompleted: (state, height: number) => completeMove(state, height),
  /**
   * Replaces the rows with those around the selection. A missing selection moves to the nearest older row, otherwise
   * to the nearest newer one. Half of the list's height is above it.
   */
  nearRowsLoaded(state, newer: DeliveryPage, older: DeliveryPage, height: number): DeliveriesState {
    const rows = [...newer.rows, ...older.rows];
    const index = Math.min(newer.rows.length, rows.length - 1);
    const { top } = keepInView({ selected: index, top: index - Math.floor(height / 2) }, rows.length, height);
    const near = {
      ...state,
      rows,
      moreAbove: newer.more,
      moreBelow: older.more,
      loaded: true,
      selectedSeq: rows[index]?.seq ?? state.selectedSeq,
      topSeq: rows[top]?.seq ?? null,
    };
    return completeMove(near, height);
  },
  /** Replaces the rows with the last ones and selects the last, at the bottom of a list of this height. */
  oldestRowsLoaded: (state, page: DeliveryPage, height: number): DeliveriesState => ({
    ...state,
    rows: page.rows,
    moreAbove: page.more,
    moreBelow: false,
    loaded: true,
    selectedSeq: page.rows.at(-1)?.seq ?? null,
    topSeq: page.rows[Math.max(0, page.rows.length - height)]?.seq ?? null,
    ahead: 0,
  }),
  /** Appends rows and completes a move beyond the window. */
  olderRowsLoaded(state, page: DeliveryPage, height: number): DeliveriesState {
    const read = otherRows(page.rows, state.rows);
    const rows = [...withoutRepeated(state, read), ...read];
    return completeMove({ ...state, rows, moreBelow: page.more }, height);
  },
  /** Prepends rows and completes a move beyond the window. */
  newerRowsLoaded(state, page: DeliveryPage, height: number): DeliveriesState {
    const read = otherRows(page.rows, state.rows);
    const rows = [...read, ...withoutRepeated(state, read)];
    return completeMove({ ...state, rows, moreAbove: page.more }, height);
  },
  /** Updates the loaded rows: pending ones may now have an outcome. */
  rowsRefreshed(state, rows: readonly Delivery[]): DeliveriesState {
    const fresh = new Map(rows.map((row) => [row.seq, row]));
    return { ...state, rows: state.rows.map((row) => fresh.get(row.seq) ?? row) };
  },
  showDetailPane: (state, pane: DetailPane) => withPane(state, pane),
  /** Shows the next or previous tab of the detail. */
  moveDetailPane(state, step: 1 | -1): DeliveriesState {
    const index = detailPanes.indexOf(state.pane);
    return withPane(
      state,
      detailPanes[(index + step + detailPanes.length) % detailPanes.length] ?? "request",
    );
  },
  toggleRaw: (state) => withPane(state, state.pane === "raw" ? "request" : "raw"),
  addRate: (state, received: number) => withRate(state, received),
  /** Adds the deliveries since the last tick of the clock to `rates`. */
  countRate(state): DeliveriesState {
    const { lastSeq, seenSeq } = state;
    const isCounted = seenSeq > 0 && (lastSeq !== seenSeq || isBusy(state));
    const counted = isCounted ? withRate(state, Math.max(0, lastSeq - seenSeq)) : state;
    return lastSeq === seenSeq ? counted : { ...counted, seenSeq: lastSeq };
  },
  selectIndex: (state, index: number, height: number) => selected(state, index, height),
});
export const {
  set: setDeliveries,
  fillWindow,
  pauseFollowing,
  openDetail,
  listFocused,
  paneFocused,
  filterOpened,
  filterRefused,
  filterEdited,
  filterRecalled,
  filterReplaced,
  filterTyped,
  filterCanceled,
  filterApplied,
  foldingToggled,
  firstRowsWanted,
  lastRowsWanted,
  newestWanted,
  deliveryWanted,
  logGrown,
  newestRowsLoaded,
  moveCompleted,
  nearRowsLoaded,
  oldestRowsLoaded,
  olderRowsLoaded,
  newerRowsLoaded,
  rowsRefreshed,
  moveDetailPane,
  showDetailPane,
  toggleRaw,
  addRate,
  countRate,
  selectIndex,
} = deliveriesSlice.actions;

export function selectedDelivery(state: AppState): Delivery | null {
  const deliveries = deliveriesSlice.get(state);
  return deliveries.rows[selectedIndex(deliveries)] ?? null;
}

export function isFailureSelected(state: AppState): boolean {
  const selected = selectedDelivery(state);
  return selected !== null && isFailure(selected);
}

/** Returns the reason without a selected delivery, or null. */
export const requireSelection = (state: AppState): string | null =>
  selectedDelivery(state) === null ? "no delivery is selected" : null;

/** Returns the start of the typing of a filter. */
function typing({ selectedSeq, filter }: DeliveriesState) {
  return { editingFilter: true, originSeq: selectedSeq, originText: filter.text } as const;
}

/** Requests the rows around the one that stands for the selected row. */
function reloading(state: DeliveriesState): DeliveriesState {
  return { ...state, loaded: false, selectedSeq: standInSeq(state) };
}

function withPane(state: DeliveriesState, pane: DetailPane): DeliveriesState {
  return { ...state, pane, sidePane: pane === "request" ? state.sidePane : pane };
}

const rateSeconds = 8;

/** Returns true while a recent delivery still changes `rates`. */
export function isBusy({ rates }: Pick<DeliveriesState, "rates">): boolean {
  return rates.some((rate) => rate > 0);
}

const noRates = Array.from({ length: rateSeconds }, () => 0);

/** Appends the deliveries of the last second to `rates`. */
function withRate(state: DeliveriesState, received: number): DeliveriesState {
  return { ...state, rates: [...noRates, ...state.rates, received].slice(-rateSeconds) };
}
