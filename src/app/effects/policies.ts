import { coalesce } from "../../async/coalesce.ts";
import { type DirectoryWatch, watchDirectories } from "../../files/watch-directories.ts";
import { PolicyThreadGoneError } from "../../policy-files/errors.ts";
import { changeReview } from "../../policy-files/review-file.ts";
import { type Mark, withMark } from "../../policy/review/marks.ts";
import type { TerminalActions } from "../app.ts";
import { policyThread } from "../policies/policy-thread.ts";
import { reviewPlace } from "../policies/review-place.ts";
import { unreadablePage } from "../policies/unreadable-page.ts";
import type { AppState } from "../state/app-state.ts";
import { say } from "../state/messages.ts";
import { closeComment, findOverlay } from "../state/overlays.ts";
import {
  checkedPolicy,
  lastFix,
  lineInFocus,
  openedPage,
  scannedPolicies,
  selectedClause,
  selectedFinding,
  selectedPolicy,
  shownPage,
  withPolicies,
} from "../state/policies-state.ts";
import type { Store } from "../store.ts";
import { report } from "./report.ts";
import { reviewerName } from "./reviewer-name.ts";

const pastTenses = new Map([
  ["change", "changed"],
  ["convert", "converted"],
  ["make", "made"],
  ["remove", "removed"],
  ["rename", "renamed"],
]);

/** Returns the title of an applied fix: `change to "x"` becomes `changed to "x"`. */
function inPast(title: string): string {
  return title.replace(/^\w+/, (verb) => pastTenses.get(verb) ?? verb);
}

/** Poll interval for folders without change events, such as network drives. */
const pollMs = 2_000;
/** Maximum watched folders; each uses a watch of the system. */
const mostWatched = 200;
/** Maximum fixes that can be undone. */
const keptFixes = 50;

export interface PoliciesWork {
  /** Scans the folder and watches it from then on. */
  load(): void;
  /** Reads every file again, including unchanged ones. */
  reread(): void;
  /** Applies the fix of the selected finding. */
  applyFix(): Promise<void>;
  /** Undoes the last fix of the open file. */
  undoFix(): Promise<void>;
  /** Approves or flags the selected clause, or removes that mark. */
  judge(kind: "approved" | "flagged"): Promise<void>;
  /** Saves the text of the comment dialog. */
  saveComment(): Promise<void>;
  /** Opens the file in the user's editor at the current line. */
  edit(): Promise<void>;
  stop(): Promise<void>;
}

/** Lists, checks and watches the policies of a folder. Files change only on a user's command. */
export function createPoliciesWork(
  store: Store<AppState>,
  terminal: Pick<TerminalActions, "edit">,
  reviewFolder: string,
): PoliciesWork {
  const { folder } = store.get().policies;
  // An update of hooklens may replace its own folder.
  const reviewsElsewhere = folder?.isShipped === true ? reviewFolder : null;
  const thread = policyThread({ reviewFolder: reviewsElsewhere });
  const fail = (error: unknown) => report(store, error);
  let watch: DirectoryWatch | null = null;
  let isStopped = false;
  let isSeen = false;

  async function look(path: string, stamp: string): Promise<void> {
    const page = await thread.look(path).catch((error: unknown) => {
      if (error instanceof PolicyThreadGoneError) return unreadablePage(path, error.message);
      throw error;
    });
    if (page === null) return;
    store.batch(() => {
      store.update(checkedPolicy(path, stamp, page.summary));
      if (selectedPolicy(store.get())?.path === path) store.update(openedPage(page));
    });
  }

  const load = coalesce(async () => {
    if (folder === null || isStopped) return;
    const scan = await thread.scan(folder.path);
    store.update(scannedPolicies(scan, Date.now()));
    watch ??= watchDirectories(load, pollMs);
    for (const one of scan.folders.slice(0, mostWatched)) watch.add(one);
    const known = new Map(store.get().policies.files.map(({ path, stamp }) => [path, stamp]));
    const selected = selectedPolicy(store.get())?.path;
    const changed = scan.files.filter(({ path, stamp }) => known.get(path) !== stamp);
    // The visible file comes first.
    const isShown = ({ path }: { readonly path: string }) => path === selected;
    for (const { path, stamp } of [...changed.filter(isShown), ...changed.filter((one) => !isShown(one))]) {
      await look(path, stamp);
    }
    // The first row is selected until all files are sorted; from then on the selection is a file.
    const { selectedPath } = store.get().policies;
    store.update(withPolicies({ selectedPath: selectedPath ?? selectedPolicy(store.get())?.path ?? null }));
  }, fail);

  /** Loads the page of the selected file; the list needs only summaries. */
  const lookAtSelected = coalesce(async () => {
    const selected = selectedPolicy(store.get());
    if (selected !== null && selected.summary !== null && shownPage(store.get()) === null) {
      await look(selected.path, selected.stamp);
    }
  }, fail);

  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    const wasSeen = isSeen;
    isSeen = state.screen === "policies";
    if (isSeen && !wasSeen) load();
    if (!isSeen) return;
    const selected = selectedPolicy(state);
    if (selected !== null && selected.summary !== null && shownPage(state) === null) lookAtSelected();
  });

  async function lookAgain(path: string): Promise<void> {
    // The next scan sees a new stamp and checks the file again, which has no effect.
    const stamp = store.get().policies.files.find((file) => file.path === path)?.stamp ?? "";
    await look(path, stamp);
  }

  async function keep(policy: string, mark: Pick<Mark, "kind" | "clauseId" | "clauseHash" | "text">) {
    const by = await reviewerName(folder?.path ?? ".");
    const nowMs = Date.now();
    const clauses = shownPage(store.get())?.clauses ?? [];
    const aside = changeReview(
      reviewPlace(policy, reviewsElsewhere),
      (marks) => withMark(marks, { ...mark, by, at: new Date(nowMs).toISOString() }, clauses),
      nowMs,
    );
    await lookAgain(policy);
    if (aside !== null) {
      store.update(say("warn", `The unreadable review was moved to ${aside}.`, nowMs));
    }
  }

  return {
    load,
    reread() {
      const { files } = store.get().policies;
      store.update(withPolicies({ files: files.map((file) => ({ ...file, stamp: "" })) }));
      load();
    },
    async applyFix() {
      const page = shownPage(store.get());
      const finding = selectedFinding(store.get());
      if (page === null || page.sha256 === null || finding?.fix === undefined || finding.fix === null) return;
      const { fix } = finding;
      const change = await thread.fix(page.path, page.sha256, fix.edits);
      const applied = { path: page.path, title: fix.title, ...change };
      store.update((state) =>
        withPolicies({ fixes: [...state.policies.fixes, applied].slice(-keptFixes) })(state),
      );
      await lookAgain(page.path);
      store.update(say("ok", `Fixed: ${inPast(fix.title)} · u undoes`, Date.now(), 4_000));
    },
    async undoFix() {
      const fix = lastFix(store.get());
      if (fix === null) return;
      const { path, sha256, before, title } = fix;
      // Whether or not the restore succeeds, the file has changed and the fix cannot be undone again.
      store.update((state) =>
        withPolicies({ fixes: state.policies.fixes.filter((other) => other !== fix) })(state),
      );
      await thread.restore(path, sha256, before);
      await lookAgain(path);
      store.update(say("ok", `Undone: ${title}`, Date.now()));
    },
    async judge(kind) {
      const page = shownPage(store.get());
      const clause = selectedClause(store.get());
      if (page === null || clause === null || clause.id === null || clause.hash === null) return;
      const isTakenBack = clause.review.standing === kind;
      await keep(page.path, { kind, clauseId: clause.id, clauseHash: clause.hash, text: "" });
      const done = isTakenBack ? `no longer ${kind}` : kind;
      store.update(say("ok", `${clause.id} is ${done}`, Date.now()));
    },
    async saveComment() {
      const dialog = findOverlay(store.get(), "comment");
      if (dialog === null) return;
      const { path, clauseId, clauseHash, field } = dialog;
      await keep(path, { kind: "comment", clauseId, clauseHash, text: field.value.trim() });
      store.update(closeComment);
    },
    async edit() {
      const page = shownPage(store.get());
      if (page === null) return;
      await terminal.edit(page.path, lineInFocus(store.get()));
      load();
    },
    async stop() {
      isStopped = true;
      unsubscribe();
      watch?.close();
      await thread.close();
    },
  };
}
