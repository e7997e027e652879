import type { PolicyDocument } from "./document.ts";
import type { Finding } from "./finding.ts";
import { childPointer } from "./json-pointer.ts";

const key = "__proto__";

/** Written out, or with escapes: those of ASCII characters all have two zeros in JSON, and an x or a zero in YAML. */
const mayHaveKey = /__proto__|\\[uUx]/;

/**
 * The key `__proto__`, wherever the schema lets it stand. Programs that copy a document carelessly take its value for defaults of every
 * field that is missing.
 *
 * @param reported what is known already: where the schema knows no such key, it says so itself
 */
export function prototypeKeyFindings(
  document: PolicyDocument,
  reported: readonly Finding[],
): readonly Finding[] {
  if (!mayHaveKey.test(document.text)) return [];
  return holdersOf(document.value, "").flatMap((path) => {
    const property = childPointer(path, key);
    const place = document.keyPlace(property);
    if (place === null || reported.some(({ start, path: known }) => start === place.start && known === path))
      return [];
    return {
      path,
      keyword: null,
      rule: "prototype-key",
      severity: "error" as const,
      message: `the key "${key}" stands here`,
      hint: "remove it: some programs take its value for fields that are missing",
      fix: { title: "removes it", edits: [{ kind: "remove" as const, path: property }], safe: false },
      ...place,
    };
  });
}

/** The JSON Pointers of all objects that have the key, each object once however many aliases name it. */
function holdersOf(root: unknown, rootPath: string): readonly string[] {
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
  look(root, rootPath);
  return holders;
}
