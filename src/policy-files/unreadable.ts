import { HooklensError } from "../model/errors.ts";
import { failureReason } from "./failure-reason.ts";

/** A policy's file, or a folder of policies, cannot be read. */
export class PolicyUnreadableError extends HooklensError {
  readonly code = "policy-unreadable";
  readonly exitCode = 1;
}

/** @param what the file or the folder @param cause what the call on it threw */
export function unreadable(what: string, cause: unknown): PolicyUnreadableError {
  return new PolicyUnreadableError({
    what: `${what} cannot be read`,
    why: failureReason(cause),
    hint: "Check what it is and who may read it",
    cause,
  });
}
