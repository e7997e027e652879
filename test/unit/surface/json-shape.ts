/**
 * Describes a JSON value by its keys and types, one line for each: `[].repo.name: string`. The values of an
 * array are described together.
 */
export function shapeOf(value: unknown): readonly string[] {
  const types = new Map<string, Set<string>>();
  collect(value, "", types);
  return [...types].map(
    ([path, found]) => `${path === "" ? "." : path}: ${[...found].toSorted().join(" | ")}`,
  );
}

function collect(value: unknown, path: string, types: Map<string, Set<string>>): void {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  if (type !== "object" || Object.keys(value ?? {}).length === 0) {
    types.set(path, (types.get(path) ?? new Set()).add(type));
  }
  if (Array.isArray(value)) for (const each of value) collect(each, `${path}[]`, types);
  else if (typeof value === "object" && value !== null) {
    for (const [key, each] of Object.entries(value)) collect(each, `${path}.${key}`, types);
  }
}
