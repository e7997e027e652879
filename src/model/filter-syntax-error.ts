import { HooklensError } from "./errors.ts";

/** Range of a text in UTF-16 units; the end is exclusive. */
export type TextSpan = readonly [start: number, end: number];

/** Syntax error of a filter. `span` is the place in the typed text, empty at a missing part. */
export class FilterSyntaxError extends HooklensError {
  readonly code = "filter-syntax";
  readonly exitCode = 2;
  readonly span: TextSpan;

  constructor(what: string, span: TextSpan, hint: string) {
    super({ what, why: `column ${span[0] + 1} of the filter`, hint });
    this.span = span;
  }
}
