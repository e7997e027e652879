import type { Policy } from "../policy/policy.ts";
import { firstError } from "../policy/report/checked-text.ts";
import { shellLine } from "../text/shell-word.ts";
import { sha256Of } from "./change-file.ts";
import { PolicyHasErrorsError, PolicyNotChangedError } from "./errors.ts";
import { readPolicyFile } from "./read-policy-file.ts";

/** Policy without errors, and the bytes of its file. */
export interface SoundPolicy {
  readonly bytes: Uint8Array;
  readonly policy: Policy;
}

/**
 * Reads a policy to seal.
 * @param sha256 expected SHA-256 of the file in hex; null accepts any
 * @throws {PolicyHasErrorsError | PolicyUnreadableError}
 * @throws {PolicyNotChangedError} the file has another content
 */
export async function readSoundPolicy(path: string, sha256: string | null = null): Promise<SoundPolicy> {
  const { bytes, check } = await readPolicyFile(path);
  if (sha256 !== null && (bytes === null || sha256Of(bytes) !== sha256)) {
    throw new PolicyNotChangedError({
      what: `${path} was not sealed`,
      why: "it changed in the meantime",
      hint: "Review the current file, then retry",
    });
  }
  if (bytes !== null && check.policy !== null && check.valid) return { bytes, policy: check.policy };
  throw new PolicyHasErrorsError({
    what: `${path} was not sealed`,
    why: firstError(check),
    hint: `Run ${shellLine(["hooklens", "policy", "check", path])} for details`,
  });
}
