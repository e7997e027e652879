import type { DifferenceText, TextDifference } from "../../../exports/difference-text.ts";
import type { Delivery } from "../../../model/delivery.ts";
import { dialogKind } from "../../../tui/state/nav.ts";

/** State of the dialog that compares two deliveries. */
export interface Comparison {
  readonly kind: "comparison";
  readonly before: Delivery;
  readonly after: Delivery;
  /** Reason for the pair, such as `with its original`; null for a marked pair. */
  readonly why: string | null;
  readonly view: "paths" | "text";
  readonly difference: DifferenceText;
  /** Null until the view as text is opened. */
  readonly text: TextDifference | null;
  /** Index of the selected change. */
  readonly at: number;
  /** First visible line. */
  readonly top: number;
}

export const comparisonKind = dialogKind<Comparison>("comparison");
