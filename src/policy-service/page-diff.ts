import { isGitProblem, type GitProblem } from "../policy-files/git/problem.ts";
import type { FileVersions } from "../policy-files/git/versions.ts";
import { checkBytes } from "../policy/check-bytes.ts";
import type { PolicyCheck } from "../policy/check-document.ts";
import { comparable } from "../policy/diff/comparable.ts";
import { placedByAxis, placedDiff, type PlacedDiff } from "../policy/diff/placed-changes.ts";
import { type CheckedText, firstError } from "../policy/report/checked-text.ts";
import { unifiedDiff } from "../text/unified-diff.ts";
import { cut } from "./page-limits.ts";

/**
 * Older version of a policy: its check, `same` for the same bytes, or the reason why it is unreadable. A file of
 * another vertical is compared by axis.
 */
export type OlderVersion =
  | {
      readonly check: PolicyCheck | "same";
      /** Text of the version; unset unless it is displayed. */
      readonly text?: string;
      readonly isOtherFile?: boolean;
      /** Renamed path of the version, relative to the directory of the file, if git finds one. */
      readonly renamedFrom?: string | null;
    }
  | GitProblem;

/** Differences of a policy from an older version, with at most 500 changes, or the reason there are none. */
export type PageDiff =
  | (PlacedDiff & {
      /** True if the bytes differ, and only by comments, layout or spelling. */
      readonly isTextOnly?: true;
      /**
       * Words about errors in the versions, whose values are not compared, without a full stop; absent without
       * errors.
       */
      readonly notCompared?: string;
      /** Path of the older version, relative to the directory of the file; absent if it is the same. */
      readonly renamedFrom?: string;
      /** Unified diff of the texts, for a displayed version with another text. */
      readonly lines?: readonly string[];
    })
  | {
      /** Words without a full stop. */
      readonly problem: string;
      /** True if the older revision does not have the file. */
      readonly isNew: boolean;
      /** True if no repository has the file. */
      readonly isApart: boolean;
      /** True if the policy itself has errors, rather than the older version. */
      readonly hasErrors?: true;
      /** Unified diff of the texts, for a shown version. */
      readonly lines?: readonly string[];
    };

const maxChanges = 500;

/** Differences without a change. */
const noChanges: PlacedDiff = {
  by: "clause",
  counts: { weakened: 0, strengthened: 0, changed: 0 },
  changes: [],
  cells: [],
  fields: [],
  removed: [],
  axes: [],
};

/** Version of a policy that no repository has. */
export const noOlderVersion: OlderVersion = { kind: "no-repository", why: "it is not in a git repository" };

/**
 * Compares a policy with an older version, without values that violate the schema.
 * @param name name of the older version
 * @param text text of the policy, to also compare by lines; null not to
 */
export function pageDiff(
  check: PolicyCheck,
  older: OlderVersion,
  name: string,
  text: string | null = null,
): PageDiff {
  if (isGitProblem(older)) {
    const { kind, why } = older;
    return { problem: cut(why), isNew: kind === "not-in-revision", isApart: kind === "no-repository" };
  }
  const { renamedFrom } = older;
  const renamed = typeof renamedFrom === "string" ? { renamedFrom: cut(renamedFrom) } : {};
  if (older.check === "same") return { ...noChanges, ...renamed };
  const faults = [
    ...(check.policy === null ? [`it has errors (${firstError(check)})`] : []),
    ...(older.check.policy === null ? [`${name} has errors (${firstError(older.check)})`] : []),
  ];
  const both = comparable(older.check, check);
  const lines = text === null || older.text === undefined ? [] : lineDiff([name, "now"], older.text, text);
  const byLines = lines.length === 0 ? {} : { lines };
  if (both === null) {
    return {
      problem: cut(faults[0] ?? ""),
      isNew: false,
      isApart: false,
      ...(check.policy === null ? { hasErrors: true } : {}),
      ...byLines,
    };
  }
  const { before, after, unknown } = both;
  const isOther = older.isOtherFile === true && before.vertical !== after.vertical;
  const compare = isOther ? placedByAxis : placedDiff;
  const { by, counts, changes, cells, fields, removed, axes } = compare(before, after, unknown);
  const isTextOnly = changes.length === 0 && faults.length === 0 && older.isOtherFile !== true;
  return {
    ...renamed,
    ...(isTextOnly ? { isTextOnly } : {}),
    ...(faults.length === 0 ? {} : { notCompared: cut(faults.join("; ")) }),
    ...byLines,
    by,
    counts,
    changes: changes.slice(0, maxChanges).map((change) => ({ ...change, text: cut(change.text) })),
    cells,
    fields: fields.slice(0, maxChanges).map((field) => ({ ...field, was: cut(field.was) })),
    removed: removed.map(({ clause_id, title }) => ({ clause_id, title: cut(title) })),
    axes,
  };
}

/** Maximum versions whose checks are kept. */
const maxKept = 4;

/** Creates a function that reads and checks versions of policies and keeps the last checks. */
export function createOlderVersions(versions: FileVersions) {
  const kept = new Map<string, CheckedText>();
  return async (path: string, revision: string, bytes: Uint8Array | null): Promise<OlderVersion> => {
    const version = await versions.read(path, revision, bytes);
    if (isGitProblem(version)) return version;
    const { renamedFrom } = version;
    if (version.isSame) return { check: "same", renamedFrom };
    const key = `${version.id} ${path}`;
    const known = kept.get(key);
    if (known !== undefined) return { ...known, renamedFrom };
    const checked = await checkBytes(version.bytes, { file: path, schemaOnly: true });
    kept.set(key, checked);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
    return { ...checked, renamedFrom };
  };
}

const maxLines = 1_000;
const maxLineLength = 2_000;

/**
 * Returns the unified diff of two texts, at most 1,000 lines, for versions that cannot be compared clause by clause.
 * @param names of the two texts
 */
export function lineDiff(names: readonly [string, string], before: string, after: string): readonly string[] {
  const lines = unifiedDiff(names, before, after).split("\n");
  const shown = lines.slice(0, maxLines).map((line) => line.slice(0, maxLineLength));
  return lines.length > maxLines ? [...shown, "…"] : shown;
}
