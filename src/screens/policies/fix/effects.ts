import { keyOf } from "../../../tui/frame/key-label.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { PolicyParts } from "../parts.ts";
import { lastFix, policiesSlice, selectedFinding, setPolicies, shownPage } from "../state.ts";

/** Maximum fixes that can be undone. */
const maxFixes = 50;

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
  /** Applies the fix of the selected finding. */
  applyFix(): Promise<void>;
  /** Undoes the last fix of the open file. */
  undoFix(): Promise<void>;
}

export function createFixEffects({ store, registry, thread, recheck }: PolicyParts): FixEffects {
  return {
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
  };
}
