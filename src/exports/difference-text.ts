import type { DeliveryDetail } from "../model/delivery.ts";
import { machineJson } from "../text/machine-json.ts";
import { plural } from "../text/numbers.ts";
import { unifiedDiff } from "../text/unified-diff.ts";
import { type Visible, v } from "../text/visible.ts";
import type { Change } from "./changes.ts";
import type { DeliveryDifference } from "./compare-deliveries.ts";
import { deliveryText } from "./delivery-text.ts";

/** Change with its values as JSON, cut if long. */
export interface ChangeText extends Pick<Change, "path" | "kind"> {
  /** Earlier value; null for an addition. */
  readonly before: string | null;
  /** Later value; null for a removal. */
  readonly after: string | null;
}

/** Size-limited difference of two deliveries: a value may be too deep to pass to another thread. */
export interface DifferenceText {
  readonly changes: readonly ChangeText[];
  /** Number of omitted changes. */
  readonly more: number;
  readonly sameBytes: boolean;
}

/** Difference of two deliveries as the lines of a unified diff. */
export interface TextDifference {
  /** Lines without their ends; none if the texts are equal. */
  readonly lines: readonly string[];
  /** Number of omitted lines. */
  readonly more: number;
}

/** Maximum characters of a value. */
const longestValue = 2000;
/** Maximum number of changes: two bodies of 5 MB can have a million. */
const maxChanges = 1000;

/** Formats the changes for people; `deliveries diff --format json` has all of them. */
export function differenceText({ changes, sameBytes }: DeliveryDifference): DifferenceText {
  return {
    changes: changes.slice(0, maxChanges).map(changeText),
    more: Math.max(0, changes.length - maxChanges),
    sameBytes,
  };
}

/** Compares the texts of two deliveries. @param maxLines maximum lines of the result */
export function textDifference(
  before: DeliveryDetail,
  after: DeliveryDetail,
  maxLines: number,
): TextDifference {
  const names = [`delivery-${before.seq}`, `delivery-${after.seq}`] as const;
  const lines = unifiedDiff(names, deliveryText(before), deliveryText(after)).split("\n").slice(0, -1);
  return { lines: lines.slice(0, maxLines), more: Math.max(0, lines.length - maxLines) };
}

export function changeText({ path, kind, before, after }: Change): ChangeText {
  return {
    path,
    kind,
    before: before === undefined ? null : valueText(before),
    after: after === undefined ? null : valueText(after),
  };
}

function valueText(value: unknown): string {
  const text = machineJson(value);
  const more = text.length - longestValue;
  return more > 0 ? `${text.slice(0, longestValue)}… (${plural(more, "more character")})` : text;
}

/** States that two deliveries have the same content. */
export function unchanged({ sameBytes }: Pick<DeliveryDifference, "sameBytes">): Visible {
  return sameBytes ? v`No changes.` : v`No changes, but the bodies are written differently.`;
}
