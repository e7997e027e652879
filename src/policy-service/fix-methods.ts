import { type FileChange, changeFile } from "../policy-files/change-file.ts";
import { PolicyNotChangedError } from "../policy-files/errors.ts";
import { applyEdits } from "../policy/edit/apply-edits.ts";
import { fixPolicy } from "../policy/edit/fix-policy.ts";
import type { Edit } from "../policy/finding.ts";
import { policyFormat } from "../policy/read/format.ts";

/** Applies edits to a file whose content still has this hash. @throws {PolicyNotChangedError} */
export function fix(path: string, sha256: string, edits: readonly Edit[]): FileChange {
  return changeFile(path, sha256, (text) => {
    const edited = applyEdits(text, edits, policyFormat(text, path));
    if (edited.ok) return edited.text;
    throw new PolicyNotChangedError({
      what: `${path} was not written`,
      why: edited.why,
      hint: "Edit the file in an editor",
    });
  });
}

/**
 * Applies all safe fixes to a file whose content still has this hash, as `policy fix` does.
 * @returns also the titles of the fixes, at least one
 * @throws {PolicyNotChangedError}
 */
export function fixAll(path: string, sha256: string): FileChange & { readonly titles: readonly string[] } {
  const titles: string[] = [];
  const change = changeFile(path, sha256, (text) => {
    const { text: fixedText, fixed } = fixPolicy(text, { file: path });
    if (fixed.length === 0) {
      throw new PolicyNotChangedError({
        what: `${path} was not written`,
        why: "no safe fix can be applied to its layout",
        hint: "Edit the file in an editor",
      });
    }
    titles.push(...fixed.map(({ fix: { title } }) => title));
    return fixedText;
  });
  return { ...change, titles };
}

/** Restores the text of a file whose content still has this hash. @throws {PolicyNotChangedError} */
export function restore(path: string, sha256: string, text: string): FileChange {
  return changeFile(path, sha256, () => text);
}
