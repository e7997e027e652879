import { Worker } from "node:worker_threads";
import { threadFile } from "../../store/thread-file.ts";
import type { ReaderThread } from "../client.ts";
import { errorFromWire } from "../error-wire.ts";
import { ReaderGoneError } from "../errors.ts";
import type { ReaderAnswer, ReaderCall, ReaderQuestion, ReaderThreadData } from "./messages.ts";

interface PendingCall {
  /** What the thread gives is what the method promises: both sides are of one build. */
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/**
 * Starts the thread that reads the log of a data directory. The log may come to be later, and a thread that ends by itself is started
 * again by the next call.
 */
export function startReader(dataDir: string): ReaderThread {
  const dropped = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let worker: Worker | null = null;
  let closed = false;

  const forget = (id: number): void => {
    pending.delete(id);
    // A thread with nothing to answer must not keep the process.
    if (pending.size === 0) worker?.unref();
  };

  const rejectAll = (error: Error): void => {
    const calls = [...pending.values()];
    for (const id of pending.keys()) forget(id);
    for (const call of calls) call.reject(error);
  };

  const started = (): Worker => {
    if (worker !== null) return worker;
    const made = new Worker(threadFile("reader", "engine/reader/thread.ts"), {
      name: "hooklens reader",
      workerData: { dataDir, dropped } satisfies ReaderThreadData,
    });
    const lost = (cause: unknown): void => {
      if (worker !== made) return;
      worker = null;
      rejectAll(
        new ReaderGoneError({
          what: "the thread that reads the log ended",
          why: cause instanceof Error ? cause.message : `exit code ${String(cause)}`,
          hint: "Ask again: it starts anew",
          cause,
        }),
      );
    };
    made.on("error", lost);
    made.on("exit", lost);
    made.on("message", (answer: ReaderAnswer) => {
      const call = pending.get(answer.id);
      forget(answer.id);
      if (call === undefined || "dropped" in answer) return;
      if ("error" in answer) call.reject(errorFromWire(answer.error));
      else call.resolve(answer.value);
    });
    made.unref();
    worker = made;
    return made;
  };

  const ask = <T>(question: ReaderQuestion): Promise<T> => {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (closed) {
      reject(new ReaderGoneError({ what: "the log was closed" }));
      return promise;
    }
    lastId += 1;
    pending.set(lastId, { resolve, reject });
    const thread = started();
    thread.ref();
    thread.postMessage({ id: lastId, question } satisfies ReaderCall);
    return promise;
  };

  started();
  return {
    page: (query) => ask({ method: "page", query }),
    get: (seq) => ask({ method: "get", seq }),
    count: (filter) => ask({ method: "count", filter }),
    lastSeq: () => ask({ method: "lastSeq" }),
    cancelAll: () => {
      Atomics.store(new Int32Array(dropped), 0, lastId);
      rejectAll(new DOMException("A newer question took its place.", "AbortError"));
    },
    close: async () => {
      closed = true;
      rejectAll(new DOMException("The log was closed.", "AbortError"));
      await worker?.terminate();
    },
  };
}
