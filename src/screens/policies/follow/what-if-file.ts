import { basename } from "node:path";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { TriedPage } from "../../../policy-service/what-if-methods.ts";
import { whatIfText } from "../../../policy/edit/what-if.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialogs } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import { clauseKind, valueKind } from "../dialogs/what-if-forms.ts";
import { menuKind } from "../dialogs/what-if-menu.ts";
import { changedQuestion } from "../dialogs/what-if-question.ts";
import {
  discardChanges,
  endLoss,
  lossTopic,
  removeChanges,
  showPage,
} from "../operations/pending-changes.ts";
import { openFor } from "../operations/show-done.ts";
import type { PoliciesApp } from "../running.ts";
import { shownPage } from "../select/selection.ts";
import { chosenBase, policiesSlice } from "../state/policies.ts";
import { pendingChange, pendingUpdated } from "../state/what-if.ts";

/** Time in ms after which a change is drawn without its page. */
const maxHoldMs = 30;

/** Makes and shows the page of the pending changes. */
export async function tryPending(app: PoliciesApp): Promise<void> {
  const { store, running } = app;
  const tried = pendingChange(store.get());
  if (tried === null) return;
  // The change and its page share one frame, unless the page takes long.
  const release = store.hold(maxHoldMs);
  try {
    const result = await running.service.tryWhatIf(
      tried.path,
      tried.changes,
      chosenBase(store.get(), tried.path),
      policiesSlice.get(store.get()).baseline,
    );
    const now = pendingChange(store.get());
    if (now?.changes !== tried.changes) return;
    if (result === null) reportLoss(store, "gone", "was deleted");
    else if (result.page.sha256 !== now.base.sha256) await running.recheck(tried.path);
    else showTried(app, result);
  } finally {
    release();
  }
}

function showTried(app: PoliciesApp, { page, failed, isSame, counts }: TriedPage): void {
  const { store, running } = app;
  const now = pendingChange(store.get());
  if (now === null) return;
  const newest = now.changes.length - 1;
  const refused = now.file === "same" ? failed.find(({ index }) => index === newest) : undefined;
  const change = now.changes[newest];
  if (refused !== undefined && change !== undefined) {
    showMessage(store, "warn", `${whatIfText(change)}: ${refused.why}`);
    removeChanges(app, [newest]);
    return;
  }
  if (isSame && now.file === "same") {
    discardChanges(app);
    return;
  }
  store.batch(() => {
    store.dispatch(pendingUpdated({ failed, counts }));
    showPage(store, page);
  });
  if (now.file !== "changed" || running.askedSha256 === page.sha256) return;
  // Elsewhere the notice shows it, and keeping the change asks.
  if (openFor(store, page.path, changedQuestion)) running.askedSha256 = page.sha256;
}

function reportLoss(store: Store, file: "gone" | "unreadable", words: string): void {
  const now = pendingChange(store.get());
  if (now === null || now.file === file) return;
  store.dispatch(pendingUpdated({ file }));
  endLoss(store);
  showMessage(store, "error", `${basename(now.path)} ${words}. The what-if change stays pending.`, {
    topic: lossTopic,
  });
}

/** Closes the menu if its policy's next page has another text. */
export function closeStaleMenu({ store, registry }: PoliciesApp, page: PolicyPage): void {
  const policies = policiesSlice.get(store.get());
  const before = shownPage(policies);
  const isOwn = policies.fixes.some(({ sha256 }) => sha256 === page.sha256);
  if (before === null || before.sha256 === page.sha256 || isOwn) return;
  if (menuKind.find(store.get()) === null) return;
  store.dispatch(closeDialogs(menuKind.kind));
  const key = keyOf(registry, "what-if.menu");
  showMessage(store, "warn", `${basename(page.path)} has changed on disk; ${key} opens the menu again.`);
}

/** Closes the menu, and its dialogs, of a missing policy. */
export function closeMenuAndForms(store: Store): void {
  for (const { kind } of [menuKind, valueKind, clauseKind]) store.dispatch(closeDialogs(kind));
}

/** Applies the pending changes again to the present page of their file. */
export function applyToFile({ store, running }: PoliciesApp, page: PolicyPage): void {
  const now = pendingChange(store.get());
  if (now === null) return;
  if (page.sha256 !== now.base.sha256) store.dispatch(closeDialogs(menuKind.kind));
  if (page.sha256 === null || page.summary.verdict === "unreadable") {
    reportLoss(store, "unreadable", "cannot be read");
    return;
  }
  if (now.file === "gone" || now.file === "unreadable") endLoss(store);
  const isSame = page.sha256 === now.base.sha256 && now.file !== "changed";
  store.dispatch(pendingUpdated({ base: page, file: isSame ? "same" : "changed" }));
  running.tryPending();
}

/** Reports that the file of the pending changes is missing. */
export function reportMissing(store: Store): void {
  store.dispatch(closeDialogs(menuKind.kind));
  reportLoss(store, "gone", "was deleted");
}
