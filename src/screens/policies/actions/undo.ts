import { basename } from "node:path";
import type { AppState } from "../../../tui/state/slice.ts";
import type { AppliedFix } from "../select/policies-state.ts";
import { lastFix, selectedPart, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { lastEntry, reviewSlice, type SavedEntry } from "../state/review.ts";
import { pendingChange } from "../state/what-if.ts";

/** Change on the screen that `undo` takes back. */
export type LastChange =
  | { readonly kind: "what-if" }
  | { readonly kind: "fix"; readonly fix: AppliedFix }
  | { readonly kind: "review"; readonly saved: SavedEntry };

/**
 * Returns the last undoable action on the screen: a tried change, a document change, or an own entry of this session
 * on the selected part. Null in the list of policies or without one.
 */
export function lastChange(state: AppState): LastChange | null {
  if (pendingChange(state) !== null) return { kind: "what-if" };
  const policies = policiesSlice.get(state);
  const fix = lastFix(policies);
  const path = shownPage(policies)?.path ?? null;
  const clauseId = policies.focus === "list" ? null : (selectedPart(policies)?.id ?? null);
  const saved =
    path === null || clauseId === null ? null : lastEntry(reviewSlice.get(state), { path, clauseId });
  if (saved !== null && (fix === null || saved.atMs >= fix.atMs)) return { kind: "review", saved };
  return fix === null ? null : { kind: "fix", fix };
}

/** Returns why nothing on the screen can be undone, with the place of the last own entry; null if something can. */
export function requireLastChange(state: AppState): string | null {
  if (lastChange(state) !== null) return null;
  const last = reviewSlice.get(state).saved.at(-1);
  if (last === undefined) return "there is no change to undo";
  const policies = policiesSlice.get(state);
  const isOpen = policies.focus !== "list" && shownPage(policies)?.path === last.path;
  const file = isOpen ? "" : ` of ${basename(last.path)}`;
  return `nothing to undo here: your last review entry is on ${last.entry.clauseId}${file}`;
}
