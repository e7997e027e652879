import type { JsonDocument } from "../../text/json-document.ts";
import type { Span } from "../../text/line.ts";
import type { Folds } from "../../text/source/folds.ts";
import type { Visible } from "../../text/visible.ts";
import type { Hits } from "./hits.ts";

/** Line of a content, before wrapping. */
export interface ViewerLine {
  readonly spans: readonly Span[];
  /** Texts of the spans, joined. */
  readonly text: Visible;
  /** Number of searched characters before the text. */
  readonly lead: number;
  /** Columns before the later rows of a wrapped line. */
  readonly indent: number;
  /** True if the line is wrapped between words. */
  readonly isProse: boolean;
}

/**
 * Long text in a pane. Lines are laid out when drawn. Created once per source and kept, because drawing, moving and
 * searching need the same one.
 */
export interface ViewerContent {
  /** Object that stays the same while lines are only appended. */
  readonly source: object;
  /** Number of lines. */
  readonly count: number;
  /** Structure of JSON; null for text. */
  readonly json: JsonDocument | null;
  /** Foldable lines; null for a text without folds. */
  readonly folds: Folds | null;
  /** True if a line is marked as the cursor: lines can be folded or followed. Otherwise moving scrolls. */
  readonly hasCursor: boolean;
  /** True for a growing text, followed by its last page. */
  readonly grows: boolean;
  /** Lays out a line. */
  line(index: number, isFolded: boolean): ViewerLine;
  /** Finds a non-empty text in the lines after `from`. */
  readonly find: (query: string, from: number) => Hits;
}
