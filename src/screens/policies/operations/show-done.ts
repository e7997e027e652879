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
 * Reports a change of a policy or its review. Clears the words about an earlier change, no longer undoable, and about
 * an open item.
 */
export function showDone(store: Store, text: string, options: Pick<MessageOptions, "durationMs"> = {}): void {
  store.batch(() => {
    endDone(store);
    store.dispatch(setPolicies({ openCell: null }));
    showMessage(store, "ok", text, { ...options, topic });
  });
}

/** Clears the words of `showDone` when another key uses the status line. */
export function endDone(store: Store): void {
  store.dispatch(topicEnded(topic));
}

/** Maximum changes that can be undone. */
const maxChanges = 50;

/** Change in words: its title for the undo, and its result, without a full stop. */
interface AppliedWords {
  readonly path: string;
  readonly title: string;
  readonly done: string;
}

/** Shows a file after a written change, and offers to undo it. */
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
 * Opens a dialog about a policy after waiting for the thread. Returns false if the user moved on to another screen,
 * list, policy or dialog.
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

/** Shows the matrix again beside a full-window explanation; a low window keeps the explanation. */
export function endZoom(store: Store): void {
  const state = store.get();
  if (policiesSlice.get(state).focus !== "detail" || !isZoomed(state, "policies", 2)) return;
  store.batch(() => {
    store.dispatch(zoomed("policies", 1));
    if (!hasFewRows(state)) store.dispatch(setPolicies({ focus: "matrix" }));
  });
}
