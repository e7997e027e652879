import { dirname, join, resolve } from "node:path";
import { type HooklensError, UsageError } from "../../../model/errors.ts";
import { PolicyHasErrorsError, VersionUnreadableError } from "../../../policy-files/errors.ts";
import { type GitProblem, isGitProblem } from "../../../policy-files/git/problem.ts";
import { createFileVersions } from "../../../policy-files/git/versions.ts";
import { isFolder } from "../../../policy-files/walk-folder.ts";
import { checkBytes } from "../../../policy/check-bytes.ts";
import { countChanges, type PolicyChange } from "../../../policy/diff/change.ts";
import { diffByAxis } from "../../../policy/diff/diff-by-axis.ts";
import { diffPolicies } from "../../../policy/diff/diff-policies.ts";
import type { Policy } from "../../../policy/policy.ts";
import { changeCounts, changeLines } from "../../../policy/report/change-lines.ts";
import { type CheckedText, firstError, nameOf } from "../../../policy/report/checked-text.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import { readPolicyArgument } from "./document.ts";

/** Options of `policy diff`, as typed. */
interface DiffOptions {
  readonly rev?: string;
}

/** Version that is compared. */
interface Comparable {
  readonly name: string;
  /** Null if git does not have the file in this revision: it is new. */
  readonly policy: Policy | null;
  /** True if git has it under another name in this revision. */
  readonly isRenamed?: boolean;
}

/**
 * Runs `policy diff OLD NEW` and `policy diff PATH`, of a file or a directory. Returns exit code 0 if nothing is weakened, else 1. A
 * policy that violates a rule is compared too, with a note on stderr, because a weaker policy often violates
 * one. Files of different verticals are compared by axis.
 * @throws {PolicyHasErrorsError} a policy does not match the schema
 * @throws {VersionUnreadableError} git does not give the version
 */
export async function comparePolicies(
  { output, print }: Pick<Invocation, "output" | "print">,
  before: string,
  after: string | undefined,
  { rev }: DiffOptions,
): Promise<number> {
  if (after !== undefined && rev !== undefined) {
    throw new UsageError({ what: "--rev needs one policy", hint: "Leave out --rev or one of the two files" });
  }
  if (before === "-" && (after === "-" || after === undefined)) {
    throw new UsageError({
      what: "stdin contains only one policy",
      hint: after === undefined ? "Give a file too" : "Use - for one of the two",
    });
  }
  if (after === undefined && isFolder(before)) {
    const { compareFolder } = await import("./diff-folder.ts");
    return compareFolder({ output, print }, before, rev ?? "HEAD");
  }
  const [older, newer] = await readBoth(before, after, rev ?? "HEAD", output);
  const isNew = older.policy === null;
  const isOther =
    after !== undefined && older.policy !== null && older.policy.vertical !== newer.policy.vertical;
  if (isOther) output.note(v`The policies are of different verticals: compared by axis.`);
  const compare = isOther ? diffByAxis : diffPolicies;
  const { weakened, changes } =
    older.policy === null ? { weakened: false, changes: [] } : compare(older.policy, newer.policy);
  await print({
    table: () =>
      isNew
        ? [line(span(v`${newer.name} is new: ${rev ?? "HEAD"} does not have it.`))]
        : [
            ...(older.isRenamed === true ? [line(span(v`Renamed from ${older.name}.`))] : []),
            ...diffLines(changes, output.columns),
          ],
    json: () => ({ old: isNew ? null : older.name, new: newer.name, weakened, changes }),
    quiet: () => changes.map(({ newPath, oldPath }) => newPath ?? oldPath ?? ""),
  });
  return weakened ? 1 : 0;
}

async function readBoth(
  before: string,
  after: string | undefined,
  revision: string,
  output: Output,
): Promise<readonly [Comparable, Comparable & { readonly policy: Policy }]> {
  const file = await readPolicyArgument(before);
  if (after === undefined) {
    return [await readVersion(before, revision, file.bytes), comparable(before, file, output)];
  }
  return [comparable(before, file, output), comparable(after, await readPolicyArgument(after), output)];
}

const hints: Readonly<Partial<Record<GitProblem["kind"], string>>> = {
  "no-git": "Install git, or give two files",
  "no-commits": "Commit the policy first",
  "no-revision": "Check its name; a shallow clone needs git fetch --unshallow",
};

/** Creates the error of a policy or a directory that cannot be compared with a revision. */
export function versionUnreadable(path: string, revision: string, { kind, why }: GitProblem): HooklensError {
  return new VersionUnreadableError({
    what: `${path} cannot be compared with ${revision}`,
    why,
    hint: hints[kind] ?? "Give two files",
  });
}

/** Reads the version of a policy in git. */
async function readVersion(path: string, revision: string, now: Uint8Array | null): Promise<Comparable> {
  const versions = createFileVersions();
  const version = await versions.read(resolve(path), revision, now).finally(() => versions.close());
  if (isGitProblem(version)) {
    if (version.kind === "not-in-revision") return { name: `${revision}:${path}`, policy: null };
    throw versionUnreadable(path, revision, version);
  }
  const { renamedFrom } = version;
  const name = `${revision}:${renamedFrom === null ? path : join(dirname(path), renamedFrom)}`;
  const { check } = await checkBytes(version.bytes, {
    file: path,
    schemaOnly: true,
  });
  if (check.policy !== null) return { name, policy: check.policy, isRenamed: renamedFrom !== null };
  throw new PolicyHasErrorsError({
    what: `${name} has errors, so it cannot be compared`,
    why: firstError(check),
    hint: "Compare with a later revision",
  });
}

function comparable(
  path: string,
  { check }: CheckedText,
  output: Output,
): { readonly name: string; readonly policy: Policy } {
  const name = nameOf(check);
  const hint = `Run ${shellLine(["hooklens", "policy", "check", path])} for details`;
  if (check.policy === null) {
    throw new PolicyHasErrorsError({
      what: `${name} has errors, so it cannot be compared`,
      why: firstError(check),
      hint,
    });
  }
  if (!check.valid) output.note(v`${name} violates the rules (${firstError(check)}). ${hint}.`);
  return { name, policy: check.policy };
}

function diffLines(changes: readonly PolicyChange[], columns: number | null): readonly Line[] {
  if (changes.length === 0) return [line(span(v`No changes.`))];
  return [
    ...changes.flatMap((change) => changeLines(change, columns)),
    line(),
    line(span(changeCounts(countChanges(changes)))),
  ];
}
