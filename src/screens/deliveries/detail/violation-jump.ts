import type { Violation } from "../../../model/payload.ts";
import { lineAtPath } from "../../../text/json-document.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { atLine, settled } from "../../../tui/viewer/moves.ts";
import { deliveriesArrangement } from "../layout.ts";
import { deliveriesSlice, showDetailPane } from "../state/deliveries.ts";
import { detailViewer } from "./detail-viewer.ts";
import { violationPlaces } from "./request-content.ts";

/** Returns the violations of the schema that the request names. */
export function violationsShown(state: AppState): readonly Violation[] {
  return deliveriesSlice.get(state).detail?.violations ?? [];
}

/** Shows the request at the field of a violation; null means the first one below the cursor, cyclically. */
export function showViolation(store: Store, index: number | null): void {
  const { detail } = deliveriesSlice.get(store.get());
  store.dispatch(showDetailPane("request"));
  const viewer = detailViewer(store.get(), deliveriesArrangement.focusedPane(store.get()));
  const json = viewer?.content.json ?? null;
  if (detail === null || viewer === null || json === null) return;
  const { state, content, size, put } = viewer;
  const places = violationPlaces(detail, json);
  const { cursor } = settled(state, content, size);
  const violation = index === null ? undefined : detail.violations[index];
  const line =
    violation === undefined
      ? (places.find((place) => place > cursor) ?? places[0])
      : lineAtPath(json, violation.path);
  if (line !== undefined) store.dispatch(put(atLine(line)(state, content, size)));
}
