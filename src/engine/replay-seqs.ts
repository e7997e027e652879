import type { Delivery } from "../model/delivery.ts";
import { emptyFilter, type Filter } from "../model/filter.ts";
import type { DeliveryReader } from "../store/delivery-log.ts";
import { inOrder, matchingPages, type Selection } from "../store/selection.ts";
import { count } from "../text/numbers.ts";
import { type Visible, v } from "../text/visible.ts";

/** Reason why a replay leaves a delivery out. */
type Reason =
  | "without a body"
  | "solved by a replay"
  | "replayed with their original"
  | "no longer in the log";

/** Numbers of deliveries left out of a replay, by reason. */
export type LeftOut = Readonly<Partial<Record<Reason, number>>>;

/** Deliveries of a selection that a replay sends and leaves out. */
export interface ReplayPlan {
  /** Number of deliveries to send. */
  readonly total: number;
  readonly leftOut: LeftOut;
}

type Reader = Pick<DeliveryReader, "page" | "matching">;

/**
 * Yields the seqs of a selection to replay, oldest first, without those lacking a body. A filter selects all matches
 * except deliveries solved by a replay, unless it asks for them, and replays of a matching original: their receiver
 * would get the same payload twice.
 * @param leaveOut called with the reason for each delivery left out
 */
export async function* replaySeqs(
  reader: Reader,
  selection: Selection,
  leaveOut: (reason: Reason) => void = () => {},
): AsyncGenerator<number> {
  if ("seqs" in selection) {
    for (const seq of inOrder(selection.seqs)) {
      const { rows } = await reader.page({ filter: emptyFilter, from: seq, direction: "older", limit: 1 });
      const row = rows.find((one) => one.seq === seq);
      if (row === undefined) leaveOut("no longer in the log");
      else if (!hasBody(row)) leaveOut("without a body");
      else yield seq;
    }
    return;
  }
  const { filter } = selection;
  const wantsRecovered = asksForRecovered(filter);
  for await (const rows of matchingPages(reader, selection)) {
    const originals = new Set(await reader.matching(filter, rows.flatMap(originalOf)));
    for (const row of rows) {
      if (!hasBody(row)) leaveOut("without a body");
      else if (row.recovered && !wantsRecovered) leaveOut("solved by a replay");
      else if (originalOf(row).some((seq) => originals.has(seq))) leaveOut("replayed with their original");
      else yield row.seq;
    }
  }
}

/**
 * Counts the sent and omitted deliveries of a replay.
 * @param isWanted asked for each delivery; false ends the count
 */
export async function planReplay(
  reader: Reader,
  selection: Selection,
  isWanted: () => boolean,
): Promise<ReplayPlan> {
  const left = leftOutCounter();
  let total = 0;
  for await (const _ of replaySeqs(reader, selection, left.add)) {
    total += 1;
    if (!isWanted()) break;
  }
  return { total, leftOut: left.counts };
}

/** Counts what is left out; `counts` grows. */
export function leftOutCounter(): { readonly counts: LeftOut; readonly add: (reason: Reason) => void } {
  const counts: Partial<Record<Reason, number>> = {};
  return { counts, add: (reason) => (counts[reason] = (counts[reason] ?? 0) + 1) };
}

export function leftOutTotal(leftOut: LeftOut): number {
  return Object.values(leftOut).reduce((sum, n) => sum + n, 0);
}

/** Formats `2 left out (without a body)`, `3 left out (2 solved by a replay, 1 without a body)`; empty if none are. */
export function leftOutText(leftOut: LeftOut): Visible {
  const total = leftOutTotal(leftOut);
  const reasons = Object.entries(leftOut);
  const why = reasons.map(([reason, n]) => (reasons.length === 1 ? reason : `${count(n)} ${reason}`));
  return total === 0 ? v`` : v`${count(total)} left out (${why.join(", ")})`;
}

/** Returns false for a delivery rejected before its body was read. */
export function hasBody({ bytes, sha256 }: Pick<Delivery, "bytes" | "sha256">): boolean {
  return bytes > 0 && sha256 !== null;
}

function asksForRecovered({ terms }: Filter): boolean {
  return terms.some(({ match }) => match.kind === "is" && match.anyOf.includes("recovered"));
}

/** Returns the original with the same payload, if the delivery is a replay. */
function originalOf({ replayOf, edited }: Delivery): readonly number[] {
  return replayOf === null || edited ? [] : [replayOf];
}
