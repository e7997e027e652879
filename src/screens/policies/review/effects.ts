import { basename } from "node:path";
import type { ReportFormat } from "../../../policy/report/review/report-formats.ts";
import type { EntryKind, Verdict } from "../../../policy/review/review-entry.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { MarkRequest } from "../page/mark.ts";
import type { PageClause, PolicyPage } from "../page/policy-page.ts";
import type { PolicyParts } from "../parts.ts";
import { policiesSlice, shownPage } from "../state.ts";
import { entrySaved, entryUndone, lastEntry, reviewSlice } from "./state.ts";

export interface ReviewEffects {
  /** Saves an entry of the review of a policy, and says so. */
  review(path: string, entry: Omit<MarkRequest, "at">): Promise<void>;
  /** Removes the entry that was saved last for the open policy. */
  undoReview(): Promise<void>;
  /**
   * Writes the report of a policy's review to a file. Resolves with a function that says so.
   * @param revision version whose differences are listed; null for HEAD
   * @throws {HooklensError} it was not written
   */
  exportReview(
    path: string,
    revision: string | null,
    format: ReportFormat,
    file: string,
    replace: boolean,
  ): Promise<() => void>;
}

export function createReviewEffects({ store, registry, thread, recheck }: PolicyParts): ReviewEffects {
  return {
    async review(path, request) {
      const at = new Date(store.nowMs()).toISOString();
      const { entry, isOld } = await thread.mark(path, { ...request, at }).catch(async (error: unknown) => {
        // Shows the content that the refused approval is not about.
        await recheck(path);
        throw error;
      });
      store.dispatch(entrySaved({ path, entry, atMs: store.nowMs() }));
      await recheck(path);
      const done = `${entry.clauseId} of ${basename(path)} ${savedWords[entry.kind]}`;
      const back = entry.kind === "flagged" ? ` · ${keyOf(registry, "policy.flag")} takes it back` : "";
      if (isOld) showMessage(store, "warn", `${done}, but it has changed meanwhile. Read it again.`);
      else showMessage(store, "ok", `${done}${back}`);
    },
    async undoReview() {
      const { path = null } = shownPage(policiesSlice.get(store.get())) ?? {};
      const last = lastEntry(reviewSlice.get(store.get()), path);
      if (last === null) return;
      await thread.unmark(last.path, last.entry);
      store.dispatch(entryUndone(last));
      await recheck(last.path);
      const { clauseId, kind } = last.entry;
      showMessage(store, "ok", `Undone: ${clauseId} of ${basename(last.path)} ${savedWords[kind]}`);
    },
    async exportReview(path, revision, format, file, replace) {
      const problem = await thread.exportReview(path, revision, format, file, replace);
      const done = `Exported the review of ${basename(path)} to ${file}`;
      return () =>
        problem === null
          ? showMessage(store, "ok", done)
          : showMessage(store, "warn", `${done}. It has only what is readable: ${problem}`);
    },
  };
}

const savedWords: Readonly<Record<EntryKind, string>> = {
  approved: "is approved",
  flagged: "is flagged",
  withdrawn: "has no verdict of yours",
  comment: "has your comment",
  reply: "has your reply",
  resolved: "has a resolved discussion",
  reopened: "has a reopened discussion",
};

/** Returns the verdict of the person who reviews here on the current content of a clause; null for none. */
export function ownVerdict({ reviewer }: PolicyPage, { review }: PageClause): Verdict | null {
  const own = review.verdicts.find(({ entry, isOld }) => entry.by === reviewer && !isOld);
  return own?.entry.kind ?? null;
}
