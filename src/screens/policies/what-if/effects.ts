import { basename } from "node:path";
import { coalesce } from "../../../async/coalesce.ts";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { TriedPage } from "../../../policy-service/what-if-methods.ts";
import { type WhatIf, whatIfText } from "../../../policy/edit/what-if.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { report } from "../../../tui/report.ts";
import { showMessage, topicEnded } from "../../../tui/state/messages.ts";
import { closeDialogs } from "../../../tui/state/nav.ts";
import { showApplied } from "../fix/applied.ts";
import { endZoom } from "../kit/end-zoom.ts";
import { openFor } from "../kit/open-for.ts";
import { showDone } from "../kit/show-done.ts";
import type { PoliciesApp } from "../running.ts";
import { selectedPolicy, shownPage } from "../select/selection.ts";
import { chosenBase, pageLoaded, policiesSlice, setPolicies } from "../state.ts";
import { clauseKind } from "./clause-form.ts";
import { menuKind } from "./menu.ts";
import { changedQuestion } from "./question.ts";
import {
  changesRemoved,
  changeTried,
  type PendingChange,
  pendingChange,
  pendingEnded,
  pendingUpdated,
  pendingWords,
} from "./state.ts";
import { valueKind } from "./value-form.ts";

/** Time in ms after which a change is drawn without its page. */
const maxHoldMs = 30;
const lossTopic = "what-if-file";

export interface WhatIfEffects {
  /** Tries a change of the open policy, on top of the pending ones. */
  tryChange(change: WhatIf): void;
  /** Takes back the change that was tried last. */
  takeBackChange(): void;
  /** Writes the pending changes, which one undo reverts. A file that was deleted is written again. */
  keepChanges(): Promise<void>;
  discardChanges(): void;
  /** Continues with the changes that apply to a file that another program changed. */
  acceptFile(): void;
}

/** Part of the effects that other views of the screen call. */
export interface FileWatch {
  /** Closes the menu if a page that is about to be shown has another text than the one that it is about. */
  pageRead(page: PolicyPage): void;
  /** Closes the menu, and what it opened, of a policy that is gone. */
  policyGone(): void;
  /** Takes the page of a file with pending changes as it is now; they are applied to it again. */
  fileLoaded(page: PolicyPage): void;
  /** Reports that the file with pending changes is missing. */
  fileMissing(): void;
}

/** Creates the effects that try, keep and discard changes of the open policy. */
export function createWhatIfEffects(app: PoliciesApp): WhatIfEffects & FileWatch {
  const { store, registry, running } = app;
  const { service, recheck } = running;
  const pending = () => pendingChange(store.get());
  /** SHA-256 of the file that was asked about last. */
  let askedOf: string | null = null;
  /** True until the written file is shown; changes wait for that. */
  let isKeeping = false;
  const later: WhatIf[] = [];

  /** Makes the page of the latest changes; a change during this makes it again. */
  const retry = coalesce(
    async () => {
      const tried = pending();
      if (tried === null) return;
      // The change and its page are one frame, unless the page takes long.
      const release = store.hold(maxHoldMs);
      try {
        const result = await service.tryWhatIf(
          tried.path,
          tried.changes,
          chosenBase(store.get(), tried.path),
          policiesSlice.get(store.get()).baseline,
        );
        const now = pending();
        if (now?.changes !== tried.changes) return;
        if (result === null) reportLoss("gone", "was deleted");
        else if (result.page.sha256 !== now.base.sha256) await recheck(tried.path);
        else show(result);
      } finally {
        release();
      }
    },
    (error) => report(store, error),
  );

  function show({ page, failed, isSame, counts }: TriedPage): void {
    const now = pending();
    if (now === null) return;
    const newest = now.changes.length - 1;
    const refused = now.file === "same" ? failed.find(({ index }) => index === newest) : undefined;
    const change = now.changes[newest];
    if (refused !== undefined && change !== undefined) {
      showMessage(store, "warn", `${whatIfText(change)}: ${refused.why}`);
      remove([newest]);
      return;
    }
    if (isSame && now.file === "same") {
      end();
      return;
    }
    store.batch(() => {
      store.dispatch(pendingUpdated({ failed, counts }));
      showPage(page);
    });
    if (now.file !== "changed" || askedOf === page.sha256) return;
    // Elsewhere the notice says it, and keeping the change asks.
    if (openFor(store, page.path, changedQuestion)) askedOf = page.sha256;
  }

  function showPage(page: PolicyPage): void {
    if (selectedPolicy(policiesSlice.get(store.get()))?.path === page.path) store.dispatch(pageLoaded(page));
  }

  /** Removes changes, and shows the page without them. */
  function remove(indexes: readonly number[]): void {
    const before = pending();
    store.dispatch(changesRemoved(indexes));
    if (pending() !== null) retry();
    else if (before !== null) showPage(before.base);
  }

  function end(): void {
    const before = pending();
    if (before === null) return;
    store.batch(() => {
      store.dispatch(pendingEnded());
      showPage(before.base);
    });
  }

  function reportLoss(file: "gone" | "unreadable", words: string): void {
    const now = pending();
    if (now === null || now.file === file) return;
    store.dispatch(pendingUpdated({ file }));
    endLoss();
    showMessage(store, "error", `${basename(now.path)} ${words}. The what-if change stays pending.`, {
      topic: lossTopic,
    });
  }

  const closeMenu = () => store.dispatch(closeDialogs(menuKind.kind));

  /** Removes the messages about a file that was missing or unreadable. */
  function endLoss(): void {
    for (const topic of [lossTopic, "what-if.keep"]) store.dispatch(topicEnded(topic));
  }

  function tryChange(change: WhatIf): void {
    const page = shownPage(policiesSlice.get(store.get()));
    if (page === null) return;
    if (isKeeping) {
      later.push(change);
      return;
    }
    // One batch, so that the change is held until its page is made.
    store.batch(() => {
      store.dispatch(changeTried(page, change));
      // The words about an open item would seem to be about the change.
      store.dispatch(setPolicies({ openCell: null }));
      endZoom(store);
      retry();
    });
  }

  async function keep(now: PendingChange, sha256: string): Promise<void> {
    const { path, changes, base, file } = now;
    const written =
      file === "gone"
        ? service.rewriteWhatIf(path, sha256, base.source, changes)
        : service.keepWhatIf(path, sha256, changes);
    const change = await written.catch(async (error: unknown) => {
      // Another program may have changed the file.
      await recheck(path);
      throw error;
    });
    const words = pendingWords(now);
    store.dispatch(pendingEnded());
    endLoss();
    const done = file === "gone" ? `Wrote ${basename(path)} again: ${words}` : `Kept: ${words}`;
    await showApplied(app, { path, title: words, done }, change);
  }

  return {
    tryChange,
    takeBackChange() {
      const now = pending();
      const last = now?.changes.at(-1);
      if (now === null || last === undefined) return;
      remove([now.changes.length - 1]);
      showDone(store, `Undone: ${whatIfText(last)}`);
    },
    async keepChanges() {
      const now = pending();
      const sha256 = now?.base.sha256 ?? null;
      if (isKeeping || now === null || sha256 === null) return;
      isKeeping = true;
      try {
        await keep(now, sha256);
      } finally {
        isKeeping = false;
        for (const change of later.splice(0)) tryChange(change);
      }
    },
    discardChanges: end,
    acceptFile() {
      const now = pending();
      if (now === null) return;
      store.dispatch(pendingUpdated({ file: "same", seen: now.base }));
      remove(now.failed.map(({ index }) => index));
      if (pending() !== null) showDone(store, "Applied to the new version; not written yet");
    },
    pageRead(page) {
      const policies = policiesSlice.get(store.get());
      const before = shownPage(policies);
      const isOwn = policies.fixes.some(({ sha256 }) => sha256 === page.sha256);
      if (before === null || before.sha256 === page.sha256 || isOwn) return;
      if (menuKind.find(store.get()) === null) return;
      closeMenu();
      const key = keyOf(registry, "what-if.menu");
      showMessage(store, "warn", `${basename(page.path)} has changed on disk; ${key} opens the menu again.`);
    },
    policyGone() {
      closeMenu();
      for (const { kind } of [valueKind, clauseKind]) store.dispatch(closeDialogs(kind));
    },
    fileLoaded(page) {
      const now = pending();
      if (now === null) return;
      if (page.sha256 !== now.base.sha256) closeMenu();
      if (page.sha256 === null || page.summary.verdict === "unreadable") {
        reportLoss("unreadable", "cannot be read");
        return;
      }
      if (now.file === "gone" || now.file === "unreadable") endLoss();
      const isSame = page.sha256 === now.base.sha256 && now.file !== "changed";
      store.dispatch(pendingUpdated({ base: page, file: isSame ? "same" : "changed" }));
      retry();
    },
    fileMissing() {
      closeMenu();
      reportLoss("gone", "was deleted");
    },
  };
}
