import type { App } from "./app.ts";
import type { Command } from "./commands/command.ts";
import { paletteEntries } from "./commands/palette-entries.ts";
import { deliveryLines } from "./detail/delivery-lines.ts";
import { dispatchLines } from "./detail/dispatch-lines.ts";
import { helpLines } from "./help-lines.ts";
import { layoutOf } from "./layout.ts";
import { keepInView, type ListView } from "./list.ts";
import { activityCount } from "./overlays/activity.ts";
import { policiesLayout } from "./policies/policies-layout.ts";
import { detailFooter } from "./shown-deliveries.ts";
import type { Action, AppState } from "./slice.ts";
import { deliveriesSlice, selectedIndex, selectIndex, setDeliveries } from "./state/deliveries-state.ts";
import { jobsSlice, lastTop, scrollLog, setJobs } from "./state/jobs-state.ts";
import { messagesSlice } from "./state/messages.ts";
import { navSlice, putOverlay, topOverlay } from "./state/overlays.ts";
import { policiesSlice, policiesView, setPolicies, shownFiles, shownPage } from "./state/policies-state.ts";
import { setWebhooks, webhooksSlice } from "./state/webhooks-state.ts";
import { windowSlice } from "./state/window.ts";

/** Rows of a list in an overlay. */
export function overlayRows(state: AppState): number {
  return Math.max(1, Math.min(16, windowSlice.get(state).size.rows - 8));
}

/** Columns of the content of a wide box, without borders and padding. */
export function wideBoxColumns(state: AppState): number {
  return Math.max(10, Math.min(110, windowSlice.get(state).size.columns - 6));
}

/** Rows of the activity, without its header and the notes below. */
export function activityRows(state: AppState): number {
  return Math.max(1, overlayRows(state) - 3);
}

/** Rows per page of the focused list. */
export function pageRows(state: AppState): number {
  const overlay = topOverlay(state);
  if (overlay === null) return layoutOf(state).listRows;
  return overlay.kind === "activity" ? activityRows(state) : overlayRows(state);
}

/** A list, or a text that scrolls by its first line. */
export interface ListModel {
  /** Index of the selected row, or the first visible line. */
  readonly selected: number;
  /** Number of rows, or of positions. */
  readonly count: number;
  /** Selects a row, or the nearest. */
  select(index: number): Action;
}

export type Move = (selected: number, count: number) => number;

/** Moves in the focused list: an overlay's, the detail's, or the screen's. */
export function moveSelection({ store, commands }: App, move: Move): void {
  const state = store.get();
  const isInDetail =
    navSlice.get(state).screen === "deliveries" && deliveriesSlice.get(state).focus === "detail";
  if (topOverlay(state) !== null) moveIn({ store }, overlayList(state, commands), move);
  else if (isInDetail) scrollDetail({ store }, move);
  else moveInRows({ store }, move);
}

/** Moves in the rows of the screen whichever pane is focused, for the mouse wheel. */
export function moveInRows({ store }: Pick<App, "store">, move: Move): void {
  moveIn({ store }, screenList(store.get()), move);
}

function moveIn({ store }: Pick<App, "store">, list: ListModel | null, move: Move): void {
  if (list !== null) store.dispatch(list.select(move(list.selected, list.count)));
}

function screenList(state: AppState): ListModel {
  const { listRows } = layoutOf(state);
  switch (navSlice.get(state).screen) {
    case "deliveries": {
      const deliveries = deliveriesSlice.get(state);
      return {
        selected: selectedIndex(deliveries) + deliveries.ahead,
        count: deliveries.rows.length,
        select: (index) => selectIndex(index, listRows),
      };
    }
    case "webhooks": {
      const { items, view } = webhooksSlice.get(state);
      return viewList(view, items.length, listRows, (moved) => setWebhooks({ view: moved }));
    }
    case "jobs": {
      const { items, view, log } = jobsSlice.get(state);
      if (log === null) return viewList(view, items.length, listRows, (moved) => setJobs({ view: moved }));
      const { detailRows } = layoutOf(state);
      const last = lastTop(log, detailRows);
      return { selected: log.top ?? last, count: last + 1, select: (top) => scrollLog(top, detailRows) };
    }
    case "policies":
      return policiesSlice.get(state).focus === "document" ? clauseList(state) : policyList(state);
  }
}

/** Creates the model of a list with a selected and a first visible row. */
function viewList(view: ListView, count: number, rows: number, put: (moved: ListView) => Action): ListModel {
  return {
    selected: view.selected,
    count,
    select: (selected) => put(keepInView({ ...view, selected }, count, rows)),
  };
}

/** Creates the model of a text that scrolls by its first line, at most to its last page. */
function scrollingText(top: number, lines: number, rows: number, put: (top: number) => Action): ListModel {
  const last = Math.max(0, lines - rows);
  return {
    selected: Math.min(top, last),
    count: last + 1,
    select: (wanted) => put(Math.max(0, Math.min(wanted, last))),
  };
}

function policyList(state: AppState): ListModel {
  const shown = shownFiles(policiesSlice.get(state));
  const { listRows } = policiesLayout(state);
  return viewList(policiesView(policiesSlice.get(state)), shown.length, listRows, ({ selected, top }) =>
    setPolicies({ selectedPath: shown[selected]?.path ?? null, top }),
  );
}

function clauseList(state: AppState): ListModel {
  const policies = policiesSlice.get(state);
  const count = shownPage(policies)?.clauses.length ?? 0;
  const { cell } = policies;
  return {
    selected: cell.row,
    count,
    select(index) {
      const row = Math.max(0, Math.min(index, count - 1));
      return setPolicies({ cell: { ...cell, row }, paneTop: 0 });
    },
  };
}

/** Scrolls the detail, at most to its last page. */
export function scrollDetail({ store }: Pick<App, "store">, move: Move): void {
  const state = store.get();
  const { detail, pane, wrap, detailTop } = deliveriesSlice.get(state);
  if (detail === null) return;
  const { detailColumns, detailRows } = layoutOf(state);
  const lines = deliveryLines(detail, pane, detailColumns, wrap).length;
  const rows = detailRows - detailFooter(state).length;
  moveIn(
    { store },
    scrollingText(detailTop, lines, rows, (top) => setDeliveries({ detailTop: top })),
    move,
  );
}

function overlayList(state: AppState, commands: readonly Command[]): ListModel | null {
  const overlay = topOverlay(state);
  const rows = overlayRows(state);
  switch (overlay?.kind) {
    case "palette": {
      const count = paletteEntries(state, commands, overlay.query.value).length;
      return viewList(overlay.view, count, rows, (view) => putOverlay({ ...overlay, view }));
    }
    case "help": {
      const count = helpLines(state, commands).length;
      return viewList(overlay.view, count, rows, (view) => putOverlay({ ...overlay, view }));
    }
    case "messages": {
      const count = messagesSlice.get(state).history.length;
      return viewList(overlay.view, count, rows, (view) => putOverlay({ ...overlay, view }));
    }
    case "activity":
      return viewList(overlay.view, activityCount(overlay), activityRows(state), (view) =>
        putOverlay({ ...overlay, view }),
      );
    case "dispatch": {
      const { detail, view } = overlay;
      const lines = detail === null ? 0 : dispatchLines(detail, wideBoxColumns(state)).length;
      return scrollingText(view.top, lines, rows, (top) =>
        putOverlay({ ...overlay, view: { selected: 0, top } }),
      );
    }
    default:
      return null;
  }
}
