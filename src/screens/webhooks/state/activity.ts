import type { WebhookActivity } from "../../../model/webhook-activity.ts";
import { createSlice, type AppState } from "../../../tui/state/slice.ts";

export interface WebhookActivityState {
  /** Activities by webhook ID. */
  readonly activities: Readonly<Record<string, WebhookActivity>>;
  /** Source of the activities: the hub, or the log of this receiver; null until they are loaded. */
  readonly from: WebhookActivity["from"] | null;
  /** Position of the hub after the last change; null for the log, and until known. */
  readonly cursor: string | null;
  /** Hour of the last complete load, in hours since 1970: later hours leave the period without a change. */
  readonly loadedHour: number | null;
}

const initialActivity: WebhookActivityState = {
  activities: {},
  from: null,
  cursor: null,
  loadedHour: null,
};

/** State of what was sent to the webhooks in the last 24 hours. */
export const webhookActivitySlice = createSlice("webhookActivity", initialActivity, {
  /** Replaces all activities. */
  activitiesLoaded: (
    _,
    activities: readonly WebhookActivity[],
    source: Pick<WebhookActivityState, "from" | "cursor" | "loadedHour">,
  ): WebhookActivityState => ({
    ...source,
    activities: Object.fromEntries(activities.map((activity) => [activity.webhookId, activity])),
  }),
  /** Replaces the activities of the webhooks that changed. */
  activitiesChanged: (
    state,
    activities: readonly WebhookActivity[],
    cursor: string,
  ): WebhookActivityState => ({
    ...state,
    cursor,
    activities: {
      ...state.activities,
      ...Object.fromEntries(activities.map((activity) => [activity.webhookId, activity])),
    },
  }),
});
export const { activitiesLoaded, activitiesChanged } = webhookActivitySlice.actions;

/** Returns the activity of a webhook; null if nothing was sent to it, or until it is loaded. */
export function activityOf(state: AppState, webhookId: string): WebhookActivity | null {
  const { activities } = webhookActivitySlice.get(state);
  return Object.hasOwn(activities, webhookId) ? (activities[webhookId] ?? null) : null;
}
