import { setTimeout as sleep } from "node:timers/promises";
import type { Delivery } from "../../../model/delivery.ts";
import { errorText } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { emptyFilter } from "../../../model/filter.ts";
import { stackLine } from "../../../receiver/handlers/handler-failure.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Output } from "../../output/output.ts";
import { receivedLine } from "../deliveries/delivery.ts";
import { type LogReading, openLog } from "../deliveries/log.ts";

/** Poll interval of the log, in milliseconds. */
const pollEveryMs = 100;
/** Maximum lines per second. */
const maxLines = 20;
const secondMs = 1_000;
/** Age at which a pending delivery gets a line, in milliseconds. Its outcome gets another line. */
const announceAfterMs = 2_000;
/** Maximum number of deliveries watched for their outcome. */
const maxUnended = 100;
/** Number of newest rows searched for deliveries received since the start. */
const startRows = 100;

/** Printer of a line on stderr for each received delivery. */
interface ReceiveLines {
  /** Stops after the lines of the deliveries received so far, or their number. */
  close(): Promise<void>;
}

/**
 * Prints a line for each delivery of a log, and the stack of a handler that threw. Reads the log instead of
 * the receiver, so that a slow terminal delays no delivery.
 * @param sinceMs time in milliseconds since 1970; deliveries received before it are skipped
 */
export function startReceiveLines(
  settings: LogReading["settings"],
  sinceMs: number,
  output: Output,
): ReceiveLines {
  const stop = new AbortController();
  /**
   * Last line of each delivery without an outcome: 0 none, 1 being handled, 2 waiting for the next attempt.
   */
  const unended = new Map<number, 0 | 1 | 2>();
  let next: number | null = null;
  let windowEndMs = 0;
  let room = maxLines;
  /** Number of deliveries without a line since the last `… and N more`. */
  let hidden = 0;

  async function print(reader: DeliveryReader, delivery: Delivery): Promise<void> {
    room -= 1;
    output.noteLine(receivedLine(delivery));
    if (delivery.outcome !== "failed") return;
    const printed = (await reader.get(delivery.seq))?.console ?? [];
    const stack = printed.slice(printed.findLastIndex((each) => !stackLine.test(each)) + 1);
    for (const each of stack) output.noteLine(line(span(v`${each}`, "muted")));
  }

  async function look(reader: DeliveryReader, isLast: boolean): Promise<void> {
    const last = await reader.lastSeq();
    if (next === null) {
      next = await firstSince(reader, sinceMs);
      await watchWaiting(reader, next);
    }
    const nowMs = performance.now();
    if (nowMs >= windowEndMs || isLast) {
      windowEndMs = nowMs + secondMs;
      if (room === 0 && last - next >= maxLines) hide(last, next);
      noteHidden();
      room = maxLines;
    }
    for (const [seq, stage] of unended) {
      const { rows } = await reader.page({ filter: emptyFilter, from: seq, direction: "newer", limit: 1 });
      const [row] = rows;
      if (room > 0 && row?.seq === seq) await take(reader, row, stage, isLast);
      else if (row?.seq !== seq) unended.delete(seq);
    }
    if (room > 0 && next <= last) {
      const { rows } = await reader.page({
        filter: emptyFilter,
        from: next,
        direction: "newer",
        limit: room,
      });
      for (const row of rows.toReversed()) {
        next = row.seq + 1;
        await take(reader, row, 0, isLast);
      }
    }
    if (!isLast) return;
    if (next <= last) hide(last, next);
    noteHidden();
  }

  /** Watches the newest waiting forwards of earlier receivers, to print their outcome. */
  async function watchWaiting(reader: DeliveryReader, before: number): Promise<void> {
    const filter = parseFilter("is:waiting");
    const { rows } = await reader.page({ filter, from: null, direction: "older", limit: maxUnended });
    for (const { seq } of rows.toReversed()) if (seq < before) unended.set(seq, 2);
  }

  function hide(last: number, from: number): void {
    hidden += last - from + 1;
    next = last + 1;
  }

  function noteHidden(): void {
    if (hidden > 0) output.noteLine(line(span(v`… and ${count(hidden)} more`, "muted")));
    hidden = 0;
  }

  async function take(
    reader: DeliveryReader,
    row: Delivery,
    stage: 0 | 1 | 2,
    isLast: boolean,
  ): Promise<void> {
    const isPending = row.outcome === "pending";
    const isLate = isLast || Date.now() - Date.parse(row.receivedAt) > announceAfterMs;
    const news = row.nextAttemptAt !== null ? 2 : isLate ? 1 : 0;
    if (!isPending || news > stage) await print(reader, row);
    if (!isPending) unended.delete(row.seq);
    else if (unended.has(row.seq) || unended.size < maxUnended) {
      unended.set(row.seq, news > stage ? news : stage);
    } else hidden += 1;
  }

  async function follow(): Promise<void> {
    try {
      const reader = await openLog({ settings, output });
      try {
        while (!stop.signal.aborted) {
          await look(reader, false);
          await sleep(pollEveryMs, undefined, { signal: stop.signal }).catch(() => undefined);
        }
        await look(reader, true);
      } finally {
        await reader.close();
      }
    } catch (error) {
      const why = errorText(error);
      output.logger.warn(`deliveries are no longer shown: ${why}`);
    }
  }

  const following = follow();
  return {
    async close() {
      stop.abort();
      await following;
    },
  };
}

/**
 * Returns the seq of the first delivery received since `sinceMs`, or of the next delivery if there is none.
 */
async function firstSince(reader: DeliveryReader, sinceMs: number): Promise<number> {
  const { rows } = await reader.page({
    filter: emptyFilter,
    from: null,
    direction: "older",
    limit: startRows,
  });
  const first = rows.findLast(({ receivedAt }) => Date.parse(receivedAt) >= sinceMs);
  return first?.seq ?? (rows[0]?.seq ?? 0) + 1;
}
