import { serviceOf } from "../../async/service.ts";
import { threadFile } from "../../async/thread-file.ts";
import { createWorkerCalls } from "../../async/worker-calls.ts";
import type { Filter } from "../../model/filter.ts";
import type { StoreLocation } from "../../store/store.ts";
import { ReaderGoneError } from "../errors.ts";
import type { LogReader } from "./reader-methods.ts";

/**
 * Default limit for a canceled query, in milliseconds; starting a new thread costs more than waiting for a faster
 * query.
 */
const defaultSlowAfterMs = 200;

/**
 * Time without a query of the whole log after which their thread ends, in milliseconds: it takes 25 MB. Histograms pause
 * ten times as long as they take, seconds in a large log.
 */
const defaultIdleAfterMs = 60_000;

/** Returns true for a query of the whole log, possibly slow. */
function isOfWholeLog(method: string, [filter]: readonly unknown[]): boolean {
  if (["histogram", "tally", "events", "causes", "webhookActivities", "seenValues"].includes(method))
    return true;
  // The size of the log is known.
  return method === "count" && (filter as Filter).terms.length > 0;
}

/**
 * Opens a reader of the log of a location, which may be created later. Its thread starts with the first query, a second
 * one with the first query of the whole log, for which rows do not wait.
 * @param slowAfterMs time after which a canceled query that is still in progress ends its thread, in milliseconds
 * @param idleAfterMs time without a query of the whole log after which the second thread ends, in milliseconds
 */
export function openReader(
  location: StoreLocation,
  slowAfterMs = defaultSlowAfterMs,
  idleAfterMs = defaultIdleAfterMs,
): LogReader {
  const rows = createThread(location, slowAfterMs);
  const whole = createThread(location, slowAfterMs, idleAfterMs);
  return serviceOf({
    call: (method, args, signal) => (isOfWholeLog(method, args) ? whole : rows).call(method, args, signal),
    async close() {
      await Promise.all([rows.close(), whole.close()]);
    },
  });
}

function createThread(
  { dataDir, store }: StoreLocation,
  slowAfterMs: number,
  idleAfterMs = Number.POSITIVE_INFINITY,
) {
  return createWorkerCalls({
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
    idleAfterMs,
  });
}
