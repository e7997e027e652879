import { basename } from "node:path";
import { whyUnsafe } from "../../../policy/edit/unsafe-fix.ts";
import { plural } from "../../../text/numbers.ts";
import { ask } from "../../../tui/dialogs/confirm.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import type { Command } from "../../app.ts";
import { requireFix, requireSafeFix } from "../disabled-reasons.ts";
import { showApplied, showDone } from "../operations/show-done.ts";
import type { OfferedFix, PoliciesApp, PoliciesRunning } from "../running.ts";
import type { AppliedFix } from "../select/policies-state.ts";
import { selectedFinding, shownPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

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

async function apply(app: PoliciesApp, { path, sha256, fix }: OfferedFix): Promise<void> {
  const change = await app.running.service.fix(path, sha256, fix.edits);
  await showApplied(app, { path, title: fix.title, done: `Fixed: ${pastTense(fix.title)}` }, change);
}

/** Applies the fix of the selected finding; asks first if the fix is not safe. */
async function applyFix(app: PoliciesApp): Promise<void> {
  const { store, running } = app;
  const page = shownPage(policiesSlice.get(store.get()));
  const finding = selectedFinding(policiesSlice.get(store.get()));
  if (page === null || page.sha256 === null || finding?.fix === undefined || finding.fix === null) return;
  const { fix, id, line } = finding;
  const offered = { path: page.path, sha256: page.sha256, fix };
  if (fix.safe) {
    await apply(app, offered);
    return;
  }
  running.offeredFix = offered;
  ask(store, {
    title: "Apply this fix?",
    lines: [
      `${basename(page.path)}:${line}: ${fix.title}`,
      `This fix is not safe: ${whyUnsafe(id)}.`,
      "On the command line, use policy fix --unsafe.",
    ],
    verb: "fix",
    command: "policy.fix-asked",
  });
}

/** Applies the confirmed fix to the content it was offered for. */
async function applyOffered(app: PoliciesApp): Promise<void> {
  const { offeredFix } = app.running;
  app.running.offeredFix = null;
  if (offeredFix !== null) await apply(app, offeredFix);
}

/** Applies all safe fixes of the open file; one undo reverts them. */
async function applyAllSafe(app: PoliciesApp): Promise<void> {
  const page = shownPage(policiesSlice.get(app.store.get()));
  if (page === null || page.sha256 === null) return;
  const { titles, ...change } = await app.running.service.fixAll(page.path, page.sha256);
  const [only = ""] = titles;
  const title = titles.length === 1 ? only : plural(titles.length, "fix", "fixes");
  const done = titles.length === 1 ? pastTense(only) : `${title}, ${titles.map(pastTense).join(", ")}`;
  await showApplied(app, { path: page.path, title, done: `Fixed: ${done}` }, change);
}

/** Undoes a fix, unless the file has changed since. */
export async function undoFix({ store, running }: PoliciesApp, fix: AppliedFix): Promise<void> {
  const { path, sha256, before, title } = fix;
  // Removed even after a failed restore: the file has changed, and the fix cannot be undone again.
  store.dispatch(
    setPolicies({ fixes: policiesSlice.get(store.get()).fixes.filter((other) => other !== fix) }),
  );
  if (before === null) await running.service.upstreamRemove(path, sha256);
  else await running.service.restore(path, sha256, before);
  await running.recheck(path);
  showDone(store, `Undone: ${title}`);
}

/** Commands that fix findings. */
export const fixCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "policy.fix",
    scope: "policy",
    ...act("fix"),
    title: "Apply the suggested fix",
    footerLabel: "fix",
    isNeeded: (state) => requireFix(state) === null,
    disabledReason: requireFix,
    run: applyFix,
  },
  {
    id: "policy.fix-all",
    scope: "policy",
    ...act("moreFixes"),
    title: "Apply all safe fixes",
    disabledReason: requireSafeFix,
    run: applyAllSafe,
  },
  {
    id: "policy.fix-asked",
    scope: internal,
    keys: [],
    title: "Confirm the fix",
    run: applyOffered,
  },
];
