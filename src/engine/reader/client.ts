import { Worker } from "node:worker_threads";
import { errorFromWire } from "../../model/error-wire.ts";
import { createDecompressionGuard, keepFromDecompressing } from "../../store/sqlite/decompressing.ts";
import { threadFile } from "../../store/thread-file.ts";
import type { ReaderThread } from "../client.ts";
import { ReaderGoneError } from "../errors.ts";
import type { ReaderAnswer, ReaderCall, ReaderQuestion, ReaderThreadData } from "./messages.ts";

/** A question that has run this long when `cancelAll` comes is ended with its thread; a quicker one costs less than a new thread. */
const usualSlowAfterMs = 200;

interface PendingCall {
  /** What the thread gives is what the method promises: both sides are of one build. */
  resolve(value: unknown): void;
  reject(error: Error): void;
}

/** One life of the thread. It answers in the order it was asked. */
interface Life {
  readonly worker: Worker;
  readonly decompression: SharedArrayBuffer;
  /** Questions it has not answered, dropped ones too. */
  unanswered: number;
  /** When it began with the question it is at. */
  busySinceMs: number;
}

/**
 * Starts the thread that reads the log of a data directory. The log may come to be later, and a thread that ended is started again by the
 * next question.
 * @param slowAfterMs a question that has run this long when `cancelAll` comes is ended, and its thread with it
 */
export function startReader(dataDir: string, slowAfterMs = usualSlowAfterMs): ReaderThread {
  const dropped = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const pending = new Map<number, PendingCall>();
  let lastId = 0;
  let current: Life | null = null;
  let closed = false;

  function rejectAll(error: Error): void {
    const calls = [...pending.values()];
    pending.clear();
    // A thread with nothing to answer must not keep the process.
    current?.worker.unref();
    for (const call of calls) call.reject(error);
  }

  function begin(): Life {
    const decompression = createDecompressionGuard();
    const workerData: ReaderThreadData = { dataDir, dropped, decompression };
    const worker = new Worker(threadFile("reader", "engine/reader/thread.ts"), {
      name: "hooklens reader",
      workerData,
    });
    const life: Life = { worker, decompression, unanswered: 0, busySinceMs: 0 };
    const end = (why: string, cause?: unknown): void => {
      // One that was given up on has nobody waiting for it.
      if (current !== life) return;
      current = null;
      const hint = "Ask again: it starts anew";
      rejectAll(new ReaderGoneError({ what: "the thread that reads the log ended", why, hint, cause }));
    };
    worker.on("error", (error) => end(String(error), error));
    worker.on("exit", (code) => end(`exit code ${code}`));
    worker.on("message", (answer: ReaderAnswer) => settle(life, answer));
    worker.unref();
    return life;
  }

  function settle(life: Life, answer: ReaderAnswer): void {
    life.unanswered -= 1;
    life.busySinceMs = performance.now();
    const call = pending.get(answer.id);
    pending.delete(answer.id);
    if (pending.size === 0) life.worker.unref();
    if (call === undefined || "dropped" in answer) return;
    if ("error" in answer) call.reject(errorFromWire(answer.error));
    else call.resolve(answer.value);
  }

  function ask<T>(question: ReaderQuestion): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    if (closed) {
      reject(new ReaderGoneError({ what: "the log was closed" }));
      return promise;
    }
    current ??= begin();
    if (current.unanswered === 0) current.busySinceMs = performance.now();
    current.unanswered += 1;
    lastId += 1;
    pending.set(lastId, { resolve, reject });
    current.worker.ref();
    current.worker.postMessage({ id: lastId, question } satisfies ReaderCall);
    return promise;
  }

  function giveUpSlow(): void {
    if (current === null || current.unanswered === 0) return;
    if (performance.now() - current.busySinceMs < slowAfterMs) return;
    const slow = current;
    current = null;
    void endLife(slow);
  }

  current = begin();
  return {
    page: (query) => ask({ method: "page", query }),
    get: (seq) => ask({ method: "get", seq }),
    count: (filter) => ask({ method: "count", filter }),
    lastSeq: () => ask({ method: "lastSeq" }),
    cancelAll: () => {
      Atomics.store(new Int32Array(dropped), 0, lastId);
      rejectAll(new DOMException("A newer question took its place.", "AbortError"));
      giveUpSlow();
    },
    close: async () => {
      closed = true;
      rejectAll(new DOMException("The log was closed.", "AbortError"));
      if (current !== null) await endLife(current);
    },
  };
}

async function endLife({ worker, decompression }: Life): Promise<void> {
  // Nobody waits for what it may still answer, and an answer would let the process go before the thread has ended.
  worker.removeAllListeners("message");
  await keepFromDecompressing(decompression);
  await worker.terminate();
}
