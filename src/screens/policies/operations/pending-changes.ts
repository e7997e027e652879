import { basename } from "node:path";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { type WhatIf, whatIfText } from "../../../policy/edit/what-if.ts";
import { topicEnded } from "../../../tui/state/messages.ts";
import type { Store } from "../../../tui/state/store.ts";
import type { PoliciesApp } from "../running.ts";
import { selectedPolicy, shownPage } from "../select/selection.ts";
import { pageLoaded, policiesSlice, setPolicies } from "../state/policies.ts";
import {
  changesRemoved,
  changeTried,
  type PendingChange,
  pendingChange,
  pendingEnded,
  pendingUpdated,
  pendingWords,
} from "../state/what-if.ts";
import { endZoom, showApplied, showDone } from "./show-done.ts";

/** Topic of the messages about a file that is missing or unreadable. */
export const lossTopic = "what-if-file";

/** Tries a change of the open policy, on top of the pending ones. */
export function tryChange({ store, running }: PoliciesApp, change: WhatIf): void {
  const page = shownPage(policiesSlice.get(store.get()));
  if (page === null) return;
  if (running.waitingChanges !== null) {
    running.waitingChanges = [...running.waitingChanges, change];
    return;
  }
  // One batch: the change and its page share a frame.
  store.batch(() => {
    store.dispatch(changeTried(page, change));
    // The words about an open item would seem to be about the change.
    store.dispatch(setPolicies({ openCell: null }));
    endZoom(store);
    running.tryPending();
  });
}

/** Takes back the change that was tried last. */
export function takeBackChange(app: PoliciesApp): void {
  const now = pendingChange(app.store.get());
  const last = now?.changes.at(-1);
  if (now === null || last === undefined) return;
  removeChanges(app, [now.changes.length - 1]);
  showDone(app.store, `Undone: ${whatIfText(last)}`);
}

/** Writes the pending changes; one undo reverts them. Recreates a deleted file. */
export async function keepChanges(app: PoliciesApp): Promise<void> {
  const { store, running } = app;
  const now = pendingChange(store.get());
  const sha256 = now?.base.sha256 ?? null;
  if (running.waitingChanges !== null || now === null || sha256 === null) return;
  running.waitingChanges = [];
  try {
    await writeChanges(app, now, sha256);
  } finally {
    const { waitingChanges } = running;
    running.waitingChanges = null;
    for (const change of waitingChanges) tryChange(app, change);
  }
}

async function writeChanges(app: PoliciesApp, now: PendingChange, sha256: string): Promise<void> {
  const { store, running } = app;
  const { path, changes, base, file } = now;
  const written =
    file === "gone"
      ? running.service.rewriteWhatIf(path, sha256, base.source, changes)
      : running.service.keepWhatIf(path, sha256, changes);
  const change = await written.catch(async (error: unknown) => {
    // Another program may have changed the file.
    await running.recheck(path);
    throw error;
  });
  const words = pendingWords(now);
  store.dispatch(pendingEnded());
  endLoss(store);
  const done = file === "gone" ? `Wrote ${basename(path)} again: ${words}` : `Kept: ${words}`;
  await showApplied(app, { path, title: words, done }, change);
}

/** Ends the pending changes, and shows the page of the file. */
export function discardChanges({ store }: Pick<PoliciesApp, "store">): void {
  const before = pendingChange(store.get());
  if (before === null) return;
  store.batch(() => {
    store.dispatch(pendingEnded());
    showPage(store, before.base);
  });
}

/** Continues with the applicable changes after another program changed the file. */
export function acceptFile(app: PoliciesApp): void {
  const { store } = app;
  const now = pendingChange(store.get());
  if (now === null) return;
  store.dispatch(pendingUpdated({ file: "same", seen: now.base }));
  removeChanges(
    app,
    now.failed.map(({ index }) => index),
  );
  if (pendingChange(store.get()) !== null) showDone(store, "Applied to the new version; not written yet");
}

/** Removes changes by their indexes, and shows the page without them. */
export function removeChanges({ store, running }: PoliciesApp, indexes: readonly number[]): void {
  const before = pendingChange(store.get());
  store.dispatch(changesRemoved(indexes));
  if (pendingChange(store.get()) !== null) running.tryPending();
  else if (before !== null) showPage(store, before.base);
}

/** Shows a page if its policy is selected. */
export function showPage(store: Store, page: PolicyPage): void {
  if (selectedPolicy(policiesSlice.get(store.get()))?.path === page.path) store.dispatch(pageLoaded(page));
}

/** Removes the messages about a file that was missing or unreadable. */
export function endLoss(store: Store): void {
  for (const topic of [lossTopic, "what-if.keep"]) store.dispatch(topicEnded(topic));
}
