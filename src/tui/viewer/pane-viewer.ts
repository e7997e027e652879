import { pathOf, valueOf } from "../../text/json-document.ts";
import type { ClickTarget } from "../../text/line.ts";
import type { Action } from "../state/slice.ts";
import type { ViewerContent } from "./content.ts";
import type { ViewerSize } from "./layout.ts";
import { settled } from "./moves.ts";
import type { ViewerState } from "./state.ts";

/** Viewer of a pane. */
export interface PaneViewer {
  readonly state: ViewerState;
  readonly content: ViewerContent;
  readonly size: ViewerSize;
  /** Rows of the pane above the viewer. */
  readonly y: number;
  /** Returns the action that replaces the state. */
  put(state: ViewerState): Action;
}

/** Returns the scopes of a viewer's keys outside a search, innermost first. */
export function viewerScopes(viewer: PaneViewer): readonly string[] {
  const { state, content } = viewer;
  return [
    ...(state.query.value === "" ? [] : ["viewer-hits"]),
    ...(targetAt(viewer) === null ? [] : ["viewer-link"]),
    ...(content.folds === null ? [] : ["viewer-json"]),
    "viewer",
  ];
}

/** Returns the target of the cursor's line, or null. */
export function targetAt({ state, content, size }: PaneViewer): ClickTarget | null {
  if (!content.hasCursor) return null;
  const { cursor } = settled(state, content, size);
  return content.line(cursor, false).spans.find(({ click }) => click !== undefined)?.click ?? null;
}

/** Returns the value (as written) and path at the cursor of JSON; null in a text. */
export function valueAtCursor({
  state,
  content,
  size,
}: PaneViewer): { readonly path: string; readonly value: string } | null {
  const { json } = content;
  if (json === null) return null;
  const { cursor } = settled(state, content, size);
  // Other lines may be below the JSON.
  if (cursor >= json.parents.length) return null;
  return { path: pathOf(json, cursor), value: valueOf(json, cursor) };
}
