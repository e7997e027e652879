import { coalesce } from "../../async/coalesce.ts";
import { HubRefusedError, NoJobsError } from "../../hub/errors.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { JobLogLine } from "../../model/job.ts";
import { appendLog, jobsLoaded, logOpened, setJobs } from "../state/jobs-state.ts";
import { showMessage } from "../state/messages.ts";
import { navSlice } from "../state/overlays.ts";
import type { Store } from "../store.ts";
import { isCanceled, report } from "./report.ts";
import { hubNow, type ServicesNow } from "./services.ts";

/** Redraw interval while output arrives. */
const redrawMs = 100;

export interface JobsActions {
  /** Refreshes the list if the Jobs screen is visible. */
  load(): void;
  /** Opens the log of a run from its beginning and follows it. */
  openLog(id: string): void;
  closeLog(): void;
  cancel(id: string): Promise<void>;
  /** Stops pending requests. */
  stop(): void;
}

export function createJobsActions(store: Store, services: ServicesNow): JobsActions {
  let reading = new AbortController();
  let isVisible = false;

  const load = coalesce(
    async () => {
      const { hub } = services();
      if (hub === null || navSlice.get(store.get()).screen !== "jobs") return;
      store.dispatch(jobsLoaded(await hub.listJobs(), store.nowMs()));
    },
    (error) => {
      if (error instanceof NoJobsError || error instanceof HubRefusedError) {
        store.dispatch(setJobs({ unavailable: error.message }));
      } else if (!isHooklensError(error)) report(store, error);
      // The list of webhooks reports an unreachable hub.
    },
  );

  const unsubscribe = store.subscribe(() => {
    const wasVisible = isVisible;
    isVisible = navSlice.get(store.get()).screen === "jobs";
    if (isVisible && !wasVisible) load();
  });

  async function read(id: string, signal: AbortSignal): Promise<void> {
    let waiting: JobLogLine[] = [];
    const flush = (complete = false): void => {
      if (waiting.length === 0 && !complete) return;
      store.dispatch(appendLog(id, waiting, complete));
      waiting = [];
    };
    const drawing = setInterval(flush, redrawMs);
    try {
      for await (const line of hubNow(services).jobLog(id, signal)) waiting.push(line);
    } finally {
      clearInterval(drawing);
      if (!signal.aborted) flush(true);
      load();
    }
  }

  function closeLog(): void {
    reading.abort();
    store.dispatch(setJobs({ log: null }));
  }

  return {
    load,
    openLog(id) {
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      store.dispatch(logOpened(id));
      read(id, signal).catch((error: unknown) => {
        if (!signal.aborted && !isCanceled(error)) report(store, error);
      });
    },
    closeLog,
    async cancel(id) {
      const { ended, stage } = await hubNow(services).cancelJob(id);
      if (ended) showMessage(store, "ok", `Run ${id}: ${stage}`);
      else showMessage(store, "warn", `Run ${id} has not ended yet.`);
      load();
    },
    stop() {
      unsubscribe();
      reading.abort();
    },
  };
}
