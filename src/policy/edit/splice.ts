import type { Edit } from "../finding.ts";
import type { PolicyFormat } from "../read/format.ts";
import type { Found } from "../read/place-tree.ts";
import { removal } from "./removal.ts";
import { yamlScalar } from "./yaml-text.ts";

/** A piece of a text, by offsets, and what comes in its place. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The change of a text that makes an edit of its document.
 * @param after the document's value with the edit made, below the path of `found`
 * @returns null where the text stands in a way that is not understood
 */
export function spliceFor(
  text: string,
  format: PolicyFormat,
  edit: Edit,
  found: Found,
  after: unknown,
): Splice | null {
  const { value, property } = found;
  const { start, end } = value;
  // What the alias stands for is used elsewhere too. JSON is YAML, in flow style.
  if (found.isBehindAlias) return { start, end, text: JSON.stringify(after) };
  switch (edit.kind) {
    case "set": {
      if (format === "json") return { start, end, text: JSON.stringify(edit.value) };
      const written = yamlScalar(edit.value, text.slice(start, end));
      const needsSpace = start === end && /\S/.test(text.charAt(start - 1));
      return { start: value.tagStart ?? start, end, text: needsSpace ? ` ${written}` : written };
    }
    case "rename": {
      if (property === null) return null;
      const { keyStart, keyEnd } = property;
      const written =
        format === "json" ? JSON.stringify(edit.to) : yamlScalar(edit.to, text.slice(keyStart, keyEnd));
      return { start: keyStart, end: keyEnd, text: written };
    }
    case "remove":
      return removal(text, found);
  }
}
