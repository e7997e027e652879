import { type FolderDifference, readFolderChanges } from "../../../policy-files/folder-changes.ts";
import { isGitProblem } from "../../../policy-files/git/problem.ts";
import { countChanges } from "../../../policy/diff/change.ts";
import { changeLines } from "../../../policy/report/change-lines.ts";
import { type ComparedPolicy, folderSummary } from "../../../policy/report/compared-policies.ts";
import { type Line, type Tone, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { versionUnreadable } from "./diff-files.ts";
import type { DiffRun } from "./diff.ts";

/**
 * Runs `policy diff DIR`: compares the policies of a directory and its subdirectories with a revision. Notes values
 * with errors on stderr and does not compare them. Returns exit code 1 if a policy is weakened, deleted, has errors or
 * cannot be compared, else 0.
 * @throws {VersionUnreadableError} git does not give the revision
 * @throws {PolicyUnreadableError} a directory is not readable
 */
export async function compareFolder(
  { output, print }: Pick<Invocation<DiffRun>, "output" | "print">,
  folder: string,
  revision: string,
): Promise<number> {
  const difference = await readFolderChanges(folder, revision);
  if (isGitProblem(difference)) throw versionUnreadable(folder, revision, difference);
  const { changes: policies, sameWithErrors } = difference;
  for (const { new: path, kind, problem } of policies) {
    if (problem !== null && kind !== "unreadable")
      output.note(
        kind === "new"
          ? v`${path ?? ""}: ${problem}.`
          : v`${path ?? ""}: values with errors are not compared, because ${problem}.`,
      );
  }
  await print({
    files: policies,
    table: () => folderLines(difference, revision, output.columns),
    json: () => ({
      revision,
      weakened: policies.some(({ weakened }) => weakened),
      policies,
      sameWithErrors,
    }),
    quiet: () => policies.map((policy) => policy.new ?? policy.old ?? ""),
  });
  const isGood =
    sameWithErrors.length === 0 && policies.every((each) => !each.weakened && each.problem === null);
  return isGood ? 0 : 1;
}

function folderLines(
  { changes: policies, sameWithErrors }: FolderDifference,
  revision: string,
  columns: number | null,
): readonly Line[] {
  const { length: faulty } = sameWithErrors;
  if (policies.length === 0) {
    const errors = v` ${plural(faulty, "file has", "files have")} errors.`;
    return [line(span(v`No changes.`), ...(faulty === 0 ? [] : [span(errors, "error")]))];
  }
  const counted = policies.map(({ kind, weakened, changes }) => ({
    kind,
    weakened,
    counts: countChanges(changes),
  }));
  return [
    ...policies.flatMap((policy) => [
      headLine(policy),
      ...policy.changes
        .flatMap((change) => changeLines(change, columns === null ? null : columns - 2))
        .map(indented),
      ...(policy.changes.length > 0 ? [line()] : []),
    ]),
    ...(policies.at(-1)?.changes.length === 0 ? [line()] : []),
    line(span(v`${folderSummary(counted, revision)}`)),
    ...(faulty === 0
      ? []
      : [
          line(
            span(
              v`${plural(faulty, "file", "files")} without changes ${faulty === 1 ? "has" : "have"} errors`,
              "error",
            ),
          ),
        ]),
  ];
}

function headLine({ old, new: path, kind, weakened, problem }: ComparedPolicy): Line {
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
