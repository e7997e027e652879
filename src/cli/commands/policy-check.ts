import { readFileSync } from "node:fs";
import process from "node:process";
import { buffer } from "node:stream/consumers";
import { NotFoundError } from "../../model/errors.ts";
import { failureReason } from "../../policy-files/failure-reason.ts";
import { findPolicies } from "../../policy-files/find-policies.ts";
import { checkReading, type CheckOptions } from "../../policy/check-document.ts";
import { checkPolicy } from "../../policy/check.ts";
import { decodePolicy } from "../../policy/read/decode.ts";
import type { CheckedText } from "../../policy/report/checked-text.ts";
import { counted, type Counts, noCounts, summary } from "../../policy/report/counts.ts";
import { v } from "../../text/visible.ts";
import type { Output } from "../output/output.ts";
import { type CheckFormat, openReport } from "../output/policy-report.ts";
import type { Invocation } from "../program/launch.ts";
import { watchChecks } from "./policy-watch.ts";

/** The options of `policy check`, as typed. */
export interface CheckPoliciesOptions {
  readonly format?: CheckFormat;
  readonly schemaOnly?: true;
  readonly strict?: true;
  readonly watch?: true;
}

/** `policy check PATH...`: 0 when all files pass, 1 otherwise. @throws {NotFoundError} for a path that stands for nothing */
export async function checkPolicies(
  { output }: Invocation,
  paths: readonly string[],
  options: CheckPoliciesOptions,
): Promise<number> {
  const strict = options.strict === true;
  const check = { schemaOnly: options.schemaOnly === true };
  if (options.watch === true) return watchChecks(paths, { output, strict, check });
  const report = await openReport(options.format ?? "text", output, strict);
  let counts = noCounts;
  for (const file of findPolicies(paths)) {
    const checked = file === "-" ? await checkStdin(check) : checkFile(file, check);
    counts = counted(counts, checked.check, strict);
    await report.file(checked);
  }
  await report.end();
  sayHowItWent(output, counts);
  return counts.failed > 0 ? 1 : 0;
}

/** The last line, which is for people: a program reads the exit code. */
export function sayHowItWent(output: Output, counts: Counts): void {
  output.note(v`${summary(counts)}`);
}

/** @throws {NotFoundError} */
export function checkFile(file: string, options: CheckOptions): CheckedText {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(file);
  } catch (cause) {
    throw new NotFoundError({
      what: `${file} cannot be read`,
      why: failureReason(cause),
      hint: "Check what it is and who may read it",
      cause,
    });
  }
  return checkBytes(bytes, { ...options, file });
}

async function checkStdin(options: CheckOptions): Promise<CheckedText> {
  return checkBytes(await buffer(process.stdin), { ...options, file: null });
}

function checkBytes(bytes: Uint8Array, options: CheckOptions): CheckedText {
  const decoded = decodePolicy(bytes);
  return decoded.ok
    ? { check: checkPolicy(decoded.text, options), text: decoded.text }
    : { check: checkReading({ ok: false, finding: decoded.finding }, options), text: decoded.text };
}
