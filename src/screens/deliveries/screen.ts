import { deliveryTable } from "../../tables/deliveries.ts";
import { type Span, span } from "../../text/line.ts";
import { shortCount, count } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { nextAfter, nextAge, second } from "../../tui/clock.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import { hasFewRows, isPaneShown } from "../../tui/layout.ts";
import { clickRow, type ListModel } from "../../tui/list.ts";
import type { Registry } from "../../tui/records/registry.ts";
import type { Place } from "../../tui/records/screen.ts";
import { inField, inScreen, inViewer } from "../../tui/scope.ts";
import { sortText } from "../../tui/sorted.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { windowSlice } from "../../tui/state/window.ts";
import type { AppScreen } from "../app.ts";
import { sessionSlice } from "../connection-state.ts";
import { exampleRequest } from "../first-steps.ts";
import { namedPlaces } from "../named-places.ts";
import { savedFiltersSlice } from "../saved-filters.ts";
import { deliveryCopyItems, placeSlice } from "./actions/copy-items.ts";
import { exportDialog } from "./actions/export-form.ts";
import { replayDialog } from "./actions/replay-form.ts";
import { selectionActions } from "./actions/selection.ts";
import { causesDialog } from "./causes/causes-dialog.ts";
import { deliveryCommands } from "./commands.ts";
import { comparisonDialog } from "./compare/comparison-dialog.ts";
import { detailPane } from "./detail/detail-pane.ts";
import { detailViewer } from "./detail/detail-viewer.ts";
import { valueMenuCommands, valueMenuDialog } from "./detail/value-menu.ts";
import { filterHitsSlice } from "./detail/watch-hits.ts";
import { filterNameDialog, savedFiltersDialog, savedListCommands } from "./filter/saved-dialog.ts";
import { filterSuggestions, seenValuesSlice } from "./filter/suggestions.ts";
import { forwardsDialog } from "./forwards/forwards-menu.ts";
import { histogramSlice, loadedHistogram } from "./histogram/state.ts";
import { deliveriesArrangement, deliveriesLayout } from "./layout.ts";
import { listPane } from "./list/list-pane.ts";
import { newText } from "./list/list-title.ts";
import { deliveryAt, loadedPart, shownDeliveries } from "./list/shown-deliveries.ts";
import { isHistogramShown } from "./list/watch-histogram.ts";
import type { DeliveriesRunning } from "./running.ts";
import { startDeliveries } from "./start.ts";
import {
  countRate,
  deliveriesSlice,
  isBusy,
  fillWindow,
  filterEdited,
  paneFocused,
  selectedDelivery,
  selectIndex,
  listFocused,
} from "./state/deliveries.ts";
import { marksSlice, hasMarks, markedCount } from "./state/marks.ts";
import { surroundingsSlice } from "./state/surroundings.ts";
import { selectedIndex } from "./state/window.ts";
import { workSlice } from "./state/work.ts";
import { workDialog } from "./work/work-dialog.ts";
import { runningText } from "./work/work-text.ts";

/** Screen of the delivery log. */
export const deliveriesScreen: AppScreen<DeliveriesRunning> = {
  ...deliveriesArrangement,
  places: deliveryPlaces,
  table: () => deliveryTable,
  slices: [
    deliveriesSlice,
    placeSlice,
    histogramSlice,
    marksSlice,
    surroundingsSlice,
    workSlice,
    seenValuesSlice,
    filterHitsSlice,
    savedFiltersSlice,
  ],
  commands: [
    ...deliveryCommands,
    ...replayDialog.commands,
    ...selectionActions.commands,
    ...exportDialog.commands,
    ...savedListCommands,
    ...filterNameDialog.commands,
    ...valueMenuCommands,
  ],
  dialogs: [
    replayDialog.dialog,
    ...selectionActions.dialogs,
    exportDialog.dialog,
    workDialog,
    comparisonDialog,
    forwardsDialog,
    causesDialog,
    savedFiltersDialog,
    filterNameDialog.dialog,
    valueMenuDialog,
  ],
  scopes: [
    { scope: "deliveries", title: "Deliveries", outer: inScreen },
    {
      scope: "detail",
      title: "Delivery detail",
      outer: [...inViewer, "deliveries", ...inScreen],
      enteredBy: "deliveries.open",
    },
    { scope: "filter-line", title: "Delivery filter", outer: ["filter", ...inField], hasField: true },
    { scope: "filter", title: "Completion of the delivery filter", outer: inField, hasField: true },
  ],
  start: startDeliveries,
  shown: ({ running }) => running.looked(),
  refresh: ({ running }) => running.refresh(),
  scope(state) {
    const { editingFilter, focus } = deliveriesSlice.get(state);
    return editingFilter ? "filter-line" : focus === "detail" ? "detail" : "deliveries";
  },
  field(state) {
    const { editingFilter, field } = deliveriesSlice.get(state);
    return editingFilter ? { field, put: filterEdited } : null;
  },
  suggestions: filterSuggestions,
  focusPane: (id) => (id === "list" ? listFocused() : paneFocused(id)),
  listIn: (state, id) => (id === "list" ? deliveryList(state) : null),
  viewer: (state, id) => (id === "list" ? null : detailViewer(state, id)),
  click(state, id, { y }) {
    const { listHeadRows } = deliveriesLayout(state);
    if (id !== "list" || y < listHeadRows) return [];
    return clickRow(deliveryList(state), deliveryAt(shownDeliveries(state), y - listHeadRows));
  },
  copyText(state) {
    const { loaded, filter } = deliveriesSlice.get(state);
    const row = selectedDelivery(state);
    if (row !== null) return row.seq.toString();
    return loaded && filter.terms.length === 0 ? exampleRequest(state) : null;
  },
  copyItems: deliveryCopyItems,
  loadCopyItems: ({ running }) => running.readSelected(),
  resized: (state) => [fillWindow(deliveriesLayout(state).listRows)],
  nextTickMs,
  tick: () => [countRate()],
  badge(state) {
    const { total } = deliveriesSlice.get(state);
    return total === null ? null : shortCount(total);
  },
  status,
  pane: (state, id, size, registry) =>
    id === "list" ? listPane(state, size, registry) : detailPane(state, id),
};

function deliveryList(state: AppState): ListModel {
  const deliveries = deliveriesSlice.get(state);
  const { listRows } = deliveriesLayout(state);
  return {
    selected: selectedIndex(deliveries) + deliveries.ahead,
    count: deliveries.rows.length,
    rows: listRows,
    select: (index) => selectIndex(index, listRows),
    // The loaded rows may be only a part of the log.
    ends: { first: "deliveries.newest", last: "deliveries.oldest" },
    loadedPart: loadedPart(deliveries),
  };
}

function nextTickMs(state: AppState, nowMs: number): number {
  const { lastSeq, seenSeq, rates, rows } = deliveriesSlice.get(state);
  const { nowMs: drawnMs } = windowSlice.get(state);
  const moments: number[] = [];
  if (isBusy({ rates }) || lastSeq !== seenSeq) moments.push(nextAfter(drawnMs, second, nowMs));
  if (navSlice.get(state).screen === "deliveries") {
    for (const { outcome, receivedAt, nextAttemptAt } of rows) {
      if (outcome !== "pending") continue;
      moments.push(nextAge(Date.parse(receivedAt), drawnMs, nowMs));
      const attemptMs = nextAttemptAt === null ? Number.NEGATIVE_INFINITY : Date.parse(nextAttemptAt);
      if (attemptMs > drawnMs) moments.push(nextAge(attemptMs, drawnMs, nowMs));
    }
    const histogram = isHistogramShown(state) ? loadedHistogram(state) : null;
    // The period moves on; once its end is drawn, the next histogram is being read.
    if (histogram !== null && histogram.period.untilNowMs !== null && histogram.period.toMs > drawnMs)
      moments.push(Math.max(histogram.period.toMs, nowMs));
  }
  return Math.min(...moments, Number.POSITIVE_INFINITY);
}

function status(state: AppState, registry: Registry): readonly Span[] {
  const row = selectedDelivery(state);
  const position = span(row === null ? v`` : v` · #${row.seq}`, "muted");
  const others = [...compactMarks(state), ...forwardStatus(state, registry)];
  if (deliveriesSlice.get(state).following) return [span(v` following`, "ok"), position, ...others];
  const order = sortText(state, deliveryTable);
  const sorted = order === null ? v`` : v` while ${order}`;
  // The title of the list has the number of new deliveries.
  const isInTitle = isPaneShown(state, deliveriesArrangement, "list") && !hasFewRows(state);
  const newestFirst = order === null ? v`` : v` · ${keyOf(registry, "deliveries.follow")} newest first`;
  const more = isInTitle ? newestFirst : newText(state, registry);
  return [span(v` paused`, "warn"), span(v`${sorted}${more}`, "muted"), position, ...others];
}

/** Says in the status line that forwards are held or wait, and which key has their menu. */
function forwardStatus(state: AppState, registry: Registry): readonly Span[] {
  const { forwardsHeld, forwardsWaiting } = sessionSlice.get(state).receiver;
  if (!forwardsHeld && forwardsWaiting === 0) return [];
  const waiting = forwardsWaiting === 0 ? v`` : v`${count(forwardsWaiting)} wait`;
  const held = forwardsHeld ? v`forwards held${waiting === "" ? v`` : v`, `}` : v`forwards: `;
  const key = keyOf(registry, "deliveries.forwards");
  return [span(v` · ${held}${waiting}, ${key} ${forwardsHeld ? "resumes" : "retries or drops"}`, "warn")];
}

/** Draws running work, or else the number of marks, for the status of a low window, whose panes have no bottom border. */
function compactMarks(state: AppState): readonly Span[] {
  if (!hasFewRows(state)) return [];
  const { work } = workSlice.get(state);
  if (work !== null && work.ended === null) return [span(v` · ${runningText(work)}`, "accent")];
  if (!hasMarks(state)) return [];
  const marked = markedCount(state);
  return [span(v` · ${marked === null ? "all" : count(marked)} marked`, "accent")];
}

/** Returns the delivery with a number (`#12` or `12`), and the saved filters whose name contains the query. */
function deliveryPlaces(state: AppState, query: string): readonly Place[] {
  const [, seq] = /^#?(\d+)$/.exec(query) ?? [];
  const delivery = { title: `Delivery #${seq}`, command: "deliveries.show", argument: seq ?? "" };
  const { filters } = savedFiltersSlice.get(state);
  const saved = namedPlaces(Object.entries(filters), query, ([name, text]) => ({
    title: `@${name}`,
    note: text,
    command: "deliveries.show-matching",
    argument: `@${name}`,
  }));
  return seq === undefined ? saved : [delivery, ...saved];
}
