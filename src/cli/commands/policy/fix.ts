import { relative } from "node:path";
import process from "node:process";
import { NotFoundError, UsageError } from "../../../model/errors.ts";
import { changeFile, sha256Of } from "../../../policy-files/change-file.ts";
import { findPolicies } from "../../../policy-files/find-policies.ts";
import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { type FixedPolicy, fixPolicy } from "../../../policy/edit/fix-policy.ts";
import { findingId } from "../../../policy/report/checked-text.ts";
import { severityCounts, severityWords } from "../../../policy/report/counts.ts";
import { findingJson } from "../../../policy/report/json.ts";
import { rules } from "../../../policy/rules/index.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { nearest } from "../../../text/nearest.ts";
import { unifiedDiff } from "../../../text/unified-diff.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { joinVisible, v, visible } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";

/** The options of `policy fix`, as typed. */
interface FixPoliciesOptions {
  readonly dryRun?: true;
  readonly rule?: string;
  readonly unsafe?: true;
}

/**
 * `policy fix PATH...`: 0 when no error is left in any of them, 1 otherwise.
 * @throws {NotFoundError} for a path that stands for nothing, and a rule there is none of
 * @throws {PolicyNotChangedError} a file cannot be written, or was changed meanwhile
 */
export async function fixPolicies(
  { output }: Invocation,
  paths: readonly string[],
  options: FixPoliciesOptions,
): Promise<number> {
  if (paths.includes("-")) {
    throw new UsageError({ what: "stdin cannot be fixed", hint: "Give the files or folders to fix" });
  }
  const only = options.rule === undefined ? null : knownId(options.rule);
  const isDry = options.dryRun === true;
  const answers: FixedFile[] = [];
  for (const file of findPolicies(paths)) {
    const fixed = await fixFile(file, { only, unsafe: options.unsafe === true, isDry });
    // Texts of many files are not kept for nothing.
    if (output.format === "table") await tell(fixed, output, isDry);
    answers.push(output.format === "table" ? { ...fixed, before: "", text: "" } : fixed);
  }
  if (output.format === "json") await output.write(`${machineJson(answers.map(fixedJson), 2)}\n`);
  if (output.format === "quiet") {
    const changed = answers.filter(({ before, text }) => before !== text);
    await output.write(changed.map(({ file }) => `${visible(file)}\n`).join(""));
  }
  return answers.every(({ check }) => check.valid) ? 0 : 1;
}

async function fixFile(
  file: string,
  {
    only,
    unsafe,
    isDry,
  }: { readonly only: string | null; readonly unsafe: boolean; readonly isDry: boolean },
): Promise<FixedFile> {
  const { bytes, text, check } = await readPolicyFile(file);
  // What is no document offers no fix.
  if (bytes === null || check.document === null) return { file, before: text, text, fixed: [], check };
  const fixed = fixPolicy(text, { file, only, unsafe });
  if (!isDry && fixed.text !== text) changeFile(file, sha256Of(bytes), () => fixed.text);
  return { file, before: text, ...fixed };
}

/** What was fixed and what is left goes to stderr where the diff, which another program may read, is the answer. */
async function tell(fixed: FixedFile, output: Output, isDry: boolean): Promise<void> {
  const { file, before, text } = fixed;
  if (!isDry) return output.answerLines(fixedLines(fixed));
  const diff = unifiedDiff(relative(process.cwd(), file), before, text);
  // To be applied it has to be what it is; to be looked at it must do nothing.
  await output.write(
    output.columns === null ? diff : diff.replaceAll(/[^\n]+/g, (line) => visibleLines(line).join("")),
  );
  for (const { spans } of fixedLines(fixed)) output.note(joinVisible(...spans.map(({ text }) => text)));
}

function knownId(id: string): string {
  const known = rules.map((rule) => rule.id);
  if (known.includes(id) || /^schema\/\w+$/.test(id)) return id;
  const near = nearest(id, known);
  throw new NotFoundError({
    what: `there is no rule ${id}`,
    hint: near === null ? "docs/policy-rules.md names them all" : `Perhaps you mean ${near}`,
  });
}

/** One file, and what came of fixing it. */
interface FixedFile extends FixedPolicy {
  readonly file: string;
  /** What it held. */
  readonly before: string;
}

/** What was fixed in a file, each with where it stood then, and what is left. Nothing for a file without findings. */
function fixedLines({ file, fixed, check }: FixedFile): readonly Line[] {
  const counts = severityCounts(check.findings);
  const left = severityWords(counts);
  if (fixed.length === 0 && left.length === 0) return [];
  return [
    line(
      span(v`${file}`, "strong"),
      span(v`: ${fixed.length} fixed, `),
      span(
        left.length === 0 ? v`nothing left` : v`${left.join(" and ")} left`,
        counts.errors > 0 ? "error" : "plain",
      ),
    ),
    ...fixed.map(({ finding, fix }) =>
      line(
        span(v`  ${finding.line}:${finding.column}`, "muted"),
        span(v`  ${fix.title}`),
        span(v`  ${findingId(finding)}`, "muted"),
      ),
    ),
  ];
}

/** The same for a program: findings as `policy check` has them. */
function fixedJson({ file, before, text, fixed, check }: FixedFile): unknown {
  return {
    file,
    changed: before !== text,
    valid: check.valid,
    fixed: fixed.map(({ finding, fix }) => ({ ...findingJson(finding), fix: fix.title })),
    left: check.findings.map(findingJson),
  };
}
