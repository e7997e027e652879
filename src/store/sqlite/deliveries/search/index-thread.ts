import { setPriority } from "node:os";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { errorText } from "../../../../model/errors.ts";
import type { Duplicate } from "../../../delivery-log.ts";
import { openCheckpoints } from "./checkpoints.ts";
import { openIndexer } from "./indexer.ts";

/**
 * `run`: rows were committed. `marked`: the reported duplicates were marked, or `failure` says why not.
 * `close`: end after the current step.
 */
export type IndexRequest =
  | { readonly ask: "run" | "close" }
  | { readonly ask: "marked"; readonly failure: string | null };

/**
 * `ready`: the thread serves requests. `caught-up`: response to `run` when nothing is left to do, or with the
 * failure that stopped the work; the next `run` retries it.
 */
export type IndexReport =
  | { readonly kind: "ready" }
  | { readonly kind: "caught-up"; readonly failure: string | null }
  | { readonly kind: "duplicates"; readonly duplicates: readonly Duplicate[] };

/** Maximum number of rows per transaction: about 50 ms of work. */
const stepRows = 2048;

/** Delay before the first step, in milliseconds: many small transactions cost more than a few large ones. */
const batchMs = 200;

/**
 * Pause after a step while rows arrive, as a multiple of the duration of the step. It leaves the disk, whose
 * syncs wait for the writes of this thread, to the receiver.
 */
const busyPauseFactor = 4;

/** Interval of checks for due checkpoints during a pause, in milliseconds. */
const checkpointEveryMs = 50;

/**
 * Serves the background thread of a log: on `run`, marks duplicates, indexes words and checkpoints until
 * nothing is left, and responds with a report.
 */
function serve(port: MessagePort, dataDir: string): void {
  const indexer = openIndexer(dataDir);
  const checkpoints = openCheckpoints(dataDir);
  const closing = new AbortController();
  let working: Promise<void> | null = null;
  let whenMarked: PromiseWithResolvers<void> | null = null;

  async function catchUp(): Promise<void> {
    report({ kind: "caught-up", failure: await runSteps() });
  }

  function report(message: IndexReport): void {
    port.postMessage(message);
  }

  async function runSteps(): Promise<string | null> {
    try {
      await rest(batchMs);
      let seenSeq = 0;
      for (;;) {
        const startedAt = performance.now();
        const compared = await indexer.compareStep(stepRows, mark);
        const { lastSeq, caughtUp } = indexer.indexStep(stepRows);
        if (compared && caughtUp && !indexer.mergeStep()) break;
        const stepMs = performance.now() - startedAt;
        await rest(lastSeq > seenSeq ? busyPauseFactor * stepMs : 0);
        seenSeq = lastSeq;
      }
      checkpoints.empty();
      indexer.emptyWal();
    } catch (error) {
      if (!closing.signal.aborted) return errorText(error);
    }
    return null;
  }

  /** Pauses, but runs due checkpoints: the WAL grows in the meantime. */
  async function rest(ms: number): Promise<void> {
    for (let left = ms; left >= 0; left -= checkpointEveryMs) {
      await pause(Math.min(left, checkpointEveryMs), null, { signal: closing.signal });
      checkpoints.runIfDue();
    }
  }

  /** Reports duplicates; resolves when the writer of the log has marked them. */
  function mark(duplicates: readonly Duplicate[]): Promise<void> {
    whenMarked = Promise.withResolvers();
    report({ kind: "duplicates", duplicates });
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

  report({ kind: "ready" });
}

// On Linux a thread has its own priority; elsewhere this would slow down the process.
if (process.platform === "linux") setPriority(19);
if (parentPort !== null) serve(parentPort, String(workerData));
