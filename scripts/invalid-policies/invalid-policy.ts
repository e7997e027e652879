/** A text that stands once in the document, and what stands there instead. `⟦` in it is where the finding begins. */
export type Edit = readonly [find: string, put: string];

/**
 * A row of a table: a name, the JSON Pointer of the finding and the edits. The last part of a name is the schema's keyword, or all of it
 * is the rule.
 */
export type CaseRow = readonly [name: string, path: string, ...edits: readonly Edit[]];

/** Expected findings of an invalid policy. */
export interface Expectation {
  /** The schema's keyword, or null. */
  readonly keyword: string | null;
  /** The rule across fields, `parse`, or null. */
  readonly rule: string | null;
  /** JSON Pointer. */
  readonly path: string;
}

/** An invalid policy before it is written: a valid one with a few characters changed. */
export interface InvalidPolicy {
  /** `meta.title.minLength.yaml` */
  readonly file: string;
  readonly edits: readonly Edit[];
  /** One, or, where one cannot be without another, all there are at the place, in the order they are told in. */
  readonly expected: readonly Expectation[];
  /** @default UTF-8 */
  readonly encode?: (text: string) => Uint8Array;
}

const marker = "⟦";

/**
 * A document after its edits, and where the marker stood: line and column from 1, columns in UTF-16 units.
 * @throws for an edit whose text does not stand exactly once in the document, and where there is not exactly one marker
 */
export function edited(
  base: string,
  edits: readonly Edit[],
): { readonly text: string; readonly line: number; readonly column: number } {
  const marked = edits.reduce((text, [find, put]) => {
    const [before, after, ...more] = text.split(find);
    if (before === undefined || after === undefined || more.length > 0) {
      throw new Error(`${JSON.stringify(find)} has to stand once in the document`);
    }
    return before + put + after;
  }, base);
  const [before, after, ...more] = marked.split(marker);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${JSON.stringify(edits)} need one ${marker}`);
  }
  const lines = before.split("\n");
  return { text: before + after, line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** A line that stands in an object of the document besides, as the first. */
export function within(key: string, line: string): Edit {
  return [`\n${key}:\n`, `\n${key}:\n  ${line}\n`];
}
