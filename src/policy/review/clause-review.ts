import { type EntryKind, inOrder, type ReviewEntry, type Verdict, verdicts } from "./review-entry.ts";

/**
 * Part of a policy in a review: a clause, or the general provisions, for which the word clause stands too. `id` is null
 * if it is not readable, `hash` if the part has no canonical form.
 */
export interface ReviewedClause {
  readonly id: string | null;
  readonly hash: string | null;
}

/**
 * State of a clause's review:
 * - `none`: no verdict counts.
 * - `approved`: all verdicts on the current content approve it, and no flag on an earlier content is left.
 * - `flagged`: all verdicts on the current content flag it.
 * - `disagreement`: some verdicts on the current content approve it, others flag it.
 * - `reopened`: the clause changed after its verdicts, or after a flag that its author has not renewed.
 */
export const standings = ["none", "approved", "flagged", "disagreement", "reopened"] as const;
export type Standing = (typeof standings)[number];

/** Verdict of one person. */
export interface PersonVerdict {
  readonly entry: ReviewEntry & { readonly kind: Verdict };
  /** True if the clause changed after the verdict. */
  readonly isOld: boolean;
}

/** Verdict or comment with its replies. */
export interface Thread {
  readonly root: ReviewEntry;
  /** Oldest first. */
  readonly replies: readonly ReviewEntry[];
  /** Entry that resolved the thread, or null. */
  readonly resolved: ReviewEntry | null;
  /** True if the clause changed after the first entry. */
  readonly isOld: boolean;
  /** False for a verdict replaced or withdrawn by its author. */
  readonly counts: boolean;
  /** True for a verdict that its author withdrew. */
  readonly isWithdrawn: boolean;
}

export interface ClauseReview {
  readonly standing: Standing;
  /** Current verdicts: the latest of each person, oldest first. */
  readonly verdicts: readonly PersonVerdict[];
  /** Discussion, oldest thread first. Includes outdated verdicts with a text or replies. */
  readonly threads: readonly Thread[];
}

const unreviewed: ClauseReview = { standing: "none", verdicts: [], threads: [] };

/** Returns the review of each clause. */
export function clauseReviews(
  clauses: readonly ReviewedClause[],
  entries: readonly ReviewEntry[],
): readonly ClauseReview[] {
  if (entries.length === 0) return clauses.map(() => unreviewed);
  const present = new Set(clauses.map(keyOf));
  const ordered = inOrder(entries);
  return clauses.map((clause) => {
    const ofIt = ordered.filter((entry) => entry.clauseId === clause.id && belongs(entry, clause, present));
    const counting = latestVerdicts(ofIt, clause);
    return {
      standing: standingOf(counting),
      verdicts: counting,
      threads: threadsOf(ofIt, clause, new Set(counting.map(({ entry }) => entry.id))),
    };
  });
}

/**
 * Returns true if an entry with the clause's ID belongs to the clause: it has the same content, or no present clause
 * does. Thus content distinguishes clauses with the same ID.
 */
function belongs(entry: ReviewEntry, clause: ReviewedClause, present: ReadonlySet<string>): boolean {
  return (
    entry.clauseHash === clause.hash || !present.has(keyOf({ id: entry.clauseId, hash: entry.clauseHash }))
  );
}

function keyOf({ id, hash }: ReviewedClause): string {
  return `${hash ?? ""} ${id ?? ""}`;
}

function latestVerdicts(ordered: readonly ReviewEntry[], { hash }: ReviewedClause): readonly PersonVerdict[] {
  const latest = new Map<string, PersonVerdict | null>();
  for (const entry of ordered) {
    const { kind, by } = entry;
    if (kind !== "approved" && kind !== "flagged" && kind !== "withdrawn") continue;
    // Deleted first, to keep the map in the order of the latest verdicts.
    latest.delete(by);
    latest.set(
      by,
      kind === "withdrawn" ? null : { entry: { ...entry, kind }, isOld: entry.clauseHash !== hash },
    );
  }
  return [...latest.values()].filter((verdict) => verdict !== null);
}

function isVerdict(kind: EntryKind): boolean {
  return verdicts.some((verdict) => verdict === kind);
}

function standingOf(counting: readonly PersonVerdict[]): Standing {
  const current = new Set(counting.filter(({ isOld }) => !isOld).map(({ entry }) => entry.kind));
  if (current.size === 2) return "disagreement";
  if (current.has("flagged")) return "flagged";
  const hasOldFlag = counting.some(({ entry, isOld }) => isOld && entry.kind === "flagged");
  if (current.has("approved") && !hasOldFlag) return "approved";
  return counting.length > 0 ? "reopened" : "none";
}

function threadsOf(
  ordered: readonly ReviewEntry[],
  { hash }: ReviewedClause,
  counting: ReadonlySet<string>,
): readonly Thread[] {
  const isRoot = ({ kind }: ReviewEntry) => kind === "comment" || isVerdict(kind);
  const threads = new Map<
    string,
    { root: ReviewEntry; replies: ReviewEntry[]; resolved: ReviewEntry | null }
  >();
  const add = (root: ReviewEntry) => {
    const thread = { root, replies: [], resolved: null };
    threads.set(root.id, thread);
    return thread;
  };
  for (const entry of ordered.filter(isRoot)) add(entry);
  for (const entry of ordered) {
    const thread = entry.to === null ? undefined : threads.get(entry.to);
    if (entry.kind === "reply") {
      // A reply without its first entry begins a thread: its text must not be lost.
      if (thread === undefined) add(entry);
      else thread.replies.push(entry);
    } else if (thread !== undefined && entry.kind === "resolved") thread.resolved = entry;
    else if (thread !== undefined && entry.kind === "reopened") thread.resolved = null;
  }
  return [...threads.values()]
    .map((thread) => {
      const { root } = thread;
      const counts = counting.has(root.id) || root.kind === "comment" || root.kind === "reply";
      return {
        ...thread,
        isOld: root.clauseHash !== hash,
        counts,
        isWithdrawn: !counts && isWithdrawn(root, ordered),
      };
    })
    .filter(({ root, counts, replies }) => counts || replies.length > 0 || root.text.trim() !== "");
}

/** Returns true if the author of a verdict withdrew it; false if the author's next verdict replaced it. */
function isWithdrawn(verdict: ReviewEntry, ordered: readonly ReviewEntry[]): boolean {
  const next = ordered
    .slice(ordered.indexOf(verdict) + 1)
    .find(({ kind, by }) => by === verdict.by && (kind === "withdrawn" || isVerdict(kind)));
  return next?.kind === "withdrawn";
}

/** Returns the threads awaiting an answer: unresolved, and begun by a comment or a current flag. */
export function openThreads({ threads }: ClauseReview): readonly Thread[] {
  return threads.filter(
    ({ root, resolved, counts }) => resolved === null && counts && root.kind !== "approved",
  );
}

/** Returns the unresolved comments. A comment is no verdict: its clause may be approved. */
export function openComments(review: ClauseReview): readonly ReviewEntry[] {
  return openThreads(review).flatMap(({ root }) => (root.kind === "comment" ? [root] : []));
}

/** Counts the clauses of each standing. */
export function standingCounts(reviews: readonly ClauseReview[]): Readonly<Record<Standing, number>> {
  const counts = { none: 0, approved: 0, flagged: 0, disagreement: 0, reopened: 0 };
  for (const { standing } of reviews) counts[standing] += 1;
  return counts;
}
