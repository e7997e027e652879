import { readFileSync } from "node:fs";
import { NotFoundError } from "../../model/errors.ts";
import { failureReason } from "../../policy-files/failure-reason.ts";
import type { Policy } from "../../policy/policy.ts";
import { decodePolicy } from "../../policy/read/decode.ts";
import { readPolicy } from "../../policy/read/read-policy.ts";
import { violationsOf } from "../../policy/schema/validate.ts";

/** A policy's file as it is now. */
export interface PolicySource {
  readonly bytes: Uint8Array;
  /** What stands in it; null: the schema does not accept it, or it cannot be read at all. */
  readonly policy: Policy | null;
}

/** @throws {NotFoundError} for what is no file that can be read */
export function readPolicySource(path: string): PolicySource {
  const bytes = readBytes(path);
  const decoded = decodePolicy(bytes);
  const reading = decoded.ok ? readPolicy(decoded.text, { file: path }) : null;
  const value = reading?.ok ? reading.document.value : null;
  return { bytes, policy: violationsOf(value).length === 0 ? (value as Policy) : null };
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
