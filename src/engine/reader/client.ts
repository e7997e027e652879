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
 * Starts the thread that reads the log of a location. The log may be created later.
 * @param slowAfterMs limit for a query after which `cancelAll` terminates the thread, in milliseconds
 */
export function startReader(
  { dataDir, store }: StoreLocation,
  slowAfterMs = defaultSlowAfterMs,
): ReaderThread {
  const thread = createWorkerCalls<ReturnType<typeof readerServices>>({
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
  thread.start();
  return {
    page: (query) => thread.call("page", query),
    get: (seq) => thread.call("get", seq),
    related: (seq) => thread.call("related", seq),
    count: (filter) => thread.call("count", filter),
    sorted: (query) => thread.call("sorted", query),
    histogram: (query) => thread.call("histogram", query),
    tally: (filter) => thread.call("tally", filter),
    compare: (before, after) => thread.call("compare", before, after),
    textDiff: (before, after, maxLines) => thread.call("textDiff", before, after, maxLines),
    seenValues: () => thread.call("seenValues"),
    lastSeq: () => thread.call("lastSeq"),
    cancelAll: () => thread.cancelAll(),
    close: () => thread.close(),
  };
}
