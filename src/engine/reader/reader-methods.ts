import type { Service } from "../../async/service.ts";
import { compareDeliveries } from "../../exports/compare-deliveries.ts";
import {
  type DifferenceText,
  differenceText,
  type TextDifference,
  textDifference,
} from "../../exports/difference-text.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { linksIn } from "../../model/payload-links.ts";
import { violationsIn } from "../../model/payload-read.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import type { ReadDelivery } from "../client.ts";

/** Reader of the log in a thread, so that a slow search never delays a key press. */
export type LogReader = Service<ReturnType<typeof readerMethods>>;

/** Extends a reader by computations on bodies, so that a large body does not delay a frame. */
export function readerMethods(reader: DeliveryReader) {
  async function both(
    before: number,
    after: number,
  ): Promise<readonly [DeliveryDetail, DeliveryDetail] | null> {
    const [older, newer] = await Promise.all([reader.get(before), reader.get(after)]);
    return older === null || newer === null ? null : [older, newer];
  }

  return {
    ...reader,
    async get(seq: number): Promise<ReadDelivery | null> {
      const detail = await reader.get(seq);
      return detail === null
        ? null
        : { ...detail, violations: violationsIn(detail), links: linksIn(detail.body) };
    },
    /** Compares two deliveries; returns null if the log lacks one of them. */
    async compare(before: number, after: number): Promise<DifferenceText | null> {
      const pair = await both(before, after);
      return pair === null ? null : differenceText(compareDeliveries(...pair));
    },
    /**
     * Compares the texts of two deliveries line by line; returns null if the log lacks one of them.
     * @param maxLines maximum lines of the result
     */
    async textDiff(before: number, after: number, maxLines: number): Promise<TextDifference | null> {
      const pair = await both(before, after);
      return pair === null ? null : textDifference(...pair, maxLines);
    },
  };
}
