import { report } from "../../../tui/report.ts";
import type { FeatureContext } from "../../context.ts";
import { runBulkReplay } from "./bulk-replay.ts";
import type { BulkReplay } from "./work.ts";

export interface WorkEffects {
  /** Starts a replay of many deliveries; its progress is in the state. */
  startReplay(replay: BulkReplay): void;
  /** Ends the running work after the current delivery. */
  cancelWork(): void;
}

export function createWorkEffects(context: FeatureContext): WorkEffects {
  let running = new AbortController();

  function start(run: (signal: AbortSignal) => Promise<void>): void {
    running = new AbortController();
    run(running.signal).catch((error: unknown) => report(context.store, error));
  }

  return {
    startReplay: (replay) => start((signal) => runBulkReplay(context, replay, signal)),
    cancelWork: () => running.abort(),
  };
}
