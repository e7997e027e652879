import { type FolderChange, readFolderChanges } from "../../../policy-files/folder-changes.ts";
import { folderSummary } from "../../../policy-files/folder-summary.ts";
import { isGitProblem } from "../../../policy-files/git/problem.ts";
import { countChanges } from "../../../policy/diff/change.ts";
import { changeLines } from "../../../policy/report/change-lines.ts";
import { type Line, type Tone, line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { versionUnreadable } from "./diff.ts";

/**
 * Runs `policy diff DIR`: compares the policies of a directory and its subdirectories with a revision. Returns exit
 * code 0 if none is weakened, deleted, has errors or cannot be compared, else 1. Values with errors are not compared, with a
 * note on stderr.
 * @throws {VersionUnreadableError} git does not give the revision
 * @throws {PolicyUnreadableError} a directory is not readable
 */
export async function compareFolder(
  { output, print }: Pick<Invocation, "output" | "print">,
  folder: string,
  revision: string,
): Promise<number> {
  const policies = await readFolderChanges(folder, revision);
  if (isGitProblem(policies)) throw versionUnreadable(folder, revision, policies);
  for (const { new: path, kind, problem } of policies) {
    if (problem !== null && kind !== "unreadable")
      output.note(v`${path ?? ""}: values with errors are not compared, because ${problem}.`);
  }
  await print({
    table: () => folderLines(policies, revision, output.columns),
    json: () => ({ revision, weakened: policies.some(({ weakened }) => weakened), policies }),
    quiet: () => policies.map((policy) => policy.new ?? policy.old ?? ""),
  });
  return policies.some(({ weakened, problem }) => weakened || problem !== null) ? 1 : 0;
}

function folderLines(
  policies: readonly FolderChange[],
  revision: string,
  columns: number | null,
): readonly Line[] {
  if (policies.length === 0) return [line(span(v`No changes.`))];
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
