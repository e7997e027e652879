import { pointerSegments } from "../../../policy/json-pointer.ts";

/** Short names of fields, by their keys. */
const shortNames: Readonly<Partial<Record<string, string>>> = {
  minimum_lambda_coverage: "minimum coverage",
  receipt_retention_days: "retention days",
};

/** Maximum characters of a name. */
const maxName = 60;

/** Returns the name of a field of the general provisions: `mandatory axes`. */
export function fieldName(path: string): string {
  const key = pointerSegments(path).at(-1) ?? "";
  const short = Object.hasOwn(shortNames, key) ? shortNames[key] : undefined;
  return short ?? key.slice(0, maxName).replaceAll("_", " ");
}

/** Name of a clause without a readable ID. */
const noId = "(no ID)";

/** Maximum characters of an ID that are shown; the schema allows 64. */
const maxCharacters = 200;

/** Returns the IDs for display. */
export function fullIds(ids: readonly (string | null)[]): readonly string[] {
  return ids.map((id) => id?.slice(0, maxCharacters) ?? noId);
}

/**
 * Shortens IDs by the longest prefix that at least half of them share up to a dash or dot: `502b` for
 * `HIPAA-164.502b`. Returns them unchanged if two would become equal.
 */
export function shortIds(ids: readonly (string | null)[]): readonly string[] {
  const prefix = sharedPrefix(ids);
  return fullIds(ids).map((id) => withoutPrefix(id, prefix));
}

/** Returns the prefix that `shortIds` leaves out; empty for none. */
export function sharedPrefix(ids: readonly (string | null)[]): string {
  const full = fullIds(ids);
  const counts = new Map<string, number>();
  for (const id of full) {
    for (const { index } of id.matchAll(/[-.]/g)) {
      const prefix = id.slice(0, index + 1);
      if (prefix.length < id.length) counts.set(prefix, (counts.get(prefix) ?? 0) + 1);
    }
  }
  const shared = [...counts].filter(([, count]) => count >= 2 && count * 2 >= full.length);
  const prefix = shared.reduce((longest, [one]) => (one.length > longest.length ? one : longest), "");
  const short = full.map((id) => withoutPrefix(id, prefix));
  return new Set(short).size === new Set(full).size ? prefix : "";
}

function withoutPrefix(id: string, prefix: string): string {
  return id.startsWith(prefix) && id !== prefix ? id.slice(prefix.length) : id;
}
