import { report } from "../../../tui/report.ts";
import type { App } from "../../app.ts";
import type { BulkWork } from "../state/work.ts";
import { runBulkReplay } from "./bulk-replay.ts";

/** Runs work on many deliveries. */
export interface RunningWork {
  start(work: BulkWork): void;
  /** Ends the running work after the current delivery. */
  cancel(): void;
  /** Cancels the work; resolves when an export has removed its partial file. */
  stop(): Promise<void>;
}

/** @param replayed called after deliveries were replayed, which may solve their failures */
export function createWork(app: App, replayed: () => void): RunningWork {
  let signals = new AbortController();
  let exported = Promise.resolve();

  async function run(work: BulkWork, signal: AbortSignal): Promise<void> {
    if (work.kind === "replay") {
      await runBulkReplay(app, work, signal);
      return replayed();
    }
    // Its writers are not loaded before they are used.
    const { runBulkExport } = await import("./bulk-export.ts");
    return runBulkExport(app, work, signal);
  }

  return {
    start(work) {
      signals = new AbortController();
      const running = run(work, signals.signal).catch((error: unknown) => report(app.store, error));
      if (work.kind === "export") exported = running;
    },
    cancel: () => signals.abort(),
    async stop() {
      signals.abort();
      await exported;
    },
  };
}
