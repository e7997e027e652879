import type { Finding, Place } from "./finding.ts";

/** A text that was read: its value, and where each part of it stands. */
export interface PolicyDocument {
  /** Without its byte order mark. */
  readonly text: string;
  readonly format: "yaml" | "json";
  /** Whatever the text says is an own property, also under the key `__proto__`. What an alias stands for is shared, not copied. */
  readonly value: unknown;
  /** False: no object in it has the key `__proto__`. */
  readonly mayHavePrototypeKey: boolean;
  /** Of the value at a JSON Pointer; null: there is none. An alias, and all within it, stands where it is used. */
  valuePlace(path: string): Place | null;
  /** Of the key at a JSON Pointer to a property; null: there is none. */
  keyPlace(path: string): Place | null;
}

/** A text is read whole or not at all; what cannot be read is one finding of rule `parse`, where the text breaks off. */
export type Reading =
  | { readonly ok: true; readonly document: PolicyDocument }
  | { readonly ok: false; readonly finding: Finding };
