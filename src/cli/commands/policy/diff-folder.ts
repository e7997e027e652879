import { dirname, join, resolve } from "node:path";
import { deletedPolicies } from "../../../policy-files/deleted-policies.ts";
import { unreadable } from "../../../policy-files/failure-reason.ts";
import { isGitProblem } from "../../../policy-files/git/problem.ts";
import { findRepository } from "../../../policy-files/git/repository.ts";
import { resolveRevision } from "../../../policy-files/git/resolve-revision.ts";
import { createFileVersions, type FileVersions } from "../../../policy-files/git/versions.ts";
import { readPolicyFile, unreadFile } from "../../../policy-files/read-policy-file.ts";
import { walkFolder } from "../../../policy-files/walk-folder.ts";
import { checkBytes } from "../../../policy/check-bytes.ts";
import { countChanges, type PolicyChange } from "../../../policy/diff/change.ts";
import { diffPolicies } from "../../../policy/diff/diff-policies.ts";
import { changeCounts, changeLines } from "../../../policy/report/change-lines.ts";
import { firstError } from "../../../policy/report/checked-text.ts";
import { type Line, type Tone, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { versionUnreadable } from "./diff.ts";

/** Policy of a directory that differs from a revision. */
interface FolderChange {
  /** `REVISION:PATH`; null for a new policy. */
  readonly old: string | null;
  /** Path; null for a deleted policy. */
  readonly new: string | null;
  readonly kind: "deleted" | "changed" | "renamed" | "new" | "text" | "unreadable";
  /** True if something is weakened, or the policy is deleted. */
  readonly weakened: boolean;
  readonly changes: readonly PolicyChange[];
  /** Reason that it cannot be compared; null if it can. */
  readonly problem: string | null;
}

/**
 * Runs `policy diff DIR`: compares the policies of a directory and its subdirectories with a revision. Returns exit
 * code 0 if none is weakened, deleted or cannot be compared, else 1.
 * @throws {VersionUnreadableError} git does not give the revision
 * @throws {PolicyUnreadableError} a directory is not readable
 */
export async function compareFolder(
  { output, print }: Pick<Invocation, "output" | "print">,
  folder: string,
  revision: string,
): Promise<number> {
  const versions = createFileVersions();
  const found = await readChanges(folder, revision, versions).finally(() => versions.close());
  const policies = found.toSorted((one, other) => rank(one) - rank(other));
  await print({
    table: () => folderLines(policies, revision, output.columns),
    json: () => ({ revision, weakened: policies.some(({ weakened }) => weakened), policies }),
    quiet: () => policies.map((policy) => policy.new ?? policy.old ?? ""),
  });
  return policies.some(({ weakened, problem }) => weakened || problem !== null) ? 1 : 0;
}

async function readChanges(
  folder: string,
  revision: string,
  versions: FileVersions,
): Promise<readonly FolderChange[]> {
  const top = findRepository(folder)?.top;
  const commit =
    top === undefined
      ? ({ kind: "no-repository", why: "it is not in a git repository" } as const)
      : await resolveRevision(top, revision, "commit");
  if (typeof commit !== "string") throw versionUnreadable(folder, revision, commit);
  const { files, folders, unread } = walkFolder(folder);
  for (const [each, cause] of unread) throw unreadable(`the directory ${each}`, cause);
  versions.look(folders.map((each) => resolve(each)));
  const changes: FolderChange[] = [];
  for (const file of files) {
    const change = await readChange(file, revision, versions);
    if (change !== null) changes.push(change);
  }
  const paths = files.map((each) => resolve(each));
  const deleted = await deletedPolicies(resolve(folder), paths, versions, revision);
  return [
    ...changes,
    ...deleted.map(({ name }): FolderChange => ({
      old: `${revision}:${join(folder, name)}`,
      new: null,
      kind: "deleted",
      weakened: true,
      changes: [],
      problem: null,
    })),
  ];
}

/** Compares a policy with its version in a revision; null if the file is the same. */
async function readChange(
  path: string,
  revision: string,
  versions: FileVersions,
): Promise<FolderChange | null> {
  const { check, bytes } = await readPolicyFile(path).catch((error: unknown) => unreadFile(path, error));
  const version = await versions.read(resolve(path), revision, bytes);
  const none = { new: path, weakened: false, changes: [], problem: null } as const;
  if (isGitProblem(version)) {
    return version.kind === "not-in-revision"
      ? { ...none, old: null, kind: "new" }
      : { ...none, old: `${revision}:${path}`, kind: "unreadable", problem: version.why };
  }
  const { renamedFrom, isSame } = version;
  const isRenamed = renamedFrom !== null;
  if (isSame && !isRenamed) return null;
  const old = `${revision}:${isRenamed ? join(dirname(path), renamedFrom) : path}`;
  if (isSame) return { ...none, old, kind: "renamed" };
  const older = await checkBytes(version.bytes, { file: path, schemaOnly: true });
  if (older.check.policy === null || check.policy === null) {
    const why = check.policy === null ? firstError(check) : `in ${revision}: ${firstError(older.check)}`;
    return { ...none, old, kind: "unreadable", problem: `it has errors (${why})` };
  }
  const { weakened, changes } = diffPolicies(older.check.policy, check.policy);
  const kind = isRenamed ? "renamed" : changes.length === 0 ? "text" : "changed";
  return { ...none, old, kind, weakened, changes };
}

/** Ranks the most urgent policies first. */
function rank({ kind, weakened, problem, changes }: FolderChange): number {
  if (kind === "deleted") return 1;
  if (weakened) return 0;
  if (problem !== null) return 2;
  return changes.length > 0 ? 3 : kind === "text" ? 5 : 4;
}

function folderLines(
  policies: readonly FolderChange[],
  revision: string,
  columns: number | null,
): readonly Line[] {
  if (policies.length === 0) return [line(span(v`No changes.`))];
  return [
    ...policies.flatMap((policy) => [
      headLine(policy),
      ...policy.changes
        .flatMap((change) => changeLines(change, columns === null ? null : columns - 2))
        .map(indented),
      ...(policy.changes.length > 0 ? [line()] : []),
    ]),
    ...(policies.at(-1)?.changes.length === 0 ? [line()] : []),
    line(span(v`${summary(policies, revision)}`)),
  ];
}

function headLine({ old, new: path, kind, weakened, problem }: FolderChange): Line {
  const name = v`${path ?? old?.slice(old.indexOf(":") + 1) ?? ""}`;
  const tone: Tone = weakened || problem !== null ? "error" : "accent";
  const words = {
    deleted: " is deleted",
    changed: "",
    renamed: `, renamed from ${old ?? ""}`,
    new: " is new",
    text: ": only its text differs, no value",
    unreadable: ` cannot be compared: ${problem ?? ""}`,
  }[kind];
  return line(span(name, tone), span(v`${words}`));
}

function indented({ spans }: Line): Line {
  return { spans: [span(v`  `), ...spans] };
}

/** Formats `3 policies differ from v1.0: 1 weakened, 1 deleted, 1 new; 4 changes: 1 weakened, 3 changed`. */
function summary(policies: readonly FolderChange[], revision: string): string {
  const of = (kind: FolderChange["kind"]) => policies.filter((policy) => policy.kind === kind).length;
  const counts: readonly (readonly [number, string])[] = [
    [policies.filter(({ weakened, kind }) => weakened && kind !== "deleted").length, "weakened"],
    [of("deleted"), "deleted"],
    [of("renamed"), "renamed"],
    [of("new"), "new"],
    [of("text"), "text only"],
    [of("unreadable"), "not comparable"],
  ];
  const words = counts.filter(([number]) => number > 0).map(([number, word]) => `${count(number)} ${word}`);
  const differ =
    policies.length === 1 ? "1 policy differs" : `${plural(policies.length, "policy", "policies")} differ`;
  const changes = policies.flatMap((policy) => policy.changes);
  return [
    `${differ} from ${revision}${words.length === 0 ? "" : `: ${words.join(", ")}`}`,
    ...(changes.length === 0 ? [] : [changeCounts(countChanges(changes))]),
  ].join("; ");
}
