import { basename } from "node:path";
import { whyUnsafe } from "../../../policy/edit/unsafe-fix.ts";
import type { Fix } from "../../../policy/finding.ts";
import { plural } from "../../../text/numbers.ts";
import { ask } from "../../../tui/dialogs/confirm.ts";
import { showDone } from "../kit/show-done.ts";
import type { PolicyParts } from "../parts.ts";
import type { AppliedFix } from "../select/policies-state.ts";
import { selectedFinding, shownPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state.ts";
import { showApplied } from "./applied.ts";

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

export interface FixEffects {
  /** Applies the fix of the selected finding; asks first if the fix is not safe. */
  applyFix(): Promise<void>;
  /** Applies the fix that was asked about last, to the content that it was offered for. */
  applyAsked(): Promise<void>;
  /** Applies all safe fixes of the open file, which one undo reverts. */
  applyAllSafe(): Promise<void>;
  /** Undoes a fix, unless the file has changed since. */
  undoFix(fix: AppliedFix): Promise<void>;
}

/** Fix, and the content of the file that it was offered for. */
interface OfferedFix {
  readonly path: string;
  readonly sha256: string;
  readonly fix: Fix;
}

export function createFixEffects(parts: PolicyParts): FixEffects {
  const { store, service, recheck } = parts;
  let asked: OfferedFix | null = null;

  async function apply({ path, sha256, fix }: OfferedFix): Promise<void> {
    const change = await service.fix(path, sha256, fix.edits);
    await showApplied(parts, { path, title: fix.title, done: `Fixed: ${pastTense(fix.title)}` }, change);
  }

  return {
    async applyFix() {
      const page = shownPage(policiesSlice.get(store.get()));
      const finding = selectedFinding(policiesSlice.get(store.get()));
      if (page === null || page.sha256 === null || finding?.fix === undefined || finding.fix === null) return;
      const { fix, id, line } = finding;
      const offered = { path: page.path, sha256: page.sha256, fix };
      if (fix.safe) {
        await apply(offered);
        return;
      }
      asked = offered;
      ask(store, {
        title: "Apply this fix?",
        lines: [
          `${basename(page.path)}:${line}: ${fix.title}`,
          `This fix is not safe: ${whyUnsafe(id)}.`,
          "On the command line it needs policy fix --unsafe.",
        ],
        verb: "fix",
        command: "policy.fix-asked",
      });
    },
    async applyAsked() {
      if (asked === null) return;
      const offered = asked;
      asked = null;
      await apply(offered);
    },
    async applyAllSafe() {
      const page = shownPage(policiesSlice.get(store.get()));
      if (page === null || page.sha256 === null) return;
      const { titles, ...change } = await service.fixAll(page.path, page.sha256);
      const [only = ""] = titles;
      const title = titles.length === 1 ? only : plural(titles.length, "fix", "fixes");
      const done = titles.length === 1 ? pastTense(only) : `${title}, ${titles.map(pastTense).join(", ")}`;
      await showApplied(parts, { path: page.path, title, done: `Fixed: ${done}` }, change);
    },
    async undoFix(fix) {
      const { path, sha256, before, title } = fix;
      // Removed even if the restore fails: the file has changed, and the fix cannot be undone again.
      store.dispatch(
        setPolicies({ fixes: policiesSlice.get(store.get()).fixes.filter((other) => other !== fix) }),
      );
      if (before === null) await service.upstreamRemove(path, sha256);
      else await service.restore(path, sha256, before);
      await recheck(path);
      showDone(store, `Undone: ${title}`);
    },
  };
}
