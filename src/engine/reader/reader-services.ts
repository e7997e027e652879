import { compareDeliveries } from "../../exports/compare-deliveries.ts";
import { differenceText, textDifference } from "../../exports/difference-text.ts";
import { linksIn } from "../../model/payload-links.ts";
import { violationsIn } from "../../model/payload-read.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import type { ReaderThread } from "../client.ts";

/** Adds to a reader what the thread computes from bodies, so that a large one does not delay a frame. */
export function readerServices(
  reader: DeliveryReader,
): DeliveryReader & Pick<ReaderThread, "get" | "compare" | "textDiff"> {
  return {
    page: (query) => reader.page(query),
    async get(seq) {
      const detail = await reader.get(seq);
      return detail === null
        ? null
        : { ...detail, violations: violationsIn(detail), links: linksIn(detail.body) };
    },
    async compare(before, after) {
      const [older, newer] = await Promise.all([reader.get(before), reader.get(after)]);
      return older === null || newer === null ? null : differenceText(compareDeliveries(older, newer));
    },
    related: (seq) => reader.related(seq),
    async textDiff(before, after, maxLines) {
      const [older, newer] = await Promise.all([reader.get(before), reader.get(after)]);
      if (older === null || newer === null) return null;
      return textDifference(older, newer, maxLines);
    },
    count: (filter) => reader.count(filter),
    sorted: (query) => reader.sorted(query),
    histogram: (query) => reader.histogram(query),
    tally: (filter) => reader.tally(filter),
    webhookActivities: (nowMs) => reader.webhookActivities(nowMs),
    matching: (filter, seqs) => reader.matching(filter, seqs),
    seenValues: () => reader.seenValues(),
    lastSeq: () => reader.lastSeq(),
    receivedPeriod: () => reader.receivedPeriod(),
    close: () => reader.close(),
  };
}
