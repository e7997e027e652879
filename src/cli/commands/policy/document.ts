import process from "node:process";
import { type PolicyFile, checkPolicyFile, readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { checkBytes } from "../../../policy/check-bytes.ts";
import type { CheckOptions, PolicyCheck } from "../../../policy/check-document.ts";
import { type CheckedText, nameOf } from "../../../policy/report/checked-text.ts";
import { plural } from "../../../text/numbers.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import { PolicyHasErrorsError } from "../../errors.ts";
import type { Output } from "../../output/output.ts";

/** A policy that can be looked at: read, though it may have errors. */
export interface ReadDocument {
  readonly check: PolicyCheck;
  readonly value: unknown;
}

/**
 * The policy an argument names, also one with errors: those are noted on stderr.
 * @throws {PolicyUnreadableError}
 * @throws {PolicyHasErrorsError} what it holds cannot be read at all
 */
export async function readDocument(path: string, output: Output): Promise<ReadDocument> {
  const { check } = await readPolicyArgument(path);
  const name = nameOf(check);
  if (check.document === null) {
    throw new PolicyHasErrorsError({ what: `${name} cannot be read`, why: firstError(check) });
  }
  if (!check.valid) {
    output.note(
      v`${name} has errors (${firstError(check)}), so this is what can be read of it. ${shellLine(["hooklens", "policy", "check", path])} names them all.`,
    );
  }
  return { check, value: check.document.value };
}

/** The policy an argument names, checked: a file, or with `-` what comes from stdin. @throws {PolicyUnreadableError} */
export async function readPolicyArgument(path: string): Promise<PolicyFile> {
  return path === "-" ? readStdin({}) : readPolicyFile(path);
}

/** The same where several are checked: a file that cannot be read has a finding that says so, and the report is whole. */
export async function checkPolicyArgument(path: string, options: CheckOptions): Promise<CheckedText> {
  return path === "-" ? readStdin(options) : checkPolicyFile(path, options);
}

async function readStdin(options: CheckOptions): Promise<PolicyFile> {
  const { buffer } = await import("node:stream/consumers");
  const bytes = await buffer(process.stdin);
  return { bytes, ...(await checkBytes(bytes, { ...options, file: null })) };
}

/** What is wrong with a policy, as the reason of such an error: the first one with its line, and how many more there are. */
export function firstError({ findings }: PolicyCheck): string {
  const [first, ...others] = findings.filter(({ severity }) => severity === "error");
  const more = others.length > 0 ? `; and ${plural(others.length, "more error")}` : "";
  return `line ${first?.line ?? 1}: ${first?.message ?? "it is no policy"}${more}`;
}
