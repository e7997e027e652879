import { execFile } from "node:child_process";
import { userInfo } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { coalesce } from "../../async/coalesce.ts";
import { type DirectoryWatch, watchDirectories } from "../../files/watch-directories.ts";
import { PolicyThreadGoneError } from "../../policy-files/errors.ts";
import type { Mark, Verdict } from "../../policy/review/marks.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import type { Registry } from "../../tui/registry.ts";
import { report } from "../../tui/report.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { FeatureContext } from "../context.ts";
import { policyThread } from "./page/policy-thread.ts";
import {
  policyChecked,
  lastFix,
  listedFiles,
  currentLine,
  pageLoaded,
  policiesScanned,
  selectedClause,
  selectedFinding,
  selectedPolicy,
  shownPage,
  setPolicies,
  policiesSlice,
} from "./state.ts";

const pastTenses = new Map([
  ["change", "changed"],
  ["convert", "converted"],
  ["make", "made"],
  ["remove", "removed"],
  ["rename", "renamed"],
]);

/** Returns the title of an applied fix: `change to "x"` becomes `changed to "x"`. */
function pastTense(title: string): string {
  return title.replace(/^\w+/, (verb) => pastTenses.get(verb) ?? verb);
}

/** Poll interval for directories without change events, such as network drives, in milliseconds. */
const pollMs = 2_000;
/** Maximum watched directories; each takes one of the system's watches. */
const maxWatched = 200;
/** Maximum fixes that can be undone. */
const maxFixes = 50;

export interface PoliciesEffects {
  /** Scans the directory, checks changed files, and watches the directory from then on. */
  load(): void;
  /** Checks every file again, including unchanged ones. */
  reread(): void;
  /** Applies the fix of the selected finding. */
  applyFix(): Promise<void>;
  /** Undoes the last fix of the open file. */
  undoFix(): Promise<void>;
  /** Approves or flags the selected clause, or revokes that verdict. */
  toggleMark(kind: Verdict): Promise<void>;
  /** Saves a comment on a clause of a policy; an empty one deletes it. */
  saveComment(path: string, mark: Pick<Mark, "clauseId" | "clauseHash" | "text">): Promise<void>;
  /** Opens the file in the user's editor at the current line, and scans the directory afterwards. */
  edit(): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the effects that list, check and watch the policies of a directory. Only commands change files. */
export function createPoliciesEffects(context: FeatureContext, registry: Registry): PoliciesEffects {
  const { store, terminal, events, policyFolder: folder } = context;
  store.dispatch(setPolicies({ folder }));
  // An update of hooklens replaces the directory of the bundled policies.
  const separateReviews = folder?.isShipped === true ? join(context.dataDir, "reviews") : null;
  const thread = policyThread({ reviewFolder: separateReviews });
  const fail = (error: unknown) => report(store, error);
  let watch: DirectoryWatch | null = null;
  let isStopped = false;

  async function check(path: string, stamp: string): Promise<void> {
    const page = await thread.check(path).catch(async (error: unknown) => {
      if (!(error instanceof PolicyThreadGoneError)) throw error;
      // Loaded on demand: it checks policies, which the first frame does not need.
      const { unreadablePage } = await import("./page/make-page.ts");
      return unreadablePage(path, error.message, `Press ${keyOf(registry, "app.refresh")} to refresh`);
    });
    if (page === null) return;
    store.batch(() => {
      store.dispatch(policyChecked(path, stamp, page.summary));
      if (selectedPolicy(policiesSlice.get(store.get()))?.path === path) store.dispatch(pageLoaded(page));
    });
  }

  const load = coalesce(async () => {
    if (folder === null || isStopped) return;
    const scan = await thread.scan(folder.path);
    store.dispatch(policiesScanned(scan, store.nowMs()));
    watch ??= watchDirectories(load, pollMs);
    for (const one of scan.folders.slice(0, maxWatched)) watch.add(one);
    const known = new Map(policiesSlice.get(store.get()).files.map(({ path, stamp }) => [path, stamp]));
    const selected = selectedPolicy(policiesSlice.get(store.get()))?.path;
    const changed = scan.files.filter(({ path, stamp }) => known.get(path) !== stamp);
    // The selected file comes first.
    const isShown = ({ path }: { readonly path: string }) => path === selected;
    for (const { path, stamp } of [...changed.filter(isShown), ...changed.filter((one) => !isShown(one))]) {
      await check(path, stamp);
    }
    // Checking sorts the files. Until it ends, the first row stays selected, whichever file it shows.
    const { selectedPath } = policiesSlice.get(store.get());
    store.dispatch(
      setPolicies({
        selectedPath: selectedPath ?? listedFiles(store.get())[0]?.path ?? null,
      }),
    );
  }, fail);

  /** Loads the page of the selected file if only its summary is known. */
  const loadSelected = coalesce(async () => {
    const selected = selectedPolicy(policiesSlice.get(store.get()));
    if (
      selected !== null &&
      selected.summary !== null &&
      shownPage(policiesSlice.get(store.get())) === null
    ) {
      await check(selected.path, selected.stamp);
    }
  }, fail);

  events.ready.on(() => {
    // The tab counts failing policies. Bundled ones load only when the screen is shown.
    if (folder?.isShipped === false) load();
  });

  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    if (navSlice.get(state).screen !== "policies") return;
    const selected = selectedPolicy(policiesSlice.get(state));
    if (selected !== null && selected.summary !== null && shownPage(policiesSlice.get(state)) === null)
      loadSelected();
  });

  async function recheck(path: string): Promise<void> {
    // The stamp is that of the last scan, so the next scan checks the file again, with the same result.
    const stamp = policiesSlice.get(store.get()).files.find((file) => file.path === path)?.stamp ?? "";
    await check(path, stamp);
  }

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
    load,
    reread() {
      const { files } = policiesSlice.get(store.get());
      store.dispatch(setPolicies({ files: files.map((file) => ({ ...file, stamp: "" })) }));
      load();
    },
    async applyFix() {
      const page = shownPage(policiesSlice.get(store.get()));
      const finding = selectedFinding(policiesSlice.get(store.get()));
      if (page === null || page.sha256 === null || finding?.fix === undefined || finding.fix === null) return;
      const { fix } = finding;
      const change = await thread.fix(page.path, page.sha256, fix.edits);
      const applied = { path: page.path, title: fix.title, ...change };
      store.dispatch(
        setPolicies({ fixes: [...policiesSlice.get(store.get()).fixes, applied].slice(-maxFixes) }),
      );
      await recheck(page.path);
      showMessage(
        store,
        "ok",
        `Fixed: ${pastTense(fix.title)} · press ${keyOf(registry, "app.undo")} to undo`,
        {
          durationMs: 4_000,
        },
      );
    },
    async undoFix() {
      const fix = lastFix(policiesSlice.get(store.get()));
      if (fix === null) return;
      const { path, sha256, before, title } = fix;
      // Removed even if the restore fails: the file has changed, and the fix cannot be undone again.
      store.dispatch(
        setPolicies({ fixes: policiesSlice.get(store.get()).fixes.filter((other) => other !== fix) }),
      );
      await thread.restore(path, sha256, before);
      await recheck(path);
      showMessage(store, "ok", `Undone: ${title}`);
    },
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
    async edit() {
      const page = shownPage(policiesSlice.get(store.get()));
      if (page === null) return;
      await terminal.edit(page.path, currentLine(policiesSlice.get(store.get())));
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
