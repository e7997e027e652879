import { Worker } from "node:worker_threads";
import type { DeliveryLog } from "../ports.ts";
import { threadFile } from "../thread-file.ts";
import type { IndexReport, IndexRequest } from "./index-thread.ts";

export interface RunningIndexer {
  /** Lets the step under way end; what is not indexed then is scanned by searches until the next start. */
  close(): Promise<void>;
}

/**
 * Starts the thread that indexes the words of a log's payloads, and pokes it after commits: one poke at a time, so that under load
 * many commits are one. Without commits nothing runs.
 * @param onFailure told when indexing begins to fail; searches stay right, and become slower
 */
export function startIndexer(
  dataDir: string,
  log: Pick<DeliveryLog, "tail">,
  onFailure: (reason: string) => void = () => undefined,
): RunningIndexer {
  const thread = new Worker(threadFile("index-thread", "store/sqlite/index-thread.ts"), {
    name: "hooklens index",
    workerData: dataDir,
    // Bodies are garbage as soon as they are indexed; without this the heap grows by 80 MB before it is swept.
    resourceLimits: { maxYoungGenerationSizeMb: 16 },
  });
  thread.unref();
  const stop = new AbortController();
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  let answered: (() => void) | null = null;
  let failing = false;

  function note(reason: string | null): void {
    if (reason !== null && !failing) onFailure(reason);
    failing = reason !== null;
  }

  function ask(message: IndexRequest): Promise<void> {
    return new Promise((resolve) => {
      answered = resolve;
      thread.postMessage(message);
    });
  }

  async function follow(): Promise<void> {
    for await (const _ of log.tail(stop.signal)) await ask({ ask: "look" });
  }

  thread.on("message", (report: IndexReport) => {
    note(report.failure);
    answered?.();
  });
  thread.once("error", (error) => note(String(error)));
  thread.once("exit", () => {
    stop.abort();
    answered?.();
  });
  const following = follow();

  return {
    async close() {
      stop.abort();
      await following;
      // Nothing else may keep the process alive until it has ended.
      thread.ref();
      thread.postMessage({ ask: "close" } satisfies IndexRequest);
      await ended;
    },
  };
}
