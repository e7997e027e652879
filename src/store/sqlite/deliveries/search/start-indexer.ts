import { Worker } from "node:worker_threads";
import { threadFile } from "../../../../async/thread-file.ts";
import { errorText } from "../../../../model/errors.ts";
import type { DeliveryLog } from "../../../delivery-log.ts";
import type { IndexReport, IndexRequest } from "./index-thread.ts";

/** Options of `startIndexer`. */
export interface IndexerOptions {
  readonly dataDir: string;
  readonly log: Pick<DeliveryLog, "tail" | "markDuplicates">;
  /**
   * Called when the work begins to fail, on a full disk for example. It is retried; searches stay correct but
   * become slower.
   */
  readonly onFailure?: (reason: string) => void;
  /** Called when the thread has ended unexpectedly twice; after the first time it is restarted. */
  readonly onDead?: (reason: string) => void;
}

/** Background thread of a log. */
export interface RunningIndexer {
  /**
   * Resolves when the thread runs or has ended. A thread may fail to start later, when no file descriptors
   * are left.
   */
  readonly ready: Promise<void>;
  /**
   * Ends the thread after its current step. Until the next start, searches scan the rows that are not
   * indexed.
   */
  close(): Promise<void>;
}

/**
 * Starts the background thread of a log, which marks duplicates, indexes words and checkpoints. Commits wake
 * the thread; those during a run are coalesced.
 */
export function startIndexer({ dataDir, log, onFailure, onDead }: IndexerOptions): RunningIndexer {
  const stop = new AbortController();
  let isFailing = false;
  let ends = 0;
  let whenCaughtUp: (() => void) | null = null;
  let ended: Promise<void>;
  const ready = Promise.withResolvers<void>();
  let thread = begin();
  // The process must not exit before the thread is ready.
  thread.ref();
  void ready.promise.then(() => thread.unref());

  function begin(): Worker {
    const started = new Worker(threadFile("index-thread", "store/sqlite/deliveries/search/index-thread.ts"), {
      name: "hooklens index",
      workerData: dataDir,
      // Bodies are garbage after indexing; without this limit the heap grows by 80 MB before it is collected.
      resourceLimits: { maxYoungGenerationSizeMb: 4 },
    });
    started.unref();
    let reason = "";
    started.on("message", take);
    started.once("error", (error) => {
      reason = `: ${String(error)}`;
    });
    ended = new Promise((resolve) => {
      started.once("exit", (code) => {
        resolve();
        ready.resolve();
        if (!stop.signal.aborted) restart(`the index thread ended unexpectedly (exit code ${code})${reason}`);
      });
    });
    return started;
  }

  function restart(reason: string): void {
    ends += 1;
    report(reason);
    if (ends > 1) {
      stop.abort();
      whenCaughtUp?.();
      onDead?.(reason);
      return;
    }
    thread = begin();
    // Repeats the interrupted run.
    if (whenCaughtUp !== null) ask({ ask: "run" });
  }

  function report(reason: string | null): void {
    if (reason !== null && !isFailing) onFailure?.(reason);
    isFailing = reason !== null;
  }

  function ask(request: IndexRequest): void {
    thread.postMessage(request);
  }

  function take(message: IndexReport): void {
    if (message.kind === "ready") {
      ready.resolve();
      return;
    }
    if (message.kind === "caught-up") {
      report(message.failure);
      whenCaughtUp?.();
      return;
    }
    log.markDuplicates(message.duplicates).then(
      () => ask({ ask: "marked", failure: null }),
      (error: unknown) => ask({ ask: "marked", failure: errorText(error) }),
    );
  }

  async function follow(): Promise<void> {
    for await (const _ of log.tail(stop.signal)) {
      await new Promise<void>((resolve) => {
        whenCaughtUp = resolve;
        ask({ ask: "run" });
      });
      whenCaughtUp = null;
    }
  }

  const following = follow();

  return {
    ready: ready.promise,
    async close() {
      const isDead = stop.signal.aborted;
      stop.abort();
      // The process must not exit before the thread has ended.
      if (!isDead) thread.ref();
      ask({ ask: "close" });
      await ended;
      whenCaughtUp?.();
      await following;
    },
  };
}
