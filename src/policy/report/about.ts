import type { PolicyCheck } from "../check-document.ts";
import { ownField } from "../matrix/readable-policy.ts";
import { nameOf } from "./checked-text.ts";

/** Name and text of a fact. */
export type Fact = readonly [name: string, text: string];

/** Returns the title of a policy, otherwise the name of its file. */
export function policyTitle(check: PolicyCheck): string {
  return textAt(check.document?.value, "meta", "title") ?? nameOf(check);
}

/** Returns the description of a policy; null if it has none. */
export function policyDescription({ document }: PolicyCheck): string | null {
  return textAt(document?.value, "meta", "description");
}

/** Returns the readable identity of a policy. */
export function aboutPolicy(check: PolicyCheck): readonly Fact[] {
  const value = check.document?.value;
  const entries: readonly (readonly [string, string | null])[] = [
    ["Vertical", textAt(value, "vertical")],
    ["Regime", textAt(value, "regime")],
    ["Jurisdiction", textAt(value, "jurisdiction")],
    ["Takes effect", textAt(value, "effective_date")],
    ["Authority", textAt(value, "meta", "authority")],
    ["Receipts kept", textAt(value, "compliance_thresholds", "receipt_retention_days", " days")],
    ["Quorum", textAt(value, "receipt_chain", "quorum")],
    ["File", nameOf(check)],
  ];
  return entries.flatMap(([name, text]): Fact[] => (text === null ? [] : [[name, text]]));
}

/** Returns the text or number at a key of an object, or of an object in it; null if there is none. */
function textAt(value: unknown, key: string, inner?: string, unit = ""): string | null {
  const found = inner === undefined ? ownField(value, key) : ownField(ownField(value, key), inner);
  return typeof found === "string" || typeof found === "number" ? `${found}${unit}` : null;
}
