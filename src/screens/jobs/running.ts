import { coalesce } from "../../async/coalesce.ts";
import type { HubClient } from "../../hub/client.ts";
import { HubRefusedError, NoJobsError } from "../../hub/errors.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { JobLogLine, JobRun } from "../../model/job.ts";
import { lastOverwrite } from "../../text/last-overwrite.ts";
import { isPaneShown } from "../../tui/layout.ts";
import { isCanceled, report } from "../../tui/report.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { navSlice, showScreen, topDialog } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { textField } from "../../tui/text-field.ts";
import { hubNow, type FeatureContext } from "../context.ts";
import { hubLost } from "../session.ts";
import type { StartEffects } from "./start/effects.ts";
import {
  appendLog,
  jobsArrangement,
  jobsList,
  jobsLoaded,
  jobsSlice,
  listedJobs,
  logFailed,
  logOpened,
  selectedJob,
  setJobs,
  shownJob,
} from "./state.ts";

/** Effects of the Jobs screen and its dialogs. */
export interface AllJobsEffects extends JobsEffects, StartEffects {}

/** Time for which a selection rests before its output is read, in milliseconds. */
const restMs = 100;

/** Redraw interval while output arrives, in milliseconds. */
const redrawMs = 100;

export interface JobsEffects {
  /** Refreshes the list if the Jobs screen is visible. */
  load(): void;
  /** Reads the visible output again. */
  reload(): void;
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
      const runs = await listRuns(hub);
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

  /** Lists the runs of the account and of the organizations in which runs were started, newest first. */
  async function listRuns(hub: HubClient): Promise<readonly JobRun[]> {
    const { namespaces } = jobsSlice.get(store.get());
    const [own, ...others] = await Promise.all([
      hub.listJobs(),
      ...namespaces.map((namespace) => hub.listJobs(namespace)),
    ]);
    if (others.length === 0) return own;
    const createdMs = ({ createdAt }: JobRun) => Date.parse(createdAt ?? "") || 0;
    return [own, ...others].flat().toSorted((one, other) => createdMs(other) - createdMs(one));
  }

  events.hub.on(load);
  events.poll.on(load);

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
    async cancel(id) {
      const run = jobsSlice.get(store.get()).items.find((one) => one.id === id);
      const { ended, stage } = await hubNow(services).cancelJob(id, run?.namespace ?? undefined);
      if (ended) showMessage(store, "ok", `Run ${id} ${stage.toLowerCase()}`);
      else showMessage(store, "warn", `Run ${id} has not ended yet.`);
      load();
    },
    async showRunOf(webhookId) {
      try {
        const runs = await listRuns(hubNow(services));
        // The person has gone on to a dialog, which the screen would close.
        if (topDialog(store.get()) !== null) return;
        store.batch(() => {
          store.dispatch(jobsLoaded(runs, store.nowMs()));
          store.dispatch(setJobs({ filter: textField(), focus: "list" }));
          const index = listedJobs(store.get()).findIndex((run) => run.webhookId === webhookId);
          if (index === -1) {
            showMessage(store, "warn", `The hub lists no run that webhook ${webhookId} started.`);
            return;
          }
          store.dispatch(showScreen("jobs"));
          store.dispatch(jobsList(store.get()).select(index));
        });
      } catch (error) {
        report(store, error);
      }
    },
    stop() {
      unsubscribe();
      clearTimeout(resting);
      reading.abort();
    },
  };
}

type ReadRun = Pick<JobRun, "id" | "namespace">;

/** Returns the run whose output is read: the visible one, and on another screen the last one. */
function wantedRun(state: AppState): ReadRun | null {
  const { log, focus } = jobsSlice.get(state);
  if (log !== null && (focus === "output" || navSlice.get(state).screen !== "jobs")) {
    return shownJob(state) ?? { id: log.id, namespace: null };
  }
  const isVisible = navSlice.get(state).screen === "jobs" && isPaneShown(state, jobsArrangement, "output");
  return isVisible ? selectedJob(state) : null;
}
