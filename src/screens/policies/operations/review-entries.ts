import { basename } from "node:path";
import { type PagePart, partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { EntryRequest } from "../../../policy-service/save-entry.ts";
import {
  type ClauseReview,
  openThreads,
  type PersonVerdict,
  type Thread,
} from "../../../policy/review/clause-review.ts";
import type { EntryKind, ReviewEntry } from "../../../policy/review/review-entry.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { PoliciesApp } from "../running.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";
import { entrySaved, entryUndone, type SavedEntry } from "../state/review.ts";
import { showDone } from "./show-done.ts";

/** Saves an entry of the review of a policy, and says so. */
export async function saveEntry(
  { store, registry, running: { service, recheck } }: PoliciesApp,
  path: string,
  request: Omit<EntryRequest, "at">,
): Promise<void> {
  const at = new Date(store.nowMs()).toISOString();
  const { entry, isOld } = await service.saveEntry(path, { ...request, at }).catch(async (error: unknown) => {
    // Shows the changed content after a refused approval.
    await recheck(path);
    throw error;
  });
  store.dispatch(entrySaved({ path, entry, atMs: store.nowMs() }));
  await recheck(path);
  const done = `${entry.clauseId} of ${basename(path)}: ${savedWords[entry.kind]}`;
  const page = shownPage(policiesSlice.get(store.get()));
  const note = flagNote(page, entry, keyOf(registry, "policy.flag"));
  if (isOld) showMessage(store, "warn", `${done}, but the clause has changed meanwhile. Read it again.`);
  else showDone(store, `${done}${note}`);
}

/** Removes an entry that was saved in this session. */
export async function undoEntry(
  { store, running: { service, recheck } }: PoliciesApp,
  saved: SavedEntry,
): Promise<void> {
  const { path, entry } = saved;
  // A second key takes back the entry before it.
  store.dispatch(entryUndone(saved));
  await service.removeEntry(path, entry).catch((error: unknown) => {
    store.dispatch(entrySaved(saved));
    throw error;
  });
  await recheck(path);
  if (policiesSlice.get(store.get()).pane === "cell") store.dispatch(setPolicies({ paneTop: 0 }));
  showDone(store, `Undone: ${undoneWords[entry.kind]} ${entry.clauseId} of ${basename(path)}`);
}

/** Explains how to take back a flag, even after resolving its discussion: the verdict still counts. */
function flagNote(page: PolicyPage | null, { kind, to }: ReviewEntry, key: string): string {
  if (kind === "flagged") return ` · ${key} takes it back`;
  const reviews = page === null || kind !== "resolved" ? [] : partsOf(page).map(({ review }) => review);
  const flag = reviews
    .flatMap(({ verdicts }) => verdicts)
    .find(({ entry }) => entry.id === to && entry.kind === "flagged");
  if (flag === undefined) return "";
  const { by } = flag.entry;
  return by === page?.reviewer ? ` · your flag stays, ${key} takes it back` : ` · the flag of ${by} stays`;
}

const savedWords: Readonly<Record<EntryKind, string>> = {
  approved: "approved",
  flagged: "flagged",
  withdrawn: "your verdict is withdrawn",
  comment: "comment saved",
  reply: "reply saved",
  resolved: "discussion resolved",
  reopened: "discussion reopened",
};

/** Words for an undone entry, before the ID of its part. */
const undoneWords: Readonly<Record<EntryKind, string>> = {
  approved: "your approval of",
  flagged: "your flag on",
  withdrawn: "the withdrawal of your verdict on",
  comment: "your comment on",
  reply: "your reply on",
  resolved: "the resolution of a discussion on",
  reopened: "the reopening of a discussion on",
};

/** Returns the verdict of the person who reviews here on the current content of a part; null for none. */
export function ownVerdict({ reviewer }: PolicyPage, { review }: PagePart): PersonVerdict["entry"] | null {
  const own = review.verdicts.find(({ entry, isOld }) => entry.by === reviewer && !isOld);
  return own?.entry ?? null;
}

/** Discussions to choose from, and the index of the proposed one. */
export interface ThreadChoice {
  readonly threads: readonly Thread[];
  readonly proposed: number;
}

/**
 * Returns the answerable discussions of a clause, newest first, verdicts without a text last. Proposes the newest
 * open one begun by somebody else's comment or flag, otherwise the first.
 */
export function threadChoice(review: ClauseReview, reviewer: string): ThreadChoice {
  const newest = review.threads.toReversed().filter(({ counts, replies }) => counts || replies.length > 0);
  const hasText = ({ root, replies }: Thread) => root.text.trim() !== "" || replies.length > 0;
  return proposing([...newest.filter(hasText), ...newest.filter((one) => !hasText(one))], review, reviewer);
}

/** Returns the discussions of a clause to resolve or reopen; an approval asks for no answer. */
export function resolvableChoice(review: ClauseReview, reviewer: string): ThreadChoice {
  const { threads } = threadChoice(review, reviewer);
  return proposing(
    threads.filter(({ root }) => root.kind !== "approved"),
    review,
    reviewer,
  );
}

function proposing(threads: readonly Thread[], review: ClauseReview, reviewer: string): ThreadChoice {
  const open = openThreads(review);
  const proposed = threads.findIndex((thread) => open.includes(thread) && thread.root.by !== reviewer);
  return { threads, proposed: Math.max(0, proposed) };
}
