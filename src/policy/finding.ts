export const severities = ["error", "warning"] as const;
export type Severity = (typeof severities)[number];

/** A change of the document that a tool can make: where, by JSON Pointer, and what. */
export type Edit =
  | { readonly kind: "set"; readonly path: string; readonly value: string | number | boolean }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "remove"; readonly path: string };

/** A change that resolves a finding. */
export interface Fix {
  /** For a key line: `change to "Auditability"`, `rename to "weight"`. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /** True where there is only one thing the author can have meant, so that `policy fix` applies it unasked. */
  readonly safe: boolean;
}

/** A range of a text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Something wrong with a document. Data, never thrown. */
export interface Finding extends Place {
  /** JSON Pointer into the document: that of the object for a missing or an extra property. */
  readonly path: string;
  /** The JSON Schema keyword that is violated, or null. */
  readonly keyword: string | null;
  /** The rule across fields, `parse` for a text that cannot be read, or null. */
  readonly rule: string | null;
  readonly severity: Severity;
  /** States what was found and what is expected. */
  readonly message: string;
  /** Suggests what to do. */
  readonly hint: string | null;
  readonly fix: Fix | null;
}
