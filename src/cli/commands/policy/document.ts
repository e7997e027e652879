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

/** Readable policy, possibly with errors. */
export interface ReadDocument {
  readonly check: PolicyCheck;
  readonly value: unknown;
}

/**
 * Reads the policy of an argument; its errors are noted on stderr.
 * @throws {PolicyUnreadableError}
 * @throws {PolicyHasErrorsError} no part of it is readable
 */
export async function readDocument(path: string, output: Output): Promise<ReadDocument> {
  const { check } = await readPolicyArgument(path);
  const name = nameOf(check);
  if (check.document === null) {
    throw new PolicyHasErrorsError({ what: `${name} cannot be read`, why: firstError(check) });
  }
  if (!check.valid) {
    output.note(
      v`${name} has errors (${firstError(check)}), so only the readable part is shown. ${shellLine(["hooklens", "policy", "check", path])} lists all errors.`,
    );
  }
  return { check, value: check.document.value };
}

/** Reads and checks the policy of an argument: a file, or `-` for stdin. @throws {PolicyUnreadableError} */
export async function readPolicyArgument(path: string): Promise<PolicyFile> {
  return path === "-" ? readStdin({}) : readPolicyFile(path);
}

/** Checks the policy of an argument; an unreadable file becomes a finding, so that the report is complete. */
export async function checkPolicyArgument(path: string, options: CheckOptions): Promise<CheckedText> {
  return path === "-" ? readStdin(options) : checkPolicyFile(path, options);
}

async function readStdin(options: CheckOptions): Promise<PolicyFile> {
  const { buffer } = await import("node:stream/consumers");
  const bytes = await buffer(process.stdin);
  return { bytes, ...(await checkBytes(bytes, { ...options, file: null })) };
}

/** Returns the first error of a policy with its line, and the number of others. */
export function firstError({ findings }: PolicyCheck): string {
  const [first, ...others] = findings.filter(({ severity }) => severity === "error");
  const more = others.length > 0 ? `; and ${plural(others.length, "more error")}` : "";
  return `line ${first?.line ?? 1}: ${first?.message ?? "it is not a policy"}${more}`;
}
