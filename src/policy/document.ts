import type { Finding, Place } from "./finding.ts";

/** Parsed policy text: its value and the places of its parts. */
export interface PolicyDocument {
  /** Text without its byte order mark. */
  readonly text: string;
  readonly format: "yaml" | "json";
  /** Value of the text. Keys are own properties, also `__proto__`. Aliases share their value. */
  readonly value: unknown;
  /** False if an object in it has the key `__proto__`. */
  readonly mayHavePrototypeKey: boolean;
  /** Returns the place of the value at a JSON Pointer, or null. Values in an alias have the alias's place. */
  valuePlace(path: string): Place | null;
  /** Returns the place of the key at a JSON Pointer to a property, or null. */
  keyPlace(path: string): Place | null;
}

/** Result of reading a text: the document, or one finding of rule `parse` at the first error. */
export type Reading =
  | { readonly ok: true; readonly document: PolicyDocument }
  | { readonly ok: false; readonly finding: Finding };
