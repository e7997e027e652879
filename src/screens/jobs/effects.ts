import { coalesce } from "../../async/coalesce.ts";
import { HubRefusedError, NoJobsError } from "../../hub/errors.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { JobLogLine } from "../../model/job.ts";
import { isCanceled, report } from "../../tui/report.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { navSlice, showScreen } from "../../tui/state/nav.ts";
import { sortOf } from "../../tui/state/sorts.ts";
import { hubNow, type FeatureContext } from "../context.ts";
import { hubLost } from "../session.ts";
import { appendLog, jobsList, jobsLoaded, jobsSlice, listedJobs, logOpened, setJobs } from "./state.ts";

/** Redraw interval while output arrives, in milliseconds. */
const redrawMs = 100;

export interface JobsEffects {
  /** Refreshes the list if the Jobs screen is visible. */
  load(): void;
  /** Opens the log of a run from its beginning and follows it. */
  openLog(id: string): void;
  closeLog(): void;
  /** Cancels a run and shows its stage. */
  cancel(id: string): Promise<void>;
  /** Shows the last run that a webhook started, or a message if there is none. */
  showRunOf(webhookId: string): Promise<void>;
  /** Stops reading the open log. */
  stop(): void;
}

export function createJobsEffects({ store, services, events }: FeatureContext): JobsEffects {
  let reading = new AbortController();

  const load = coalesce(
    async () => {
      const { hub } = services();
      if (hub === null || navSlice.get(store.get()).screen !== "jobs") return;
      const runs = await hub.listJobs();
      const isFirst = jobsSlice.get(store.get()).loadedAtMs === null;
      store.batch(() => {
        store.dispatch(jobsLoaded(runs, store.nowMs(), sortOf(store.get(), "jobs") === null));
        const list = jobsList(store.get());
        if (isFirst && list !== null) store.dispatch(list.select(0));
      });
    },
    (error) => {
      if (error instanceof NoJobsError || error instanceof HubRefusedError) {
        store.dispatch(setJobs({ unavailable: error.message }));
      } else if (isHooklensError(error)) hubLost(store, error);
      else report(store, error);
    },
  );

  events.hub.on(load);
  events.poll.on(load);

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
      if (ended) showMessage(store, "ok", `Run ${id} ${stage.toLowerCase()}`);
      else showMessage(store, "warn", `Run ${id} has not ended yet.`);
      load();
    },
    async showRunOf(webhookId) {
      try {
        const runs = await hubNow(services).listJobs();
        store.batch(() => {
          store.dispatch(jobsLoaded(runs, store.nowMs(), false));
          const index = listedJobs(store.get()).findIndex((run) => run.webhookId === webhookId);
          if (index === -1) {
            showMessage(store, "warn", `The hub lists no run that webhook ${webhookId} started.`);
            return;
          }
          store.dispatch(showScreen("jobs"));
          const list = jobsList(store.get());
          if (list !== null) store.dispatch(list.select(index));
        });
      } catch (error) {
        report(store, error);
      }
    },
    stop() {
      reading.abort();
    },
  };
}
