import { isDeepStrictEqual } from "node:util";
import { type FileChange, changeFile, recreateFile, sha256Of } from "../../../policy-files/change-file.ts";
import { PolicyNotChangedError } from "../../../policy-files/errors.ts";
import { readPolicyFile, type PolicyFile, unreadFile } from "../../../policy-files/read-policy-file.ts";
import { isFile } from "../../../policy-files/walk-folder.ts";
import { checkDecoded } from "../../../policy/check-bytes.ts";
import { countChanges, type Direction } from "../../../policy/diff/change.ts";
import { diffPolicies } from "../../../policy/diff/diff-policies.ts";
import { tryWhatIfs } from "../../../policy/edit/try-what-ifs.ts";
import { type WhatIf, whatIfText } from "../../../policy/edit/what-if.ts";
import type { Policy } from "../../../policy/policy.ts";
import { policyFormat } from "../../../policy/read/format.ts";
import type { CompareBase } from "../page/compare-base.ts";
import type { PolicyPage } from "../page/policy-page.ts";
import type { FailedChange } from "./state.ts";

/** Page of a policy with changes, which are not written. */
export interface TriedPage {
  /** Its `sha256` is that of the file. */
  readonly page: PolicyPage;
  readonly failed: readonly FailedChange[];
  /** True if the file has the same values. */
  readonly isSame: boolean;
  /** Numbers of its changes of the file; null if one of the two has errors. */
  readonly counts: Readonly<Record<Direction, number>> | null;
}

/**
 * Creates the methods that try and keep changes.
 * @param makePageOf creates the page of a file with its review, its seal, its version in HEAD and the one it is compared with
 */
export function whatIfMethods(
  makePageOf: (path: string, file: PolicyFile, base: CompareBase | null) => Promise<PolicyPage>,
) {
  return {
    async tryWhatIf(
      path: string,
      changes: readonly WhatIf[],
      base: CompareBase | null,
    ): Promise<TriedPage | null> {
      if (!isFile(path)) return null;
      const file = await readPolicyFile(path).catch((error: unknown) => unreadFile(path, error));
      const tried = tryWhatIfs(file.text, changes, policyFormat(file.text, path));
      const changed = await checkDecoded(tried.text, { file: path });
      const page = await makePageOf(path, { ...changed, bytes: Buffer.from(tried.text) }, base);
      return {
        page: { ...page, sha256: file.bytes === null ? null : sha256Of(file.bytes) },
        failed: tried.failed.map(({ change, why }) => ({ index: changes.indexOf(change), why })),
        isSame: isDeepStrictEqual(changed.check.document?.value, file.check.document?.value),
        counts: countsBetween(file.check.policy, changed.check.policy),
      };
    },
    keepWhatIf: (path: string, sha256: string, changes: readonly WhatIf[]): FileChange =>
      changeFile(path, sha256, withChanges(path, changes)),
    rewriteWhatIf: (path: string, sha256: string, last: string, changes: readonly WhatIf[]): FileChange =>
      recreateFile(path, sha256, last, withChanges(path, changes)),
  };
}

function countsBetween(before: Policy | null, after: Policy | null): TriedPage["counts"] {
  return before === null || after === null ? null : countChanges(diffPolicies(before, after).changes);
}

/** Creates a function that returns a text with changes. It throws if one of them does not apply. */
function withChanges(path: string, changes: readonly WhatIf[]): (text: string) => string {
  return (text) => {
    const { text: changed, failed } = tryWhatIfs(text, changes, policyFormat(text, path));
    const [first] = failed;
    if (first === undefined) return changed;
    throw new PolicyNotChangedError({
      what: `${path} was not written`,
      why: `${whatIfText(first.change)}: ${first.why}`,
      hint: "Take the change back",
    });
  };
}
