import { HubRefusedError } from "../../../../hub/errors.ts";
import type { HooklensError } from "../../../../model/errors.ts";

/** Inputs of the form by the API field named in an error. */
const inputs: readonly (readonly [field: RegExp, input: string])[] = [
  [/\burl\b/, "url"],
  [/\bjobSourceId\b/, "job"],
  [/\bwatched\b/, "watch"],
  [/\bdomains\b/, "repo"],
  [/\bsecret\b/, "secret"],
];

/** Returns the input with the value refused by the hub; null for none or several. */
export function inputOfError(error: HooklensError): string | null {
  if (!(error instanceof HubRefusedError) || error.status === 403) return null;
  const found = inputs.filter(([field]) => field.test(error.why ?? ""));
  return found.length === 1 ? (found[0]?.[1] ?? null) : null;
}
