import type { App } from "./app.ts";
import type { Command } from "./commands/command.ts";
import { paletteEntries } from "./commands/palette-entries.ts";
import { deliveryLines } from "./detail/delivery-lines.ts";
import { dispatchLines } from "./detail/dispatch-lines.ts";
import { helpLines } from "./help-lines.ts";
import { layoutOf } from "./layout.ts";
import { keepInView } from "./list.ts";
import { activityCount } from "./overlays/activity.ts";
import { policiesLayout } from "./policies/policies-layout.ts";
import { detailFooter } from "./shown-deliveries.ts";
import type { AppState } from "./state/app-state.ts";
import { selectedIndex, selectIndex, withDeliveries } from "./state/deliveries-state.ts";
import { scrollLog, withJobs } from "./state/jobs-state.ts";
import { topOverlay, withOverlay } from "./state/overlays.ts";
import { policiesView, shownFiles, shownPage, withPolicies } from "./state/policies-state.ts";
import { withWebhooks } from "./state/webhooks-state.ts";

/** Rows of a list in an overlay. */
export function overlayRows(state: AppState): number {
  return Math.max(1, Math.min(16, state.size.rows - 8));
}

/** Columns of the content of a wide box, without borders and padding. */
export function wideBoxColumns({ size }: Pick<AppState, "size">): number {
  return Math.max(10, Math.min(110, size.columns - 6));
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

export type Move = (selected: number, count: number) => number;

/** Moves in the focused list: an overlay's, the detail's, or the screen's. */
export function moveSelection({ store, commands }: App, move: Move): void {
  store.update((state) => {
    if (topOverlay(state) !== null) return moveInOverlay(state, commands, move);
    const isInDetail = state.screen === "deliveries" && state.deliveries.focus === "detail";
    return isInDetail ? scrollDetail(state, move) : moveInScreen(state, move);
  });
}

/** Moves in the rows of the screen whichever pane is focused, for the mouse wheel. */
export function moveInRows({ store }: Pick<App, "store">, move: Move): void {
  store.update((state) => moveInScreen(state, move));
}

function moveInScreen(state: AppState, move: Move): AppState {
  const { listRows } = layoutOf(state);
  switch (state.screen) {
    case "deliveries": {
      const { rows, ahead } = state.deliveries;
      const selected = move(selectedIndex(state.deliveries) + ahead, rows.length);
      return selectIndex(selected, listRows)(state);
    }
    case "webhooks": {
      const { items, view } = state.webhooks;
      const selected = move(view.selected, items.length);
      return withWebhooks({ view: keepInView({ ...view, selected }, items.length, listRows) })(state);
    }
    case "jobs": {
      const { items, view, log } = state.jobs;
      if (log !== null) return scrollLog(layoutOf(state).detailRows, move)(state);
      const selected = move(view.selected, items.length);
      return withJobs({ view: keepInView({ ...view, selected }, items.length, listRows) })(state);
    }
    case "policies":
      return state.policies.focus === "document" ? moveClause(state, move) : movePolicy(state, move);
  }
}

function movePolicy(state: AppState, move: Move): AppState {
  const shown = shownFiles(state.policies);
  const view = policiesView(state.policies);
  const moved = { ...view, selected: move(view.selected, shown.length) };
  const { selected, top } = keepInView(moved, shown.length, policiesLayout(state).listRows);
  return withPolicies({ selectedPath: shown[selected]?.path ?? null, top })(state);
}

function moveClause(state: AppState, move: Move): AppState {
  const count = shownPage(state)?.clauses.length ?? 0;
  const { cell } = state.policies;
  const row = Math.max(0, Math.min(move(cell.row, count), count - 1));
  return withPolicies({ cell: { ...cell, row }, paneTop: 0 })(state);
}

/** Scrolls the detail, at most to its last page. */
export function scrollDetail(state: AppState, move: Move): AppState {
  const { detail, pane, wrap, detailTop } = state.deliveries;
  if (detail === null) return state;
  const { detailColumns, detailRows } = layoutOf(state);
  const lines = deliveryLines(detail, pane, detailColumns, wrap).length;
  const last = Math.max(0, lines - (detailRows - detailFooter(state).length));
  const wanted = move(Math.min(detailTop, last), last + 1);
  return withDeliveries({ detailTop: Math.max(0, Math.min(wanted, last)) })(state);
}

function moveInOverlay(state: AppState, commands: readonly Command[], move: Move): AppState {
  const overlay = topOverlay(state);
  const rows = overlayRows(state);
  switch (overlay?.kind) {
    case "palette": {
      const count = paletteEntries(state, commands, overlay.query.value).length;
      return withOverlay("palette", (open) => ({
        ...open,
        view: keepInView({ ...open.view, selected: move(open.view.selected, count) }, count, rows),
      }))(state);
    }
    case "help": {
      const count = helpLines(state, commands).length;
      return withOverlay("help", (open) => ({
        ...open,
        view: keepInView({ ...open.view, selected: move(open.view.selected, count) }, count, rows),
      }))(state);
    }
    case "messages": {
      const count = state.messages.length;
      return withOverlay("messages", (open) => ({
        ...open,
        view: keepInView({ ...open.view, selected: move(open.view.selected, count) }, count, rows),
      }))(state);
    }
    case "activity": {
      const count = activityCount(overlay);
      const height = activityRows(state);
      return withOverlay("activity", (open) => ({
        ...open,
        view: keepInView({ ...open.view, selected: move(open.view.selected, count) }, count, height),
      }))(state);
    }
    case "dispatch": {
      // Text scrolls by its first line, at most to its last page.
      const count = overlay.detail === null ? 0 : dispatchLines(overlay.detail, wideBoxColumns(state)).length;
      const last = Math.max(0, count - rows);
      const top = Math.max(0, Math.min(move(Math.min(overlay.view.top, last), last + 1), last));
      return withOverlay("dispatch", (open) => ({ ...open, view: { selected: 0, top } }))(state);
    }
    default:
      return state;
  }
}
