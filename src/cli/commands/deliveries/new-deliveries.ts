import { setTimeout as sleep } from "node:timers/promises";
import type { Delivery } from "../../../model/delivery.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import type { Selection } from "./log.ts";

/** Poll interval of the log, in milliseconds. */
const pollEveryMs = 100;

/** Maximum number of rows that are read at once. */
const pageRows = 500;

/**
 * Yields the deliveries from `from` on, in order of seq. Polls the log instead of the receiver, so it also
 * works while no receiver runs.
 * @param settleWithinMs time since it was received that a pending delivery has for its outcome, in milliseconds; then it
 * is yielded without one
 */
export async function* newDeliveries(
  reader: DeliveryReader,
  { filter, limit }: Pick<Selection, "filter" | "limit">,
  from: number,
  settleWithinMs: number,
): AsyncGenerator<Delivery> {
  let next = from;
  let left = limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const last = await reader.lastSeq();
    // `last` is read before the page: `next` never passes an unread row.
    const page = await reader.page({
      filter,
      from: next,
      direction: "newer",
      limit: Math.min(left, pageRows),
    });
    const rows = page.rows.toReversed();
    const settled = rows.slice(0, firstUnsettled(rows, settleWithinMs));
    yield* settled;
    left -= settled.length;
    const newest = settled.at(-1);
    if (settled.length < rows.length) next = (newest?.seq ?? next - 1) + 1;
    else if (page.more) next = (newest?.seq ?? next) + 1;
    else next = Math.max(last, newest?.seq ?? 0, next - 1) + 1;
    if (left > 0 && (settled.length < rows.length || !page.more)) await sleep(pollEveryMs);
  }
}

/** Returns the index of the first pending row younger than `settleWithinMs`; the length if there is none. */
function firstUnsettled(rows: readonly Delivery[], settleWithinMs: number): number {
  const youngerThan = Date.now() - settleWithinMs;
  const index = rows.findIndex(
    ({ outcome, receivedAt }) => outcome === "pending" && Date.parse(receivedAt) > youngerThan,
  );
  return index === -1 ? rows.length : index;
}
