import { threadFile } from "../../async/thread-file.ts";
import { createWorkerCalls } from "../../async/worker-calls.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import { createDecompressionGuard, keepFromDecompressing } from "../../store/sqlite/decompressing.ts";
import type { ReaderThread } from "../client.ts";
import { ReaderGoneError } from "../errors.ts";
import type { ReaderThreadData } from "./thread.ts";

/** Starting a new thread costs more than waiting for a faster query. */
const defaultSlowAfterMs = 200;

/**
 * Starts the thread that reads the log of a data directory; the log may be created later.
 * @param slowAfterMs `cancelAll` terminates the thread when a query has run for this long
 */
export function startReader(dataDir: string, slowAfterMs = defaultSlowAfterMs): ReaderThread {
  const thread = createWorkerCalls<DeliveryReader>({
    name: "hooklens reader",
    file: threadFile("reader", "engine/reader/thread.ts"),
    prepare: () => {
      const decompression = createDecompressionGuard();
      const data: ReaderThreadData = { dataDir, decompression };
      return { data, beforeEnd: () => keepFromDecompressing(decompression) };
    },
    goneError: (why, cause) =>
      new ReaderGoneError({
        what: "the thread that reads the log ended",
        why,
        hint: "Try again: it is restarted",
        cause,
      }),
    slowAfterMs,
  });
  thread.start();
  return {
    page: (query) => thread.call("page", query),
    get: (seq) => thread.call("get", seq),
    count: (filter) => thread.call("count", filter),
    lastSeq: () => thread.call("lastSeq"),
    cancelAll: () => thread.cancelAll(),
    close: () => thread.close(),
  };
}
