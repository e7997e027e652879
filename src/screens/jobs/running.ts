import { type Coalesced, coalesce } from "../../async/coalesce.ts";
import type { HubClient } from "../../hub/client.ts";
import { HubRefusedError, NoJobsError } from "../../hub/errors.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { JobLogLine, JobRun } from "../../model/job.ts";
import { lastOverwrite } from "../../text/last-overwrite.ts";
import { isPaneShown } from "../../tui/layout.ts";
import { isCanceled, report } from "../../tui/report.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type App, hubNow } from "../app.ts";
import { hubLost } from "../connection-state.ts";
import { jobsArrangement, jobsList, selectedJob, shownJob } from "./select.ts";
import { appendLog, jobsLoaded, jobsSlice, logFailed, logOpened, setJobs } from "./state.ts";

/** Time for which a selection rests before its output is read, in milliseconds. */
const restMs = 100;

/** Redraw interval while output arrives, in milliseconds. */
const redrawMs = 100;

/** Running part of the Jobs screen: reads of the list of runs and of the visible output. */
export interface JobsRunning {
  /** Refreshes the list if the Jobs screen is visible. */
  readonly load: Coalesced;
  /** Reads the visible output again. */
  reload(): void;
  /** Stops reading the open log. */
  stop(): void;
}

export function startJobs(app: App): JobsRunning {
  const { store, services } = app;
  let reading = new AbortController();

  const load = coalesce(
    async () => {
      const { hub } = services;
      if (hub === null || navSlice.get(store.get()).screen !== "jobs") return;
      const runs = await listRuns(app, hub);
      const isFirst = jobsSlice.get(store.get()).loadedAtMs === null;
      store.batch(() => {
        store.dispatch(jobsLoaded(runs, store.nowMs()));
        if (isFirst) store.dispatch(jobsList(store.get()).select(0));
      });
    },
    (error) => {
      if (error instanceof NoJobsError || error instanceof HubRefusedError) {
        store.dispatch(setJobs({ unavailable: error.message }));
      } else if (isHooklensError(error)) hubLost(store, error);
      else report(store, error);
    },
  );

  services.events.hub.on(load);
  services.events.poll.on(load);

  async function read({ id, namespace }: ReadRun, signal: AbortSignal): Promise<void> {
    let waiting: JobLogLine[] = [];
    let unfinished: JobLogLine | null = null;
    let isShown = true;
    const flush = (complete = false): void => {
      if (isShown && !complete) return;
      store.dispatch(appendLog(id, waiting, complete, complete ? null : unfinished));
      waiting = [];
      isShown = true;
    };
    const onUnfinished = (line: JobLogLine): void => {
      unfinished = line;
      isShown = false;
    };
    const drawing = setInterval(flush, redrawMs);
    try {
      const lines = hubNow(services).jobLog(id, signal, namespace ?? undefined, onUnfinished);
      for await (const { at, text } of lines) {
        waiting.push({ at, text: lastOverwrite(text) });
        unfinished = null;
        isShown = false;
      }
    } finally {
      clearInterval(drawing);
      if (!signal.aborted) flush(true);
      load();
    }
  }

  function open(run: ReadRun): void {
    reading.abort();
    reading = new AbortController();
    const { signal } = reading;
    store.dispatch(logOpened(run.id));
    read(run, signal).catch((error: unknown) => {
      if (signal.aborted || isCanceled(error)) return;
      if (isHooklensError(error)) store.dispatch(logFailed(run.id, error.message));
      else report(store, error);
    });
  }

  /** Reads the output that is visible now, and closes one that is not. */
  function follow(): void {
    resting = undefined;
    const run = wantedRun(store.get());
    const { log } = jobsSlice.get(store.get());
    if (run === null && log !== null) {
      reading.abort();
      store.dispatch(setJobs({ log: null }));
    } else if (run !== null && run.id !== log?.id) open(run);
  }

  let resting: NodeJS.Timeout | undefined;
  let wanted: string | null = null;
  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    const id = wantedRun(state)?.id ?? null;
    const isOpen = id === (jobsSlice.get(state).log?.id ?? null);
    if (isOpen || (id === wanted && resting !== undefined)) return;
    wanted = id;
    clearTimeout(resting);
    resting = setTimeout(follow, restMs);
  });

  return {
    load,
    reload() {
      const run = wantedRun(store.get());
      if (run !== null) open(run);
    },
    stop() {
      unsubscribe();
      clearTimeout(resting);
      reading.abort();
    },
  };
}

/** Lists the runs of the account and of organizations with started runs, newest first. */
export async function listRuns({ store }: App, hub: HubClient): Promise<readonly JobRun[]> {
  const { namespaces } = jobsSlice.get(store.get());
  const [own, ...others] = await Promise.all([
    hub.listJobs(),
    ...namespaces.map((namespace) => hub.listJobs(namespace)),
  ]);
  if (others.length === 0) return own;
  const createdMs = ({ createdAt }: JobRun) => Date.parse(createdAt ?? "") || 0;
  return [own, ...others].flat().toSorted((one, other) => createdMs(other) - createdMs(one));
}

type ReadRun = Pick<JobRun, "id" | "namespace">;

/** Returns the run with the read output: the visible one, on another screen the last one. */
function wantedRun(state: AppState): ReadRun | null {
  const { log, focus } = jobsSlice.get(state);
  if (log !== null && (focus === "output" || navSlice.get(state).screen !== "jobs")) {
    return shownJob(state) ?? { id: log.id, namespace: null };
  }
  const isVisible = navSlice.get(state).screen === "jobs" && isPaneShown(state, jobsArrangement, "output");
  return isVisible ? selectedJob(state) : null;
}
