import type { PolicyDocument } from "./document.ts";
import type { Finding } from "./finding.ts";
import { childPointer } from "./json-pointer.ts";

const key = "__proto__";

/** Maximum number of findings. */
const most = 1_000;

/**
 * Adds a finding for each key `__proto__` that the schema allows. A careless copy of the document would take missing
 * fields from its value.
 * @param findings findings of the schema, including places without allowed extra keys; the new findings are appended
 */
export function addPrototypeKeys(document: PolicyDocument, findings: Finding[]): void {
  if (!document.mayHavePrototypeKey) return;
  const refused = new Set(
    findings.filter(({ keyword }) => keyword === "additionalProperties").map(({ start }) => start),
  );
  for (const path of holdersOf(document.value).slice(0, most)) {
    const property = childPointer(path, key);
    const place = document.keyPlace(property);
    if (place === null || refused.has(place.start)) continue;
    findings.push({
      path,
      keyword: null,
      rule: "prototype-key",
      severity: "error",
      message: `the key "${key}" is not allowed`,
      hint: "remove it: some programs use its value for missing fields",
      fix: { title: "remove it", edits: [{ kind: "remove", path: property }], safe: false },
      ...place,
    });
  }
}

/**
 * Returns the JSON Pointers of all objects with the key, each object once even if several aliases refer to
 * it.
 */
function holdersOf(root: unknown): readonly string[] {
  const seen = new Set<object>();
  const holders: string[] = [];
  const look = (value: unknown, path: string) => {
    if (typeof value !== "object" || value === null || seen.has(value)) return;
    seen.add(value);
    if (Object.hasOwn(value, key)) holders.push(path);
    for (const [name, inside] of Object.entries(value)) {
      look(inside, childPointer(path, Array.isArray(value) ? Number(name) : name));
    }
  };
  look(root, "");
  return holders;
}
