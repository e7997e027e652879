import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { basename } from "node:path";
import { promisify } from "node:util";
import type { Mark, Verdict } from "../../../policy/review/marks.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { PolicyParts } from "../parts.ts";
import { policiesSlice, selectedClause, shownPage } from "../state.ts";

export interface ReviewEffects {
  /** Approves or flags the selected clause, or revokes that verdict. */
  toggleMark(kind: Verdict): Promise<void>;
  /** Saves a comment on a clause of a policy; an empty one deletes it. */
  saveComment(path: string, mark: Pick<Mark, "clauseId" | "clauseHash" | "text">): Promise<void>;
}

export function createReviewEffects({ store, folder, thread, recheck }: PolicyParts): ReviewEffects {
  async function saveMark(policy: string, mark: Pick<Mark, "kind" | "clauseId" | "clauseHash" | "text">) {
    const by = await reviewerName(folder?.path ?? ".");
    const at = new Date(store.nowMs()).toISOString();
    const clauses = shownPage(policiesSlice.get(store.get()))?.clauses ?? [];
    const movedTo = await thread.mark(
      policy,
      { ...mark, by, at },
      clauses.map(({ id, hash }) => ({ id, hash })),
    );
    await recheck(policy);
    if (movedTo !== null) {
      showMessage(store, "warn", `The unreadable review was moved to ${movedTo}.`);
    }
  }

  return {
    async toggleMark(kind) {
      const page = shownPage(policiesSlice.get(store.get()));
      const clause = selectedClause(policiesSlice.get(store.get()));
      if (page === null || clause === null || clause.id === null || clause.hash === null) return;
      const isRemoved = clause.review.standing === kind;
      await saveMark(page.path, { kind, clauseId: clause.id, clauseHash: clause.hash, text: "" });
      const done = isRemoved ? `no longer ${kind}` : kind;
      showMessage(store, "ok", `${clause.id} of ${basename(page.path)} is ${done}`);
    },
    saveComment: (path, mark) => saveMark(path, { ...mark, kind: "comment" }),
  };
}

const runFile = promisify(execFile);
const maxCharacters = 100;

/** Resolves with git's `user.name` in this directory, or else the account's name, cut to 100 characters. */
async function reviewerName(folder: string): Promise<string> {
  const gitName = await runFile("git", ["config", "user.name"], { cwd: folder, timeout: 2_000 }).then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  return (gitName === "" ? accountName() : gitName).slice(0, maxCharacters);
}

function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    // The user ID of a container may have no account.
    return "unknown";
  }
}
