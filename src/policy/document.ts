import type { Finding, Place } from "./finding.ts";

/** A text that was read: its value, and the places of its parts. */
export interface PolicyDocument {
  /** Without its byte order mark. */
  readonly text: string;
  readonly format: "yaml" | "json";
  /** Keys are own properties, also `__proto__`. The value of an alias is shared, not copied. */
  readonly value: unknown;
  /** False if no object in it has the key `__proto__`. */
  readonly mayHavePrototypeKey: boolean;
  /** Place of the value at a JSON Pointer, or null. An alias, and all within it, has the place of its use. */
  valuePlace(path: string): Place | null;
  /** Place of the key at a JSON Pointer to a property, or null. */
  keyPlace(path: string): Place | null;
}

/** A text is read whole or not at all; what cannot be read is one finding of rule `parse`, where the text breaks off. */
export type Reading =
  | { readonly ok: true; readonly document: PolicyDocument }
  | { readonly ok: false; readonly finding: Finding };
