import type { FileChange } from "../../../policy-files/change-file.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { hasFewRows } from "../../../tui/layout.ts";
import { isZoomed, zoomed } from "../../../tui/state/layout.ts";
import { type MessageOptions, showMessage, topicEnded } from "../../../tui/state/messages.ts";
import { type DialogData, navSlice, openDialog } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import type { PoliciesApp } from "../running.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

const topic = "policy-change";

/**
 * Says what was done to a policy or its review. The words about an earlier change, which `undo` no longer means, and about
 * the open item that `n` led to, go.
 */
export function showDone(store: Store, text: string, options: Pick<MessageOptions, "durationMs"> = {}): void {
  store.batch(() => {
    endDone(store);
    store.dispatch(setPolicies({ openCell: null }));
    showMessage(store, "ok", text, { ...options, topic });
  });
}

/** Ends what `showDone` said, for what another key shows in the status line. */
export function endDone(store: Store): void {
  store.dispatch(topicEnded(topic));
}

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

/**
 * Opens a dialog about an open policy that waited for the thread. Returns false if the person has gone on meanwhile:
 * to another screen, the list, another policy, or another dialog.
 */
export function openFor(store: Store, path: string, dialog: DialogData): boolean {
  const state = store.get();
  const { screen, dialogs } = navSlice.get(state);
  const policies = policiesSlice.get(state);
  const isOpen = policies.focus !== "list" && shownPage(policies)?.path === path;
  if (screen !== "policies" || dialogs.length > 0 || !isOpen) return false;
  store.dispatch(openDialog(dialog));
  return true;
}

/** Shows the matrix again beside an explanation that fills the window; a low window keeps the explanation. */
export function endZoom(store: Store): void {
  const state = store.get();
  if (policiesSlice.get(state).focus !== "detail" || !isZoomed(state, "policies", 2)) return;
  store.batch(() => {
    store.dispatch(zoomed("policies", 1));
    if (!hasFewRows(state)) store.dispatch(setPolicies({ focus: "matrix" }));
  });
}
