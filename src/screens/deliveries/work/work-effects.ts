import { report } from "../../../tui/report.ts";
import type { FeatureContext } from "../../context.ts";
import { runBulkReplay } from "./bulk-replay.ts";
import type { BulkWork } from "./work.ts";

export interface WorkEffects {
  /** Starts work on many deliveries; its progress is in the state. */
  startWork(work: BulkWork): void;
  /** Ends the running work after the current delivery. */
  cancelWork(): void;
}

export interface StoppableWork extends WorkEffects {
  /** Cancels the work; resolves when an export has removed its partial file. */
  stopWork(): Promise<void>;
}

/** @param replayed called after deliveries were replayed, which may solve their failures */
export function createWorkEffects(context: FeatureContext, replayed: () => void): StoppableWork {
  let signals = new AbortController();
  let exported = Promise.resolve();

  async function run(work: BulkWork, signal: AbortSignal): Promise<void> {
    if (work.kind === "replay") {
      await runBulkReplay(context, work, signal);
      return replayed();
    }
    // Its writers are not loaded before they are used.
    const { runBulkExport } = await import("./bulk-export.ts");
    return runBulkExport(context, work, signal);
  }

  return {
    startWork(work) {
      signals = new AbortController();
      const running = run(work, signals.signal).catch((error: unknown) => report(context.store, error));
      if (work.kind === "export") exported = running;
    },
    cancelWork: () => signals.abort(),
    async stopWork() {
      signals.abort();
      await exported;
    },
  };
}
