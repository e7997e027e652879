import { type TextField, textField } from "../text-field.ts";

/** Row of a content: a line and, if it is wrapped, one of its rows. */
export interface Place {
  readonly line: number;
  readonly row: number;
}

/** Position in a content, with its search and folds. */
export interface ViewerState {
  /** ID of the content of this position; empty for none. */
  readonly of: string;
  /** Cursor line; without a cursor, the visible line where a search continues. */
  readonly cursor: number;
  /** First visible row. */
  readonly top: Place;
  /** First visible column of lines that are not wrapped. */
  readonly left: number;
  readonly wrap: boolean;
  /** True if the end stays visible while lines are added. */
  readonly following: boolean;
  /** Lines of the folded containers. */
  readonly folded: readonly number[];
  /** Searched text; empty for none. */
  readonly query: TextField;
  /** Position before the search being typed; null if none is. */
  readonly origin: Pick<ViewerState, "cursor" | "top" | "following"> | null;
  /** Offset of the current hit in the cursor's line; null without one. */
  readonly hit: number | null;
}

export const initialViewer: ViewerState = {
  of: "",
  cursor: 0,
  top: { line: 0, row: 0 },
  left: 0,
  wrap: true,
  following: false,
  folded: [],
  query: textField(),
  origin: null,
  hit: null,
};

/** Returns the state for a content; for another content from the start, with the same wrap and search. */
export function viewerIn(state: ViewerState, of: string): ViewerState {
  if (state.of === of) return state;
  const { wrap, query } = state;
  return { ...initialViewer, of, wrap, query };
}

/** Moves the position up by the number of lines dropped at the start. */
export function afterDropped(state: ViewerState, dropped: number): ViewerState {
  if (dropped === 0) return state;
  const { cursor, top, hit } = state;
  return {
    ...state,
    cursor: Math.max(0, cursor - dropped),
    top: top.line < dropped ? { line: 0, row: 0 } : { ...top, line: top.line - dropped },
    hit: cursor < dropped ? null : hit,
  };
}
