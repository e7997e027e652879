import { relative } from "node:path";
import process from "node:process";
import { NotFoundError } from "../../../model/errors.ts";
import { changeFile, sha256Of } from "../../../policy-files/change-file.ts";
import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { type FixedPolicy, fixPolicy } from "../../../policy/edit/fix-policy.ts";
import { whyUnsafe } from "../../../policy/edit/unsafe-fix.ts";
import { findingId, severityCounts, severityWords } from "../../../policy/report/checked-text.ts";
import { findingJson } from "../../../policy/report/json.ts";
import { rules } from "../../../policy/rules/index.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { nearest } from "../../../text/nearest.ts";
import { unifiedDiff } from "../../../text/unified-diff.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { joinVisible, v, visible } from "../../../text/visible.ts";
import type { Output } from "../../output/output.ts";

/** Files of `policy fix`, each fixed when it is read. */
export interface FixRun {
  readonly files: AsyncIterable<FixedFile>;
  /** True if nothing is written. */
  readonly isDry: boolean;
}

/** Prints the fixes on stdout. A dry run prints the diff on stdout, and the fixes on stderr. */
export async function fixText({ files, isDry }: FixRun, output: Output): Promise<void> {
  for await (const fixed of files) {
    if (!isDry) {
      await output.writeLines(fixedLines(fixed));
      continue;
    }
    const { file, before, text } = fixed;
    const path = relative(process.cwd(), file);
    const diff = unifiedDiff([`a/${path}`, `b/${path}`], before, text);
    // Exact in a file or pipe; on a terminal control characters are made visible.
    await output.write(
      output.columns === null ? diff : diff.replaceAll(/[^\n]+/g, (line) => visibleLines(line).join("")),
    );
    for (const { spans } of fixedLines(fixed)) output.note(joinVisible(...spans.map(({ text }) => text)));
  }
}

/** Prints the fixes as one JSON document. */
export async function fixJson({ files }: FixRun, output: Output): Promise<void> {
  const all: unknown[] = [];
  for await (const fixed of files) all.push(fixedJson(fixed));
  await output.write(`${machineJson(all, 2)}\n`);
}

/** Prints the names of the changed files, or of the files a dry run would change. */
export async function fixChanged({ files }: FixRun, output: Output): Promise<void> {
  const changed: string[] = [];
  for await (const { file, before, text } of files) if (before !== text) changed.push(file);
  await output.write(changed.map((file) => `${visible(file)}\n`).join(""));
}

/** Fixes one file, and writes it unless `isDry`. @throws {PolicyUnreadableError | PolicyNotChangedError} */
export async function fixFile(
  file: string,
  {
    only,
    unsafe,
    isDry,
  }: { readonly only: string | null; readonly unsafe: boolean; readonly isDry: boolean },
): Promise<FixedFile> {
  const { bytes, text, check } = await readPolicyFile(file);
  if (bytes === null || check.document === null) return { file, before: text, only, text, fixed: [], check };
  const fixed = fixPolicy(text, { file, only, unsafe });
  if (!isDry && fixed.text !== text) changeFile(file, sha256Of(bytes), () => fixed.text);
  return { file, before: text, only, ...fixed };
}

/** Returns the ID of a rule. @throws {NotFoundError} there is no such rule */
export function knownId(id: string): string {
  const known = rules.map((rule) => rule.id);
  if (known.includes(id) || /^schema\/\w+$/.test(id)) return id;
  const near = nearest(id, known);
  throw new NotFoundError({
    what: `there is no rule ${id}`,
    hint: near === null ? "See docs/policy-rules.md for all rules" : `Perhaps you mean ${near}`,
  });
}

/** Result of fixing one file. */
export interface FixedFile extends FixedPolicy {
  readonly file: string;
  /** Text before the fixes. */
  readonly before: string;
  /** ID of the findings to fix; null for all. */
  readonly only: string | null;
}

/**
 * Lists the fixes of a file, each with its position in the old text, counts the remaining findings, and lists
 * the fixes that are not safe, with their position in the new text. Empty if there are none of them.
 */
function fixedLines({ file, fixed, check, only }: FixedFile): readonly Line[] {
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
    ...check.findings.flatMap((finding) => {
      const id = findingId(finding);
      if (finding.fix?.safe !== false || (only !== null && id !== only)) return [];
      const reason = span(v`  needs --unsafe: ${whyUnsafe(id)}`, "warn");
      return line(
        span(v`  ${finding.line}:${finding.column}`, "muted"),
        span(v`  ${finding.fix.title}`),
        span(v`  ${id}`, "muted"),
        reason,
      );
    }),
  ];
}

/** Returns the JSON shape of a fixed file, with findings as in `policy check`. */
function fixedJson({ file, before, text, fixed, check }: FixedFile): unknown {
  return {
    file,
    changed: before !== text,
    valid: check.valid,
    fixed: fixed.map(({ finding, fix }) => ({ ...findingJson(finding), fix: fix.title })),
    left: check.findings.map(findingJson),
  };
}
