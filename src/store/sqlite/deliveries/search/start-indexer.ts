import { Worker } from "node:worker_threads";
import { threadFile } from "../../../../async/thread-file.ts";
import type { DeliveryLog } from "../../../delivery-log.ts";
import type { IndexReport, IndexRequest } from "./index-thread.ts";

export interface IndexerOptions {
  readonly dataDir: string;
  readonly log: Pick<DeliveryLog, "tail" | "markDuplicates">;
  /** Told when its work begins to fail (a full disk, say); it is tried again. Searches stay right, and become slower. */
  readonly onFailure?: (reason: string) => void;
  /** Told when the thread ended by itself for the second time; the first time it is started again. */
  readonly onDead?: (reason: string) => void;
}

export interface RunningIndexer {
  /** Resolves when the thread runs or has ended: started later, it may find no file left to open. */
  readonly ready: Promise<void>;
  /** Lets the step under way end; what is not indexed then is scanned by searches until the next start. */
  close(): Promise<void>;
}

/**
 * Starts the thread that works behind a log: it marks duplicates, indexes the words of payloads, and checkpoints. It is poked after
 * commits, one poke at a time, so that under load many commits are one. Without commits nothing runs.
 */
export function startIndexer({ dataDir, log, onFailure, onDead }: IndexerOptions): RunningIndexer {
  const stop = new AbortController();
  let isFailing = false;
  let deaths = 0;
  let whenCaughtUp: (() => void) | null = null;
  let ended: Promise<void>;
  const ready = Promise.withResolvers<void>();
  let thread = begin();
  // Until then nothing else may keep the process.
  thread.ref();
  void ready.promise.then(() => thread.unref());

  function begin(): Worker {
    const started = new Worker(threadFile("index-thread", "store/sqlite/deliveries/search/index-thread.ts"), {
      name: "hooklens index",
      workerData: dataDir,
      // Bodies are garbage as soon as they are indexed; without this the heap grows by 80 MB before it is swept.
      resourceLimits: { maxYoungGenerationSizeMb: 16 },
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
        if (!stop.signal.aborted)
          revive(`the thread behind the log ended by itself (exit code ${code})${reason}`);
      });
    });
    return started;
  }

  function revive(reason: string): void {
    deaths += 1;
    note(reason);
    if (deaths > 1) {
      stop.abort();
      whenCaughtUp?.();
      onDead?.(reason);
      return;
    }
    thread = begin();
    // What it was at is looked for again.
    if (whenCaughtUp !== null) ask({ ask: "look" });
  }

  function note(reason: string | null): void {
    if (reason !== null && !isFailing) onFailure?.(reason);
    isFailing = reason !== null;
  }

  function ask(request: IndexRequest): void {
    thread.postMessage(request);
  }

  function take(report: IndexReport): void {
    if (report.kind === "ready") {
      ready.resolve();
      return;
    }
    if (report.kind === "caught-up") {
      note(report.failure);
      whenCaughtUp?.();
      return;
    }
    log.markDuplicates(report.duplicates).then(
      () => ask({ ask: "marked", failure: null }),
      (error: unknown) =>
        ask({ ask: "marked", failure: error instanceof Error ? error.message : String(error) }),
    );
  }

  async function follow(): Promise<void> {
    for await (const _ of log.tail(stop.signal)) {
      await new Promise<void>((resolve) => {
        whenCaughtUp = resolve;
        ask({ ask: "look" });
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
      // Nothing else may keep the process alive until it has ended.
      if (!isDead) thread.ref();
      ask({ ask: "close" });
      await ended;
      whenCaughtUp?.();
      await following;
    },
  };
}
