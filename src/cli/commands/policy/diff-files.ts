import { dirname, join, resolve } from "node:path";
import type { HooklensError } from "../../../model/errors.ts";
import { PolicyHasErrorsError, VersionUnreadableError } from "../../../policy-files/errors.ts";
import { type GitProblem, isGitProblem } from "../../../policy-files/git/problem.ts";
import { createFileVersions } from "../../../policy-files/git/versions.ts";
import { checkBytes } from "../../../policy/check-bytes.ts";
import type { PolicyCheck } from "../../../policy/check-document.ts";
import { countChanges, type PolicyChange } from "../../../policy/diff/change.ts";
import { changesBetween, comparable } from "../../../policy/diff/comparable.ts";
import { diffByAxis } from "../../../policy/diff/diff-by-axis.ts";
import { diffPolicies } from "../../../policy/diff/diff-policies.ts";
import { changeCounts, changeLines } from "../../../policy/report/change-lines.ts";
import { type CheckedText, firstError, nameOf } from "../../../policy/report/checked-text.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import type { Streams } from "../../streams.ts";
import type { DiffRun } from "./diff.ts";
import { readPolicyArgument } from "./document.ts";

/** Version that is compared. */
interface Version {
  readonly name: string;
  /** Null if the revision does not have the file: the policy is new. */
  readonly check: PolicyCheck | null;
  /** Advice for a version with errors, without a full stop. */
  readonly hint: string;
  /** True if the revision has the file under another name. */
  readonly isRenamed?: boolean;
}

/** Versions that `policy diff` compares. */
interface Compared {
  readonly before: string;
  /** Undefined to compare with the version in git. */
  readonly after: string | undefined;
  readonly revision: string;
}

/**
 * Runs `policy diff` with one or two files. Returns exit code 1 if the policy is weakened or has errors, else 0.
 * @throws {PolicyHasErrorsError} errors leave nothing to compare
 * @throws {VersionUnreadableError} git does not give the version
 */
export async function compareFiles(
  { output, streams, print }: Pick<Invocation<DiffRun>, "output" | "streams" | "print">,
  { before, after, revision }: Compared,
): Promise<number> {
  const [older, newer] = await readBoth(streams, before, after, revision);
  const isNew = older.check === null;
  const both = older.check === null ? null : comparable(older.check, newer.check);
  const isOther = after !== undefined && both !== null && both.before.vertical !== both.after.vertical;
  if (isOther) output.note(v`The policies are of different verticals: compared by axis.`);
  const changes = both === null ? [] : changesBetween(both, isOther ? diffByAxis : diffPolicies);
  const faulty = [older, newer].find(({ check }) => check?.policy === null);
  if (faulty !== undefined && changes.length === 0) throw notComparable(faulty);
  noteErrors(output, older);
  noteErrors(output, newer);
  const weakened = changes.some(({ direction }) => direction === "weakened");
  const compared = {
    old: isNew ? null : older.name,
    new: newer.name,
    kind: isNew ? "new" : older.isRenamed === true ? "renamed" : changes.length === 0 ? "text" : "changed",
    weakened,
    changes,
    problem: faulty?.check ? firstError(faulty.check) : null,
  } as const;
  await print({
    files: [compared],
    table: () =>
      isNew
        ? [line(span(v`${newer.name} is new: ${revision} does not have it.`))]
        : [
            ...(older.isRenamed === true ? [line(span(v`Renamed from ${older.name}.`))] : []),
            ...diffLines(changes, output.columns),
          ],
    json: () => ({ old: compared.old, new: compared.new, weakened, changes }),
    quiet: () => changes.map(({ newPath, oldPath }) => newPath ?? oldPath ?? ""),
  });
  return weakened || faulty !== undefined ? 1 : 0;
}

async function readBoth(
  streams: Streams,
  before: string,
  after: string | undefined,
  revision: string,
): Promise<readonly [Version, Version & { readonly check: PolicyCheck }]> {
  const file = await readPolicyArgument(before, streams);
  if (after === undefined) return [await readVersion(before, revision, file.bytes), versionOf(before, file)];
  return [versionOf(before, file), versionOf(after, await readPolicyArgument(after, streams))];
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
async function readVersion(path: string, revision: string, now: Uint8Array | null): Promise<Version> {
  const hint = "Compare with a later revision";
  const versions = createFileVersions();
  const version = await versions.read(resolve(path), revision, now).finally(() => versions.close());
  if (isGitProblem(version)) {
    if (version.kind === "not-in-revision") return { name: `${revision}:${path}`, check: null, hint };
    throw versionUnreadable(path, revision, version);
  }
  const { renamedFrom } = version;
  const name = `${revision}:${renamedFrom === null ? path : join(dirname(path), renamedFrom)}`;
  const { check } = await checkBytes(version.bytes, {
    file: path,
    schemaOnly: true,
  });
  return { name, check, hint, isRenamed: renamedFrom !== null };
}

function versionOf(path: string, { check }: CheckedText): Version & { readonly check: PolicyCheck } {
  const hint = `Run ${shellLine(["hooklens", "policy", "check", path])} for details`;
  return { name: nameOf(check), check, hint };
}

function notComparable({ name, check, hint }: Version): HooklensError {
  return new PolicyHasErrorsError({
    what: `${name} has errors, so it cannot be compared`,
    why: check === null ? undefined : firstError(check),
    hint,
  });
}

/** Prints a note on stderr if a version has errors. */
function noteErrors(output: Output, { name, check, hint }: Version): void {
  if (check === null || check.valid) return;
  const why = firstError(check);
  output.note(
    check.policy === null
      ? v`${name} has errors (${why}), so values with errors are not compared. ${hint}.`
      : v`${name} violates the rules (${why}). ${hint}.`,
  );
}

function diffLines(changes: readonly PolicyChange[], columns: number | null): readonly Line[] {
  if (changes.length === 0) return [line(span(v`No changes.`))];
  return [
    ...changes.flatMap((change) => changeLines(change, columns)),
    line(),
    line(span(changeCounts(countChanges(changes)))),
  ];
}
