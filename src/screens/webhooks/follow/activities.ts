import { coalesce } from "../../../async/coalesce.ts";
import { HubError, NotLocalHubError } from "../../../hub/errors.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { hourOf } from "../../../model/webhook-activity.ts";
import { report } from "../../../tui/report.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import type { App } from "../../app.ts";
import { hubFound, hubLost } from "../../connection-state.ts";
import type { WebhooksRunning } from "../running.ts";
import { activitiesChanged, activitiesLoaded, activityOf, webhookActivitySlice } from "../state/activity.ts";
import { type ActivityList, shownActivity } from "../state/shown-activity.ts";

/** Interval between two loads while the screen is visible, in milliseconds. */
const intervalMs = 1_000;
/** Maximum share of the time for a query of the log, unless it is slow. */
const share = 0.1;
/** Longest pause between two queries of the log, in milliseconds: the first one includes the start of a thread. */
const maxPauseMs = 3_000;

/** Keeps the activities of the webhooks current while their screen is visible. */
export function watchActivities({ store, services }: App): Pick<WebhooksRunning, "load" | "stop"> {
  /** True if the log may have changed since its last query. */
  let isLogNewer = true;
  let logDueMs = 0;

  const load = coalesce(
    async () => {
      const { hub } = services;
      if (hub === null) return;
      const hour = hourOf(store.nowMs());
      const { from, cursor, loadedHour } = webhookActivitySlice.get(store.get());
      const isPartial = cursor !== null && hour === loadedHour;
      if (from === "receiver") return loadFromLog(hour);
      try {
        const changed = await hub.webhookActivities(isPartial ? { since: cursor } : {});
        // Another hub may have been connected meanwhile.
        if (services.hub !== hub) return;
        hubFound(store);
        if (!isPartial) {
          store.dispatch(
            activitiesLoaded(changed.activities, { from: "hub", cursor: changed.cursor, loadedHour: hour }),
          );
        } else if (changed.activities.length > 0) {
          store.dispatch(activitiesChanged(changed.activities, changed.cursor));
        }
      } catch (error) {
        if (!(error instanceof NotLocalHubError)) throw error;
        await loadFromLog(hour);
      }
    },
    (error) => {
      // A remote hub is asked for its list more rarely.
      if (error instanceof HubError) hubLost(store, error);
      // The Deliveries screen reports a log that cannot be read.
      else if (!isHooklensError(error)) report(store, error);
    },
  );

  async function loadFromLog(hour: number): Promise<void> {
    const startedMs = store.nowMs();
    const { loadedHour } = webhookActivitySlice.get(store.get());
    if (startedMs < logDueMs || (!isLogNewer && hour === loadedHour)) return;
    isLogNewer = false;
    try {
      const activities = await services.reader.webhookActivities(startedMs);
      store.dispatch(activitiesLoaded(activities, { from: "receiver", cursor: null, loadedHour: hour }));
    } catch (error) {
      isLogNewer = true;
      throw error;
    } finally {
      logDueMs = startedMs + Math.min((store.nowMs() - startedMs) / share, maxPauseMs);
    }
  }

  let comparedRows: ActivityList["rows"] = null;
  // The list of dispatches is read separately, and must not show an attempt missing in the summary.
  const unsubscribe = store.subscribe(() => {
    const { rows, webhookId } = shownActivity(store.get());
    if (rows === comparedRows) return;
    comparedRows = rows;
    if (rows?.from !== "hub" || webhookId === null) return;
    const known = activityOf(store.get(), webhookId)?.last?.at ?? "";
    if (rows.dispatches.some(({ lastAttemptAt }) => lastAttemptAt !== null && lastAttemptAt > known)) load();
  });

  services.events.position.on(() => {
    isLogNewer = true;
  });
  // A restarted hub does not know an earlier cursor, and returns all activities.
  services.events.hub.on(load);
  const timer = setInterval(() => {
    if (navSlice.get(store.get()).screen === "webhooks") load();
  }, intervalMs);
  timer.unref();

  return {
    load,
    stop() {
      clearInterval(timer);
      unsubscribe();
    },
  };
}
