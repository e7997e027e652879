import { childPointer } from "../json-pointer.ts";
import { ownField } from "../matrix/readable-policy.ts";

/**
 * ID of the general provisions in a review: everything of a policy outside its clauses. The space keeps it different
 * from valid clause IDs.
 */
export const generalId = "General provisions";

/** Subjects of the general provisions, in place of a clause's title. */
export const generalTitle = "thresholds, receipts, regime";

/** Key of the clauses in a document. */
const clausesKey = "regulatory_clauses";

/** Returns a document without its clauses; null if it is not an object. */
export function withoutClauses(document: unknown): object | null {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return null;
  return Object.fromEntries(Object.entries(document).filter(([key]) => key !== clausesKey));
}

/** Field of the general provisions. */
export interface GeneralField {
  /** JSON Pointer of the field: a top-level value, or a value of a section. */
  readonly path: string;
  readonly text: string;
}

/** Returns the fields of the general provisions in the order of the document. */
export function generalFields(document: unknown): readonly GeneralField[] {
  return Object.entries(withoutClauses(document) ?? {}).flatMap(([key, value]): GeneralField[] => {
    const path = childPointer("", key);
    if (typeof value !== "object" || value === null || Array.isArray(value)) {
      return [{ path, text: fieldText(value) }];
    }
    return Object.keys(value).map((name) => ({
      path: childPointer(path, name),
      text: fieldText(ownField(value, name)),
    }));
  });
}

/**
 * Returns the field of the general provisions at or above a JSON Pointer; null for the whole document and for
 * clauses.
 */
export function generalFieldOf(pointer: string): string | null {
  const [, section, name] = pointer.split("/");
  if (section === undefined || section === clausesKey) return null;
  return name === undefined ? `/${section}` : `/${section}/${name}`;
}

/** Maximum items of a list in a text. */
const maxItems = 30;

/** Formats the value of a field: a list as `Λ1, Λ2`, other containers as `…`. */
export function fieldText(value: unknown): string {
  if (!Array.isArray(value)) return scalarText(value);
  const items = value.slice(0, maxItems).map(scalarText);
  return [...items, ...(value.length > maxItems ? ["…"] : [])].join(", ");
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "object" && value !== null ? "…" : String(value);
}
