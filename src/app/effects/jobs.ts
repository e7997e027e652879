import { coalesce } from "../../async/coalesce.ts";
import { HubRefusedError, NoJobsError } from "../../hub/errors.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { JobLogLine } from "../../model/job.ts";
import type { AppState } from "../state/app-state.ts";
import { addedToLog, listedJobs, openedLog, withJobs } from "../state/jobs-state.ts";
import { say } from "../state/messages.ts";
import type { Store } from "../store.ts";
import { isCancelled, report } from "./report.ts";
import { hubNow, type ServicesNow } from "./services.ts";

/** What a run says is drawn so often, however fast it says it. */
const drawEveryMs = 100;

export interface JobsWork {
  /** Asks the hub for the list again, while the screen shows it. */
  load(): void;
  /** Shows the log of a run from its beginning, and what comes to it. */
  openLog(id: string): void;
  closeLog(): void;
  cancel(id: string): Promise<void>;
  /** Ends what is under way. */
  stop(): void;
}

export function createJobsWork(store: Store<AppState>, services: ServicesNow): JobsWork {
  let reading = new AbortController();
  let isSeen = false;

  const load = coalesce(
    async () => {
      const { hub } = services();
      if (hub === null || store.get().screen !== "jobs") return;
      store.update(listedJobs(await hub.listJobs(), Date.now()));
    },
    (error) => {
      if (error instanceof NoJobsError || error instanceof HubRefusedError) {
        store.update(withJobs({ unavailable: error.message }));
      } else if (!isHooklensError(error)) report(store, error);
      // A hub that is away is said by the list of webhooks, which asks it too.
    },
  );

  const unsubscribe = store.subscribe(() => {
    const wasSeen = isSeen;
    isSeen = store.get().screen === "jobs";
    if (isSeen && !wasSeen) load();
  });

  async function read(id: string, signal: AbortSignal): Promise<void> {
    let waiting: JobLogLine[] = [];
    const flush = (complete = false): void => {
      if (waiting.length === 0 && !complete) return;
      store.update(addedToLog(id, waiting, complete));
      waiting = [];
    };
    const drawing = setInterval(flush, drawEveryMs);
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
      store.update(openedLog(id));
      read(id, signal).catch((error: unknown) => {
        if (!signal.aborted && !isCancelled(error)) report(store, error);
      });
    },
    closeLog,
    async cancel(id) {
      const { ended, stage } = await hubNow(services).cancelJob(id);
      store.update(
        ended
          ? say("ok", `Run ${id}: ${stage}`, Date.now())
          : say("warn", `Run ${id} has not ended yet.`, Date.now()),
      );
      load();
    },
    stop() {
      unsubscribe();
      reading.abort();
    },
  };
}
