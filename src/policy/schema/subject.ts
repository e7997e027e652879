import { pointerSegments } from "../json-pointer.ts";
import { ownField } from "../matrix/readable-policy.ts";

/**
 * What a message calls the value at a JSON Pointer: `meta.title`, `regulatory_clauses[2]`, and within lists from the innermost on
 * that is named, `lambda_axes[2].weight`: the place says in which clause.
 */
export function subjectOf(path: string): string {
  if (path === "") return "the document";
  const segments = pointerSegments(path);
  let name = "";
  for (const [index, segment] of segments.entries()) {
    if (!/^\d+$/.test(segment)) name = name === "" ? segment : `${name}.${segment}`;
    else if (index > 0)
      name = `${/^\d+$/.test(segments[index - 1] ?? "") ? name : (segments[index - 1] ?? "")}[${segment}]`;
  }
  return name;
}

/** The value at a JSON Pointer; undefined: there is none. */
export function valueAt(document: unknown, path: string): unknown {
  return pointerSegments(path).reduce<unknown>(ownField, document);
}
