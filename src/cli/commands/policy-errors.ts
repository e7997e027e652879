import { HooklensError } from "../../model/errors.ts";

/** A policy was to be used that has errors. */
export class PolicyHasErrorsError extends HooklensError {
  readonly code = "policy-has-errors";
  readonly exitCode = 1;
}
