import type { DeliveryDetail } from "../../../model/delivery.ts";
import type { Filter } from "../../../model/filter.ts";
import type { DeliveryPage, PageQuery } from "../../../store/delivery-log.ts";
import { isCanceled } from "../../../tui/report.ts";
import type { ServicesNow } from "../../context.ts";

/** Queries of work on many deliveries. */
export interface CalmReader {
  page(query: PageQuery): Promise<DeliveryPage>;
  get(seq: number): Promise<DeliveryDetail | null>;
  matching(filter: Filter, seqs: readonly number[]): Promise<readonly number[]>;
}

/**
 * Creates a reader for work in the background: a typed filter cancels all queries of the reader thread, and
 * this one asks again, until the signal aborts.
 */
export function calmReader(services: ServicesNow, signal: AbortSignal): CalmReader {
  async function ask<T>(query: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await query();
      } catch (error) {
        if (!isCanceled(error) || signal.aborted) throw error;
      }
    }
  }
  return {
    page: (query) => ask(() => services().reader.page(query)),
    get: (seq) => ask(() => services().reader.get(seq)),
    matching: (filter, seqs) => ask(() => services().reader.matching(filter, seqs)),
  };
}
