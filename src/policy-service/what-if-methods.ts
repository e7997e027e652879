import { isDeepStrictEqual } from "node:util";
import { type FileChange, changeFile, recreateFile, sha256Of } from "../policy-files/change-file.ts";
import { PolicyNotChangedError } from "../policy-files/errors.ts";
import { isFile } from "../policy-files/file-stamp.ts";
import { readPolicyFile, type PolicyFile, unreadFile } from "../policy-files/read-policy-file.ts";
import { checkReading, type PolicyCheck } from "../policy/check-document.ts";
import { countChanges, type Direction } from "../policy/diff/change.ts";
import { changesBetween, comparable } from "../policy/diff/comparable.ts";
import { tryWhatIfs, whatIfTrial } from "../policy/edit/try-what-ifs.ts";
import { type WhatIf, whatIfText } from "../policy/edit/what-if.ts";
import { policyFormat } from "../policy/read/format.ts";
import type { CompareBase, PolicyPage } from "./policy-page.ts";

/** Policy whose text changes are tried on. */
interface Trial {
  readonly path: string;
  readonly file: PolicyFile;
  readonly trial: ReturnType<typeof whatIfTrial>;
}

/** Inapplicable change of the current file, by its index, with the reason. */
export interface FailedChange {
  readonly index: number;
  readonly why: string;
}

/** Page of a policy with unwritten changes. */
export interface TriedPage {
  /** Its `sha256` is that of the file. */
  readonly page: PolicyPage;
  readonly failed: readonly FailedChange[];
  /** True if the file has the same values. */
  readonly isSame: boolean;
  /** Numbers of its changes of the file, among valid values; null if one version is not comparable. */
  readonly counts: Readonly<Record<Direction, number>> | null;
}

export type WhatIfMethods = ReturnType<typeof whatIfMethods>;

/**
 * Creates the methods that try and keep changes.
 * @param makePageOf creates the page of a file with its review, seal, baseline version and comparison
 */
export function whatIfMethods(
  makePageOf: (
    path: string,
    file: PolicyFile,
    base: CompareBase | null,
    baseline: string,
  ) => Promise<PolicyPage>,
) {
  /** File that changes were tried on last: its text is read again only after it changed. */
  let last: Trial | null = null;

  async function openTrial(path: string): Promise<Trial> {
    const known = last?.path === path ? last : null;
    const file = await readPolicyFile(path, {}, known?.file).catch((error: unknown) =>
      unreadFile(path, error),
    );
    if (known !== null && file === known.file) return known;
    const opened = { path, file, trial: whatIfTrial(file.text, policyFormat(file.text, path)) };
    last = opened;
    return opened;
  }

  return {
    /**
     * Makes the page of a policy with changes, without writing; null if the path is no file. Skips inapplicable
     * changes.
     * @param base version to compare the page with; null for the baseline
     */
    async tryWhatIf(
      path: string,
      changes: readonly WhatIf[],
      base: CompareBase | null,
      baseline: string,
    ): Promise<TriedPage | null> {
      if (!isFile(path)) return null;
      const { file, trial } = await openTrial(path);
      const { text, reading, failed } = trial(changes);
      const check = checkReading(reading, { file: path });
      const page = await makePageOf(path, { check, text, bytes: Buffer.from(text) }, base, baseline);
      return {
        page: { ...page, sha256: file.bytes === null ? null : sha256Of(file.bytes) },
        failed: failed.map(({ change, why }) => ({ index: changes.indexOf(change), why })),
        isSame: isDeepStrictEqual(check.document?.value, file.check.document?.value),
        counts: countsBetween(file.check, check),
      };
    },
    /**
     * Writes changes to a file whose content still has this hash.
     * @throws {PolicyNotChangedError} also if one of them does not apply
     */
    keepWhatIf: (path: string, sha256: string, changes: readonly WhatIf[]): FileChange =>
      changeFile(path, sha256, withChanges(path, changes)),
    /**
     * Recreates a deleted policy with changes of its last text. Fails if the path exists.
     * @param sha256 SHA-256 of its last content in hex
     * @throws {PolicyNotChangedError} also if a change does not apply
     */
    rewriteWhatIf: (path: string, sha256: string, last: string, changes: readonly WhatIf[]): FileChange =>
      recreateFile(path, sha256, last, withChanges(path, changes)),
  };
}

function countsBetween(before: PolicyCheck, after: PolicyCheck): TriedPage["counts"] {
  const both = comparable(before, after);
  if (both === null) return null;
  return countChanges(changesBetween(both));
}

/** Creates a function that returns a text with changes. It throws if a change does not apply. */
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
