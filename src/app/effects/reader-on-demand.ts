import type { ReaderThread } from "../../engine/client.ts";

/** The reader thread, whose code is loaded and which is started by the first question: the first frame waits for neither. */
export function readerOnDemand(dataDir: string): ReaderThread {
  let started: Promise<ReaderThread> | null = null;
  let reader: ReaderThread | null = null;
  const ready = () => {
    started ??= import("../../engine/reader/client.ts").then(
      ({ startReader }) => (reader = startReader(dataDir)),
    );
    return started;
  };
  return {
    page: async (query) => (await ready()).page(query),
    get: async (seq) => (await ready()).get(seq),
    count: async (filter) => (await ready()).count(filter),
    lastSeq: async () => (await ready()).lastSeq(),
    // What is not started has been asked nothing.
    cancelAll: () => reader?.cancelAll(),
    close: async () => (await started)?.close(),
  };
}
