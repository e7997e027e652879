import { threadFile } from "../../async/thread-file.ts";
import { createWorkerCalls } from "../../async/worker-calls.ts";
import type { StoreLocation } from "../../store/store.ts";
import type { ReaderThread } from "../client.ts";
import { ReaderGoneError } from "../errors.ts";
import type { readerServices } from "./reader-services.ts";

/**
 * Default limit for a query, in milliseconds; starting a new thread costs more than waiting for a faster
 * query.
 */
const defaultSlowAfterMs = 200;

/**
 * Starts the thread that reads the log of a location, and a second one with the first query of the whole log, which
 * may take long: rows do not wait for it. The log may be created later.
 * @param slowAfterMs limit for a query after which `cancelAll` terminates its thread, in milliseconds
 */
export function startReader(location: StoreLocation, slowAfterMs = defaultSlowAfterMs): ReaderThread {
  const rows = createThread(location, slowAfterMs);
  const whole = createThread(location, slowAfterMs);
  rows.start();
  return {
    page: (query) => rows.call("page", query),
    get: (seq) => rows.call("get", seq),
    related: (seq) => rows.call("related", seq),
    // The size of the log is known.
    count: (filter) => (filter.terms.length === 0 ? rows : whole).call("count", filter),
    sorted: (query) => rows.call("sorted", query),
    histogram: (query) => whole.call("histogram", query),
    tally: (filter) => whole.call("tally", filter),
    webhookActivities: (nowMs) => whole.call("webhookActivities", nowMs),
    matching: (filter, seqs) => rows.call("matching", filter, seqs),
    compare: (before, after) => rows.call("compare", before, after),
    textDiff: (before, after, maxLines) => rows.call("textDiff", before, after, maxLines),
    seenValues: () => whole.call("seenValues"),
    lastSeq: () => rows.call("lastSeq"),
    receivedPeriod: () => rows.call("receivedPeriod"),
    cancelAll() {
      rows.cancelAll();
      whole.cancelAll();
    },
    async close() {
      await Promise.all([rows.close(), whole.close()]);
    },
  };
}

function createThread({ dataDir, store }: StoreLocation, slowAfterMs: number) {
  return createWorkerCalls<ReturnType<typeof readerServices>>({
    name: "hooklens reader",
    file: threadFile("reader", "engine/reader/thread.ts"),
    data: { dataDir, store } satisfies StoreLocation,
    goneError: (why, cause) =>
      new ReaderGoneError({
        what: "the thread that reads the log ended",
        why,
        hint: "Retry; the thread is restarted",
        cause,
      }),
    slowAfterMs,
  });
}
