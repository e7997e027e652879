import { coalesce } from "../../async/coalesce.ts";
import { HubRefusedError, NoJobsError } from "../../hub/errors.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { JobLogLine } from "../../model/job.ts";
import type { AppState } from "../state/app-state.ts";
import { appendLog, jobsLoaded, logOpened, withJobs } from "../state/jobs-state.ts";
import { showMessage } from "../state/messages.ts";
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

export function createJobsActions(store: Store<AppState>, services: ServicesNow): JobsActions {
  let reading = new AbortController();
  let isVisible = false;

  const load = coalesce(
    async () => {
      const { hub } = services();
      if (hub === null || store.get().screen !== "jobs") return;
      store.update(jobsLoaded(await hub.listJobs(), Date.now()));
    },
    (error) => {
      if (error instanceof NoJobsError || error instanceof HubRefusedError) {
        store.update(withJobs({ unavailable: error.message }));
      } else if (!isHooklensError(error)) report(store, error);
      // The list of webhooks reports an unreachable hub.
    },
  );

  const unsubscribe = store.subscribe(() => {
    const wasVisible = isVisible;
    isVisible = store.get().screen === "jobs";
    if (isVisible && !wasVisible) load();
  });

  async function read(id: string, signal: AbortSignal): Promise<void> {
    let waiting: JobLogLine[] = [];
    const flush = (complete = false): void => {
      if (waiting.length === 0 && !complete) return;
      store.update(appendLog(id, waiting, complete));
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
    store.update(withJobs({ log: null }));
  }

  return {
    load,
    openLog(id) {
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      store.update(logOpened(id));
      read(id, signal).catch((error: unknown) => {
        if (!signal.aborted && !isCanceled(error)) report(store, error);
      });
    },
    closeLog,
    async cancel(id) {
      const { ended, stage } = await hubNow(services).cancelJob(id);
      store.update(
        ended
          ? showMessage("ok", `Run ${id}: ${stage}`, Date.now())
          : showMessage("warn", `Run ${id} has not ended yet.`, Date.now()),
      );
      load();
    },
    stop() {
      unsubscribe();
      reading.abort();
    },
  };
}
