import { readFileSync } from "node:fs";
import { NgrokPolicyFileError } from "./errors.ts";

/**
 * A traffic policy as it is written; what it says is ngrok's business.
 * @throws {NgrokPolicyFileError}
 */
export function readTrafficPolicy(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (cause) {
    throw new NgrokPolicyFileError(file, cause instanceof Error ? cause.message : String(cause), cause);
  }
}
