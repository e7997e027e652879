export const severities = ["error", "warning"] as const;
export type Severity = (typeof severities)[number];

/** Change of a document that a program can make. `path` is a JSON Pointer. */
export type Edit =
  | { readonly kind: "set"; readonly path: string; readonly value: string | number | boolean }
  | { readonly kind: "rename"; readonly path: string; readonly to: string }
  | { readonly kind: "remove"; readonly path: string };

/** Change that resolves a finding. */
export interface Fix {
  /** Label of the fix: `change to "Auditability"`, `rename to "weight"`. */
  readonly title: string;
  readonly edits: readonly Edit[];
  /**
   * True if the change is certainly intended. `policy fix` applies other fixes only with `--unsafe`, and the screen
   * asks first.
   */
  readonly safe: boolean;
}

/** Range of a text. Lines and columns count from 1, columns in UTF-16 units; the end is exclusive. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Offsets into the text, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
}

/** Problem of a document, returned rather than thrown. */
export interface Finding extends Place {
  /** JSON Pointer into the document; for a missing or extra property, of its object. */
  readonly path: string;
  /** Violated keyword of the JSON Schema, or null. */
  readonly keyword: string | null;
  /** Violated rule across fields, `prototype-key`, `yaml-1.1-value`, `parse` for an unreadable text, or null. */
  readonly rule: string | null;
  readonly severity: Severity;
  /** Finding and expectation, as text. */
  readonly message: string;
  /** Advice on what to do, or null. */
  readonly hint: string | null;
  readonly fix: Fix | null;
}
