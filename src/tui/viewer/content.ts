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
  /** Characters before the text that a search looks at. */
  readonly lead: number;
  /** Columns before the later rows of a wrapped line. */
  readonly indent: number;
  /** True if the line is wrapped between words. */
  readonly isProse: boolean;
}

/**
 * Long text in a pane. Lines are laid out when they are drawn. A content is created once for its source and kept,
 * because drawing, moving and searching ask for the same one.
 */
export interface ViewerContent {
  /** Object that stays the same while lines are only added at the end. */
  readonly source: object;
  /** Number of lines. */
  readonly count: number;
  /** Structure of JSON; null for text. */
  readonly json: JsonDocument | null;
  /** Lines that can be folded; null for a text without. */
  readonly folds: Folds | null;
  /** True if a line is marked as the cursor: lines can be folded or followed. Otherwise moving scrolls. */
  readonly hasCursor: boolean;
  /** True if lines are added at the end, which the last page then follows. */
  readonly grows: boolean;
  /** Lays out a line. */
  line(index: number, isFolded: boolean): ViewerLine;
  /** Finds a text that is not empty in the lines from `from` on. */
  readonly find: (query: string, from: number) => Hits;
}
