import { setPriority } from "node:os";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Duplicate } from "../../../delivery-log.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { openIndexer } from "./indexer.ts";

/** `look`: rows were committed. `marked`: the duplicates it told are, or why not. `close`: end, after the step under way. */
export type IndexRequest =
  | { readonly ask: "look" | "close" }
  | { readonly ask: "marked"; readonly failure: string | null };

/** `ready`: it runs, and needs no more files to begin with. `caught-up` answers a look: nothing is left to do, or why it stopped before; the next look tries again. */
export type IndexReport =
  | { readonly kind: "ready" }
  | { readonly kind: "caught-up"; readonly failure: string | null }
  | { readonly kind: "duplicates"; readonly duplicates: readonly Duplicate[] };

/** Rows in one transaction: about 50 ms of work, after which the processor is given away. */
const stepRows = 2048;

/** How long rows are gathered before the first step: many small additions cost more than a few larger ones. */
const gatherMs = 200;

/**
 * While rows arrive it pauses this many times as long as it worked: it lags, and the disk, whose syncs wait for what this thread wrote,
 * is left to the receiver.
 */
const busyPause = 4;

/** While there is work to do, it looks this often whether a checkpoint is due. */
const checkpointEveryMs = 50;

/**
 * The thread behind a log: told to look, it marks duplicates, indexes words and checkpoints until nothing is left, answers with a report,
 * and sleeps.
 */
function serve(port: MessagePort, dataDir: string): void {
  const indexer = openIndexer(dataDir);
  const checkpoints = openCheckpoints(dataDir);
  const closing = new AbortController();
  let working: Promise<void> | null = null;
  let whenMarked: PromiseWithResolvers<void> | null = null;

  async function catchUp(): Promise<void> {
    tell({ kind: "caught-up", failure: await workOff() });
  }

  function tell(report: IndexReport): void {
    port.postMessage(report);
  }

  async function workOff(): Promise<string | null> {
    try {
      await rest(gatherMs);
      let seenSeq = 0;
      for (;;) {
        const begunAt = performance.now();
        const compared = await indexer.compareStep(stepRows, mark);
        const { lastSeq, caughtUp } = indexer.indexStep(stepRows);
        if (compared && caughtUp && !indexer.mergeStep()) break;
        const stepMs = performance.now() - begunAt;
        await rest(lastSeq > seenSeq ? busyPause * stepMs : 0);
        seenSeq = lastSeq;
      }
      checkpoints.empty();
      indexer.emptyWal();
    } catch (error) {
      if (!closing.signal.aborted) return error instanceof Error ? error.message : String(error);
    }
    return null;
  }

  /** Pauses, but for checkpoints: the WAL grows meanwhile. */
  async function rest(ms: number): Promise<void> {
    for (let left = ms; left >= 0; left -= checkpointEveryMs) {
      await pause(Math.min(left, checkpointEveryMs), null, { signal: closing.signal });
      checkpoints.runIfDue();
    }
  }

  /** The writer of the log marks them. */
  function mark(duplicates: readonly Duplicate[]): Promise<void> {
    whenMarked = Promise.withResolvers();
    tell({ kind: "duplicates", duplicates });
    return whenMarked.promise;
  }

  async function close(): Promise<void> {
    closing.abort();
    await working;
    indexer.close();
    checkpoints.close();
    port.close();
  }

  port.on("message", (request: IndexRequest) => {
    if (request.ask === "close") void close();
    else if (request.ask === "marked") {
      if (request.failure === null) whenMarked?.resolve();
      else whenMarked?.reject(new Error(request.failure));
    } else {
      working ??= catchUp().finally(() => {
        working = null;
      });
    }
  });

  tell({ kind: "ready" });
}

// On Linux a priority belongs to a thread; elsewhere this would slow the whole process.
if (process.platform === "linux") setPriority(19);
if (parentPort !== null) serve(parentPort, String(workerData));
