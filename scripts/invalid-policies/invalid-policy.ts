/** Text that occurs once in the document, and its replacement. `⟦` in it marks the start of the finding. */
export type Edit = readonly [find: string, put: string];

/**
 * Row of a table: name, JSON Pointer of the finding, and edits. The name ends in the keyword of the schema,
 * or is that of the rule.
 */
export type CaseRow = readonly [name: string, path: string, ...edits: readonly Edit[]];

/** Expected findings of an invalid policy. */
export interface Expectation {
  /** Keyword of the schema, or null. */
  readonly keyword: string | null;
  /** Rule across fields, `parse`, or null. */
  readonly rule: string | null;
  /** JSON Pointer of the finding. */
  readonly path: string;
}

/** Invalid policy before it is written: a valid one with a few edits. */
export interface InvalidPolicy {
  /** File name: `meta.title.minLength.yaml`. */
  readonly file: string;
  readonly edits: readonly Edit[];
  /** Expected findings in order: one, or several if one causes the others. */
  readonly expected: readonly Expectation[];
  /** Encodes the text of the file. @default UTF-8 */
  readonly encode?: (text: string) => Uint8Array;
}

const marker = "⟦";

/**
 * Returns a document after its edits, and the place of the marker: line and column from 1, columns in UTF-16
 * units.
 * @throws if the text of an edit does not occur exactly once, or there is not exactly one marker
 */
export function edited(
  base: string,
  edits: readonly Edit[],
): { readonly text: string; readonly line: number; readonly column: number } {
  const marked = edits.reduce((text, [find, put]) => {
    const [before, after, ...more] = text.split(find);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`${JSON.stringify(find)} must occur once in the document`);
    }
    return before + put + after;
  }, base);
  const [before, after, ...more] = marked.split(marker);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${JSON.stringify(edits)} must have one ${marker}`);
  }
  const lines = before.split("\n");
  return { text: before + after, line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** Creates the edit that adds a line as the first of an object. */
export function within(key: string, line: string): Edit {
  return [`\n${key}:\n`, `\n${key}:\n  ${line}\n`];
}
