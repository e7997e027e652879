import { violationsIn } from "../../model/payload-read.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import type { ReadDelivery } from "../client.ts";

/** Adds the violations of the schema to each delivery: in the thread, they do not delay a frame. */
export function withViolations(
  reader: DeliveryReader,
): DeliveryReader & { get(seq: number): Promise<ReadDelivery | null> } {
  return {
    page: (query) => reader.page(query),
    async get(seq) {
      const detail = await reader.get(seq);
      return detail === null ? null : { ...detail, violations: violationsIn(detail) };
    },
    count: (filter) => reader.count(filter),
    sorted: (query) => reader.sorted(query),
    histogram: (query) => reader.histogram(query),
    tally: (filter) => reader.tally(filter),
    lastSeq: () => reader.lastSeq(),
    close: () => reader.close(),
  };
}
