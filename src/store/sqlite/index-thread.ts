import { setPriority } from "node:os";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { openIndexer } from "./indexer.ts";

/** `look`: rows were committed. `close`: end, after the step under way. */
export interface IndexRequest {
  readonly ask: "look" | "close";
}

/** What the thread answers to a look when it has nothing more to do. */
export interface IndexReport {
  /** Why it stopped before the end; the next look tries again. */
  readonly failure: string | null;
}

/** Rows in one transaction: about 50 ms of work, after which the processor is given away. */
const stepRows = 2048;

/** How long rows are gathered before the first step: many small additions cost more than a few larger ones. */
const gatherMs = 200;

/**
 * While rows arrive it pauses this many times as long as it worked: it lags, and the disk, whose syncs wait for what this thread wrote,
 * is left to the receiver.
 */
const busyPause = 4;

/**
 * The thread that indexes words: told to look, it indexes until nothing is left, answers with a report, and sleeps.
 */
function serve(port: NonNullable<typeof parentPort>, dataDir: string): void {
  const indexer = openIndexer(dataDir);
  const closing = new AbortController();
  let working: Promise<void> | null = null;

  async function catchUp(): Promise<void> {
    port.postMessage(await report());
  }

  async function report(): Promise<IndexReport> {
    try {
      await pause(gatherMs, null, { signal: closing.signal });
      let seenSeq = 0;
      for (;;) {
        const begunAt = performance.now();
        const { lastSeq, caughtUp } = indexer.indexStep(stepRows);
        if (caughtUp && !indexer.mergeStep()) break;
        const stepMs = performance.now() - begunAt;
        await pause(lastSeq > seenSeq ? busyPause * stepMs : 0, null, { signal: closing.signal });
        seenSeq = lastSeq;
      }
    } catch (error) {
      if (!closing.signal.aborted) return { failure: error instanceof Error ? error.message : String(error) };
    }
    return { failure: null };
  }

  async function close(): Promise<void> {
    closing.abort();
    await working;
    indexer.close();
    port.close();
  }

  port.on("message", ({ ask }: IndexRequest) => {
    if (ask === "close") void close();
    else
      working ??= catchUp().finally(() => {
        working = null;
      });
  });
}

// On Linux a priority belongs to a thread; elsewhere this would slow the whole process.
if (process.platform === "linux") setPriority(19);
if (parentPort !== null) serve(parentPort, String(workerData));
