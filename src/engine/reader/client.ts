import { Worker } from "node:worker_threads";
import type { DeliveryReader } from "../../store/ports.ts";
import type { ReaderThread } from "../client.ts";
import { errorFromWire } from "../error-wire.ts";
import { ReaderGoneError } from "../errors.ts";
import type { ReaderAnswer, ReaderCall, ReaderMethod, ReaderThreadData } from "./messages.ts";
import { readerThreadFile } from "./thread-file.ts";

interface PendingCall {
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

  const rejectAll = (error: Error): void => {
    const calls = [...pending.values()];
    pending.clear();
    for (const call of calls) call.reject(error);
  };

  const started = (): Worker => {
    if (worker !== null) return worker;
    const made = new Worker(readerThreadFile, {
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
      pending.delete(answer.id);
      if (call === undefined || "dropped" in answer) return;
      if ("error" in answer) call.reject(errorFromWire(answer.error));
      else call.resolve(answer.value);
    });
    // A thread with nothing to answer must not keep the process.
    made.unref();
    worker = made;
    return made;
  };

  const ask = <M extends ReaderMethod>(
    method: M,
    ...args: Parameters<DeliveryReader[M]>
  ): ReturnType<DeliveryReader[M]> => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    if (closed) {
      reject(new ReaderGoneError({ what: "the log was closed" }));
    } else {
      lastId += 1;
      pending.set(lastId, { resolve, reject });
      const thread = started();
      thread.ref();
      void promise.catch(() => undefined).finally(() => pending.size === 0 && thread.unref());
      thread.postMessage({ id: lastId, method, args } satisfies ReaderCall);
    }
    return promise as ReturnType<DeliveryReader[M]>;
  };

  started();
  return {
    page: (query) => ask("page", query),
    get: (seq) => ask("get", seq),
    count: (filter) => ask("count", filter),
    lastSeq: () => ask("lastSeq"),
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
