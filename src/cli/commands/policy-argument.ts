import process from "node:process";
import { type PolicyFile, readPolicyFile } from "../../policy-files/read-policy-file.ts";
import { checkBytes } from "../../policy/check-bytes.ts";
import type { CheckOptions } from "../../policy/check-document.ts";

/** The policy an argument names, checked: a file, or with `-` what comes from stdin. @throws {PolicyUnreadableError} */
export async function readPolicyArgument(path: string, options: CheckOptions = {}): Promise<PolicyFile> {
  if (path !== "-") return readPolicyFile(path, options);
  const { buffer } = await import("node:stream/consumers");
  const bytes = await buffer(process.stdin);
  return { bytes, ...(await checkBytes(bytes, { ...options, file: null })) };
}
