import type { AppState, ScreenName } from "./state/app-state.ts";

/** Below this nothing can be shown that makes sense. */
export const smallest = { columns: 40, rows: 10 };

/** From here on list and detail stand side by side. */
const wideColumns = 100;
/** With these a list shows all that tells its rows apart. */
const listColumnsEnough = 104;

export interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly tooSmall: boolean;
  /** Rows between the rule under the tabs and the status line. */
  readonly bodyRows: number;
  /** Rows of the list, without the lines above it. */
  readonly listRows: number;
  /** List and detail are both seen. */
  readonly sideBySide: boolean;
  readonly listColumns: number;
  readonly detailColumns: number;
  /** Lines that say what the detail is of; a low window has room for one. */
  readonly headLines: number;
  /** Rows of the detail's text, below its own head. */
  readonly detailRows: number;
}

/** Header, tabs and rule above; status and keys below. */
export const frameRows = { above: 3, below: 2 };
/** Lines above the list in a screen's body. */
const listHead: Record<ScreenName, number> = { webhooks: 1, deliveries: 2, policies: 2, jobs: 1 };
/** Lines above the detail's head: on Deliveries the filter and the names of the panes. */
const detailTitles: Record<ScreenName, number> = { webhooks: 0, deliveries: 2, policies: 0, jobs: 0 };
/** Lines that say what the detail is of: as many as there are to say, and as few as a low window gets. */
const headLines: Record<ScreenName, { readonly most: number; readonly fewest: number }> = {
  webhooks: { most: 1, fewest: 1 },
  deliveries: { most: 3, fewest: 1 },
  policies: { most: 0, fewest: 0 },
  jobs: { most: 2, fewest: 2 },
};
/** From so many rows of text on, all of the head is shown. */
const comfortableRows = 4;

/** Where everything stands in a window: the one place that knows, for drawing, scrolling and the mouse. */
export function layoutOf({ size, screen }: Pick<AppState, "size" | "screen">): Layout {
  const { columns, rows } = size;
  const bodyRows = Math.max(0, rows - frameRows.above - frameRows.below);
  const sideBySide = columns >= wideColumns;
  // The list has the columns that tell rows apart; what a wide window has more goes to the detail.
  const listShare = Math.min(Math.max(60, Math.floor(columns * 0.62)), columns - 40, listColumnsEnough);
  const listColumns = sideBySide ? listShare : columns;
  const { most, fewest } = headLines[screen];
  const textRows = bodyRows - detailTitles[screen];
  const shownHeadLines = textRows - most >= comfortableRows ? most : fewest;
  return {
    columns,
    rows,
    tooSmall: columns < smallest.columns || rows < smallest.rows,
    bodyRows,
    listRows: Math.max(1, bodyRows - listHead[screen]),
    sideBySide,
    listColumns,
    detailColumns: sideBySide ? columns - listColumns - 3 : columns,
    headLines: shownHeadLines,
    detailRows: Math.max(1, textRows - shownHeadLines),
  };
}

/** The detail is on the screen: beside the list, or over it. */
export function detailShown(state: AppState): boolean {
  if (state.screen === "jobs") return state.jobs.log !== null;
  if (state.screen === "policies") return state.policies.focus === "document";
  const focus = state.screen === "webhooks" ? state.webhooks.focus : state.deliveries.focus;
  return layoutOf(state).sideBySide || focus === "detail";
}
