import { HooklensError } from "../../model/errors.ts";
import type { PolicyCheck } from "../../policy/check-document.ts";
import { plural } from "../../text/numbers.ts";

/** A policy was to be used that has errors. */
export class PolicyHasErrorsError extends HooklensError {
  readonly code = "policy-has-errors";
  readonly exitCode = 1;
}

/** What is wrong with a policy, as the reason of such an error: the first one with its line, and how many more there are. */
export function firstError({ findings }: PolicyCheck): string {
  const [first, ...others] = findings.filter(({ severity }) => severity === "error");
  const more = others.length > 0 ? `; and ${plural(others.length, "more error")}` : "";
  return `line ${first?.line ?? 1}: ${first?.message ?? "it is no policy"}${more}`;
}
