import { readFileSync } from "node:fs";
import { NotFoundError } from "../../model/errors.ts";
import { failureReason } from "../../policy-files/failure-reason.ts";
import { checkPolicy } from "../../policy/check.ts";
import type { Finding } from "../../policy/finding.ts";
import type { Policy } from "../../policy/policy.ts";
import { decodePolicy } from "../../policy/read/decode.ts";

/** A policy's file as it is now. */
export interface PolicySource {
  readonly bytes: Uint8Array;
  /** What stands in it; null: the schema does not accept it, or it cannot be read at all. */
  readonly policy: Policy | null;
  /** What is wrong with it, in the order of the text; warnings are not among them. */
  readonly errors: readonly Finding[];
}

/** @throws {NotFoundError} for what is no file that can be read */
export function readPolicySource(path: string): PolicySource {
  const bytes = readBytes(path);
  const decoded = decodePolicy(bytes);
  if (!decoded.ok) return { bytes, policy: null, errors: [decoded.finding] };
  const { policy, findings } = checkPolicy(decoded.text, { file: path });
  return { bytes, policy, errors: findings.filter(({ severity }) => severity === "error") };
}

function readBytes(path: string): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new NotFoundError({
      what: `the policy ${path} cannot be read`,
      why: failureReason(error),
      hint: "Give the path of a policy document",
      cause: error,
    });
  }
}
