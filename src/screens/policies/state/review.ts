import type { ReviewEntry } from "../../../policy/review/review-entry.ts";
import { createSlice } from "../../../tui/state/slice.ts";

/** Undoable entry of this session. */
export interface SavedEntry {
  /** Path of the policy. */
  readonly path: string;
  readonly entry: ReviewEntry;
  readonly atMs: number;
}

interface ReviewState {
  /** Oldest first. */
  readonly saved: readonly SavedEntry[];
}

/** Maximum entries that can be undone. */
const maxSaved = 50;

const initialReview: ReviewState = { saved: [] };

/** State of the reviews: what `undo` removes. */
export const reviewSlice = createSlice("review", initialReview, {
  entrySaved: ({ saved }, one: SavedEntry): ReviewState => ({ saved: [...saved, one].slice(-maxSaved) }),
  entryUndone: ({ saved }, one: SavedEntry): ReviewState => ({
    saved: saved.filter((other) => other !== one),
  }),
});
export const { entrySaved, entryUndone } = reviewSlice.actions;

/** Returns the latest undoable entry of a clause, or null. */
export function lastEntry(
  { saved }: ReviewState,
  { path, clauseId }: { readonly path: string; readonly clauseId: string },
): SavedEntry | null {
  return saved.findLast((one) => one.path === path && one.entry.clauseId === clauseId) ?? null;
}
