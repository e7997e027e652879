import { createSlice } from "./slice.ts";

/** Terminal size in cells. */
export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface WindowState {
  readonly size: Size;
  /** Time by which ages are drawn. */
  readonly nowMs: number;
  /** False leaves text selection to the terminal. */
  readonly mouse: boolean;
}

const initialWindow: WindowState = { size: { columns: 80, rows: 24 }, nowMs: 0, mouse: true };

export const windowSlice = createSlice("window", initialWindow, {});
export const { set: setWindow } = windowSlice.actions;
