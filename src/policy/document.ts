import type { Finding, Place } from "./finding.ts";

/** A text that was read: its value, and where each part of it stands. */
export interface PolicyDocument {
  readonly text: string;
  readonly format: "yaml" | "json";
  /** Objects have no prototype and own keys only, also `__proto__`. */
  readonly value: unknown;
  /** Of the value at a JSON Pointer; null: there is none. An alias stands where it is used. */
  valuePlace(path: string): Place | null;
  /** Of the key at a JSON Pointer to a property; null: there is none. */
  keyPlace(path: string): Place | null;
}

/** A text is read whole or not at all; what cannot be read is one finding of rule `parse`, where the text breaks off. */
export type Reading =
  | { readonly ok: true; readonly document: PolicyDocument }
  | { readonly ok: false; readonly finding: Finding };
