import { PolicyHasErrorsError } from "../../../policy-files/errors.ts";
import { type FoundPolicies, findPolicies, skippedError } from "../../../policy-files/find-policies.ts";
import {
  type PolicyFile,
  checkPolicyFile,
  readPolicyFile,
  unreadFile,
} from "../../../policy-files/read-policy-file.ts";
import { checkBytes } from "../../../policy/check-bytes.ts";
import type { CheckOptions, PolicyCheck } from "../../../policy/check-document.ts";
import { maxBytes } from "../../../policy/read/fault.ts";
import { type CheckedText, firstError, nameOf } from "../../../policy/report/checked-text.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import type { Startup } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import type { Streams } from "../../streams.ts";

/** Policy that can be parsed, possibly with errors, and its value. */
export interface ReadDocument {
  readonly check: PolicyCheck;
  readonly value: unknown;
}

/**
 * Reads the policy of an argument. Prints a note on stderr if it has errors.
 * @throws {PolicyUnreadableError} the file cannot be read
 * @throws {PolicyHasErrorsError} it cannot be parsed
 */
export async function readDocument(
  path: string,
  { output, streams }: Pick<Startup, "output" | "streams">,
): Promise<ReadDocument> {
  const { check } = await readPolicyArgument(path, streams);
  const name = nameOf(check);
  if (check.document === null) {
    throw new PolicyHasErrorsError({ what: `${name} cannot be read`, why: firstError(check) });
  }
  if (!check.valid) {
    output.note(
      v`${name} has errors (${firstError(check)}), so only the readable parts are shown. Run ${shellLine(["hooklens", "policy", "check", path])} to list all errors.`,
    );
  }
  return { check, value: check.document.value };
}

/** Finds the policies of arguments. Prints a note on stderr for each given file that is not a policy. */
export function findPolicyArguments(paths: readonly string[], output: Output): FoundPolicies {
  const found = findPolicies(paths);
  for (const { path, kind } of found.others) output.note(v`${path} is ${kind}, not a policy; skipped`);
  return found;
}

/** Reads and checks the policy of an argument: a file, or `-` for stdin. @throws {PolicyUnreadableError} */
export async function readPolicyArgument(path: string, streams: Streams): Promise<PolicyFile> {
  return path === "-" ? readStdin(streams, {}) : readPolicyFile(path);
}

/**
 * Checks the policies of arguments one by one. An unreadable file and a skipped path are findings, so that the report is
 * complete.
 */
export async function* checkFound(
  { files, skipped }: FoundPolicies,
  streams: Streams,
  options: CheckOptions,
): AsyncGenerator<CheckedText> {
  for (const path of files) {
    yield path === "-" ? await readStdin(streams, options) : await checkPolicyFile(path, options);
  }
  for (const each of skipped) yield unreadFile(each.path, skippedError(each), options);
}

async function readStdin({ stdin }: Streams, options: CheckOptions): Promise<PolicyFile> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stdin as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    // The check rejects larger files: an endless input ends here.
    if (size > maxBytes) break;
  }
  const bytes = Buffer.concat(chunks);
  return { bytes, ...(await checkBytes(bytes, { ...options, file: null })) };
}
