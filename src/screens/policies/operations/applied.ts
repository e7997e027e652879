import type { FileChange } from "../../../policy-files/change-file.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { PoliciesApp } from "../running.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";
import { showDone } from "./show-done.ts";

/** Maximum changes that can be undone. */
const maxChanges = 50;

/** Change in words: its title for the undo, and what was done, without a full stop. */
interface AppliedWords {
  readonly path: string;
  readonly title: string;
  readonly done: string;
}

/** Shows a file after a change that was written, and offers to undo it. */
export async function showApplied(
  { store, registry, running }: PoliciesApp,
  { path, title, done }: AppliedWords,
  { before, sha256 }: FileChange,
): Promise<void> {
  const atMs = store.nowMs();
  const fixes = [...policiesSlice.get(store.get()).fixes, { path, title, before, sha256, atMs }];
  store.dispatch(setPolicies({ fixes: fixes.slice(-maxChanges) }));
  await running.recheck(path);
  showDone(store, `${done} · press ${keyOf(registry, "app.undo")} to undo`, { durationMs: 4_000 });
}
