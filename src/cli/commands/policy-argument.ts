import process from "node:process";
import { checkPolicyFile, type PolicyFile, readPolicyFile } from "../../policy-files/read-policy-file.ts";
import { checkBytes } from "../../policy/check-bytes.ts";
import type { CheckOptions } from "../../policy/check-document.ts";
import type { CheckedText } from "../../policy/report/checked-text.ts";

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
