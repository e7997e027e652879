import { type AppState, createSlice } from "./slice.ts";

/** Position in the text of a pane. */
export interface PaneScroll {
  /** First visible line. */
  readonly top: number;
  /** First line of the text, to identify it. */
  readonly of: string;
}

/** Changes of the layout by the user. */
export interface LayoutState {
  /** Levels of splits of which only the focused part is visible, by screen. */
  readonly zooms: Readonly<Record<string, number>>;
  /** Share of the first part of a resized split, by its name. */
  readonly splits: Readonly<Record<string, number>>;
  /** Position in a text that does not fit its pane, by screen and pane. */
  readonly scrolls: Readonly<Record<string, PaneScroll>>;
}

const initialLayout: LayoutState = { zooms: {}, splits: {}, scrolls: {} };

/** Zoomed panes, resized splits and scrolled panes. */
export const layoutSlice = createSlice("layout", initialLayout, {
  /** Shows only the focused part of the outermost splits of a screen; 0 shows all panes. */
  zoomed: ({ zooms, ...state }, screen: string, levels: number): LayoutState => ({
    ...state,
    zooms: { ...zooms, [screen]: levels },
  }),
  splitResized: ({ splits, ...state }, name: string, share: number): LayoutState => ({
    ...state,
    splits: { ...splits, [name]: share },
  }),
  /** Applies remembered sizes. */
  splitsRestored: (state, splits: LayoutState["splits"]): LayoutState => ({ ...state, splits }),
  paneScrolled: ({ scrolls, ...state }, pane: string, scroll: PaneScroll): LayoutState => ({
    ...state,
    scrolls: { ...scrolls, [pane]: scroll },
  }),
});
export const { zoomed, splitResized, splitsRestored, paneScrolled } = layoutSlice.actions;

/** Returns true if only the focused part of the outermost splits of a screen is visible. */
export function isZoomed(state: AppState, screen: string, levels = 1): boolean {
  return (layoutSlice.get(state).zooms[screen] ?? 0) >= levels;
}
