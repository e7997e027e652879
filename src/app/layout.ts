import type { AppState } from "./slice.ts";
import { deliveriesSlice } from "./state/deliveries-state.ts";
import { jobsSlice } from "./state/jobs-state.ts";
import { navSlice, type ScreenName } from "./state/overlays.ts";
import { policiesSlice } from "./state/policies-state.ts";
import { webhooksSlice } from "./state/webhooks-state.ts";
import { windowSlice, type Size } from "./state/window.ts";

/** Minimum size of the terminal. */
export const minSize = { columns: 40, rows: 10 };

/** Minimum columns for list and detail side by side. */
const wideColumns = 100;
/** Maximum columns of the list, enough to distinguish its rows. */
const maxListColumns = 104;

export interface Layout {
  readonly columns: number;
  readonly rows: number;
  readonly tooSmall: boolean;
  /** Rows between the rule under the tabs and the status line. */
  readonly bodyRows: number;
  /** Rows of the list without the lines above it. */
  readonly listRows: number;
  /** True if list and detail are both visible. */
  readonly sideBySide: boolean;
  readonly listColumns: number;
  readonly detailColumns: number;
  /** Header lines of the detail; at least 1 where it has any. */
  readonly headLines: number;
  /** Rows of the detail's text below its header. */
  readonly detailRows: number;
}

/** Rows above the body: header, tabs and rule. Rows below it: status and keys. */
export const frameRows = { above: 3, below: 2 };
/** Lines above the list in a screen's body. */
const listHead: Record<ScreenName, number> = { webhooks: 1, deliveries: 2, policies: 2, jobs: 1 };
/** Lines above the detail's header; on Deliveries the filter and the pane names. */
const detailTitles: Record<ScreenName, number> = { webhooks: 0, deliveries: 2, policies: 0, jobs: 0 };
/** Maximum and minimum header lines of the detail. */
const headLines: Record<ScreenName, { readonly max: number; readonly min: number }> = {
  webhooks: { max: 1, min: 1 },
  deliveries: { max: 3, min: 1 },
  policies: { max: 0, min: 0 },
  jobs: { max: 2, min: 2 },
};
/** Minimum rows of text left by a full header. */
const minTextRows = 4;

/** Computes the positions used for drawing, scrolling and the mouse. */
export function layoutOf(state: AppState): Layout {
  return layoutFor(windowSlice.get(state).size, navSlice.get(state).screen);
}

/** Computes the positions of a screen at a size. */
export function layoutFor({ columns, rows }: Size, screen: ScreenName): Layout {
  const bodyRows = Math.max(0, rows - frameRows.above - frameRows.below);
  const sideBySide = columns >= wideColumns;
  // The list has a maximum width; the rest goes to the detail.
  const listShare = Math.min(Math.max(60, Math.floor(columns * 0.62)), columns - 40, maxListColumns);
  const listColumns = sideBySide ? listShare : columns;
  const { max, min } = headLines[screen];
  const textRows = bodyRows - detailTitles[screen];
  const shownHeadLines = textRows - max >= minTextRows ? max : min;
  return {
    columns,
    rows,
    tooSmall: columns < minSize.columns || rows < minSize.rows,
    bodyRows,
    listRows: Math.max(1, bodyRows - listHead[screen]),
    sideBySide,
    listColumns,
    detailColumns: sideBySide ? columns - listColumns - 3 : columns,
    headLines: shownHeadLines,
    detailRows: Math.max(1, textRows - shownHeadLines),
  };
}

/** Reports whether the detail is visible, next to the list or instead of it. */
export function detailShown(state: AppState): boolean {
  const { screen } = navSlice.get(state);
  if (screen === "jobs") return jobsSlice.get(state).log !== null;
  if (screen === "policies") return policiesSlice.get(state).focus === "document";
  const { focus } = screen === "webhooks" ? webhooksSlice.get(state) : deliveriesSlice.get(state);
  return layoutOf(state).sideBySide || focus === "detail";
}
