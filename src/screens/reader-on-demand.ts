import type { ReaderThread } from "../engine/client.ts";
import type { StoreLocation } from "../store/store.ts";

/**
 * Creates a reader whose thread starts with the first query, so that the first frame does not wait for the
 * thread.
 */
export function readerOnDemand(location: StoreLocation): ReaderThread {
  let started: Promise<ReaderThread> | null = null;
  let reader: ReaderThread | null = null;
  const ready = () => {
    started ??= import("../engine/reader/client.ts").then(
      ({ startReader }) => (reader = startReader(location)),
    );
    return started;
  };
  return {
    page: async (query) => (await ready()).page(query),
    get: async (seq) => (await ready()).get(seq),
    related: async (seq) => (await ready()).related(seq),
    count: async (filter) => (await ready()).count(filter),
    sorted: async (query) => (await ready()).sorted(query),
    histogram: async (query) => (await ready()).histogram(query),
    tally: async (filter) => (await ready()).tally(filter),
    webhookActivities: async (nowMs) => (await ready()).webhookActivities(nowMs),
    matching: async (filter, seqs) => (await ready()).matching(filter, seqs),
    compare: async (before, after) => (await ready()).compare(before, after),
    textDiff: async (before, after, maxLines) => (await ready()).textDiff(before, after, maxLines),
    seenValues: async () => (await ready()).seenValues(),
    lastSeq: async () => (await ready()).lastSeq(),
    receivedPeriod: async () => (await ready()).receivedPeriod(),
    // No queries are pending before the thread is started.
    cancelAll: () => reader?.cancelAll(),
    close: async () => (await started)?.close(),
  };
}
