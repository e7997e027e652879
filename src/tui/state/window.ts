import { createSlice } from "./slice.ts";

/** Terminal size in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface WindowState {
  readonly size: Size;
  /** Current time for drawing ages, in ms since the epoch; advanced by the clock. */
  readonly nowMs: number;
  /** True if the app receives mouse events; otherwise the terminal can select text. */
  readonly mouse: boolean;
  /** True if the app is text for a screen reader: nothing is aligned, cut or wrapped. */
  readonly isLinear: boolean;
  /** Argument of the pressed part of a range, until the button is released; null without one. */
  readonly draggedFrom: string | null;
}

const initialWindow: WindowState = {
  size: { columns: 80, rows: 24 },
  nowMs: 0,
  mouse: true,
  isLinear: false,
  draggedFrom: null,
};

export const windowSlice = createSlice("window", initialWindow, {});
export const { set: setWindow } = windowSlice.actions;
