/** Reasons why a fix may not be the intended change, by finding ID. */
const reasons: ReadonlyMap<string, string> = new Map([
  ["algorithm-mismatch", "either algorithm may be the intended one"],
  ["chaining-not-dag", "it changes how receipts are made"],
  ["duplicate-node", "another node may be meant, and the quorum may count this one"],
  ["hidden-character", "it changes the visible text"],
  ["level-conflict", "either level may be the intended one"],
  ["mandatory-axis-not-enforced", "the axis may be mandatory by mistake"],
  ["mixed-script", "the word may be meant as written"],
  ["prototype-key", "the value of the key is lost"],
  ["schema-version-mismatch", "the document may follow another version of the schema"],
  ["schema/additionalProperties", "another key may be meant, or its value is lost"],
  ["schema/required", "another key may be meant"],
]);

/**
 * Returns why the fix of a finding is not safe, as a clause.
 * @param id rule ID, or `schema/` and the keyword
 */
export function whyUnsafe(id: string): string {
  return reasons.get(id) ?? "another value may be meant";
}
