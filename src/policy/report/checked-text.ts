import type { PolicyCheck } from "../check-document.ts";

/** A check, with the text it was of: reports quote from it. */
export interface CheckedText {
  readonly check: PolicyCheck;
  /** As much as could be decoded, with its byte order mark. */
  readonly text: string;
}

/** What a report calls a text that came from nowhere in particular. */
export function nameOf({ file }: Pick<PolicyCheck, "file">): string {
  return file ?? "<stdin>";
}

/** What a finding is listed under: its rule, or `schema/` and the keyword. */
export function findingId({
  rule,
  keyword,
}: {
  readonly rule: string | null;
  readonly keyword: string | null;
}): string {
  return rule ?? `schema/${keyword ?? "false"}`;
}

/** What was found, and what to do, on one line. */
export function told({ message, hint }: { readonly message: string; readonly hint: string | null }): string {
  return hint === null ? message : `${message}; ${hint}`;
}
