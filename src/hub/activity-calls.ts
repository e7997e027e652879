import {
  activityPageSchema,
  dispatchDetailSchema,
  dispatchFromWire,
  dispatchSchema,
} from "../model/dispatch-wire.ts";
import type { Dispatch } from "../model/dispatch.ts";
import { UsageError } from "../model/errors.ts";
import type { WebhookActivity } from "../model/webhook-activity.ts";
import { webhookFromWire } from "../model/webhook.ts";
import { type Caller, type HubCall, idPattern } from "./call.ts";
import type { HubClient } from "./client.ts";
import { activitiesResponse, hastenedResponse, replayResponse, webhookResponse } from "./wire.ts";

/** Limit for a replay, in milliseconds. The hub responds after its attempt, which can take 10 s. */
const replayTimeoutMs = 15_000;

export interface ActivityCallParts {
  readonly caller: Caller;
  /**
   * Creates a call to a webhook's route.
   * @throws {WebhookNotFoundError} the id is invalid
   */
  readonly callOn: (id: string, method: HubCall["method"], verb: string, end: string) => HubCall;
  /**
   * Runs a call that only local hubs support.
   * @throws {NotLocalHubError} another hub responded
   */
  readonly onlyLocal: <T>(what: string, ability: LocalAbility, call: () => Promise<T>) => Promise<T>;
}

/** Ability of local hubs, and the alternative on another hub. */
export interface LocalAbility {
  /** Text after "only a local hub can". */
  readonly can: string;
  /** Alternative on another hub, as the text after "Use --local, or". */
  readonly hint: string;
}

const showing: LocalAbility = {
  can: "show the dispatches of a webhook",
  hint: "open the webhook's page in the Hub's settings",
};

const steering: LocalAbility = {
  can: "hold, retry and drop dispatches",
  hint: "disable the webhook to stop its events",
};

/** Creates the calls about a webhook's dispatches. */
export function activityCalls({
  caller,
  callOn,
  onlyLocal,
}: ActivityCallParts): Pick<
  HubClient,
  | "activity"
  | "webhookActivities"
  | "dispatch"
  | "holdWebhook"
  | "retryDispatch"
  | "retryDispatches"
  | "dropDispatch"
  | "replayDispatch"
> {
  /** Changes when a dispatch is sent. */
  async function steer(
    method: HubCall["method"],
    verb: string,
    { id, dispatch }: { readonly id: string; readonly dispatch: string },
    end: string,
  ): Promise<Dispatch> {
    // Without `webhookId`, because a 404 may mean that the dispatch is missing.
    const { what } = callOn(id, method, `${verb} dispatch ${dispatch} of`, "");
    const path = `/hooklens/v1/webhooks/${id}/activity/${checked(dispatch)}${end}`;
    return onlyLocal(what, steering, () => caller.json({ method, path, what }, dispatchSchema));
  }

  return {
    async activity(id, { before, limit = 50, messageIds } = {}) {
      const { webhookId, what } = callOn(id, "GET", "read the activity of", "");
      const query = new URLSearchParams({
        limit: String(limit),
        ...(before === undefined ? {} : { before: String(before) }),
        ...(messageIds === undefined ? {} : { messages: messageIds.join(",") }),
      });
      const path = `/hooklens/v1/webhooks/${id}/activity?${query.toString()}`;
      const call: HubCall = { method: "GET", path, what, ...(webhookId === undefined ? {} : { webhookId }) };
      return onlyLocal(what, showing, () => caller.json(call, activityPageSchema));
    },
    async webhookActivities({ since } = {}) {
      const what = "read the activity of the webhooks";
      const activities: WebhookActivity[] = [];
      for (let cursor = since; ;) {
        const query = cursor === undefined ? "" : `?${new URLSearchParams({ since: cursor }).toString()}`;
        const call: HubCall = { method: "GET", path: `/hooklens/v1/webhooks/activity${query}`, what };
        const page = await onlyLocal(what, showing, () => caller.json(call, activitiesResponse));
        for (const activity of page.activities) activities.push({ ...activity, from: "hub" });
        if (!page.more) return { activities, cursor: page.cursor };
        ({ cursor } = page);
      }
    },
    async dispatch(id, dispatch) {
      const what = `read dispatch ${dispatch} of`;
      const call = callOn(id, "GET", what, "");
      const path = `/hooklens/v1/webhooks/${id}/activity/${checked(dispatch)}`;
      // Without `webhookId`, because a 404 may mean that the dispatch is missing.
      const request = () => caller.json({ method: "GET", path, what: call.what }, dispatchDetailSchema);
      return dispatchFromWire(await onlyLocal(call.what, showing, request));
    },
    async holdWebhook(id, held) {
      const { what, ...call } = callOn(id, "POST", held ? "hold" : "release", "");
      const path = `/hooklens/v1/webhooks/${id}/hold`;
      const request = () => caller.json({ ...call, what, path, body: { held } }, webhookResponse);
      return webhookFromWire((await onlyLocal(what, steering, request)).webhook);
    },
    retryDispatch: (id, dispatch) => steer("POST", "retry", { id, dispatch }, "/retry"),
    async retryDispatches(id) {
      const { what, ...call } = callOn(id, "POST", "retry the dispatches of", "");
      const path = `/hooklens/v1/webhooks/${id}/activity/retry`;
      const request = () => caller.json({ ...call, what, path }, hastenedResponse);
      return (await onlyLocal(what, steering, request)).hastened;
    },
    dropDispatch: (id, dispatch) => steer("DELETE", "drop", { id, dispatch }, ""),
    async replayDispatch(id, dispatch) {
      const { method, path, what } = callOn(
        id,
        "POST",
        `replay dispatch ${dispatch} of`,
        `/replay/${checked(dispatch)}`,
      );
      const { status, error, jobRun } = await caller.json(
        { method, path, what, timeoutMs: replayTimeoutMs },
        replayResponse,
      );
      return { status: status === 0 ? null : status, error: error ?? null, jobRun: jobRun ?? null };
    },
  };
}

function checked(dispatch: string): string {
  if (idPattern.test(dispatch)) return dispatch;
  throw new UsageError({
    what: `"${dispatch}" is not the ID of a dispatch`,
    why: "an ID has only letters, digits, - and _",
    hint: "Run hooklens webhooks activity ID to list the dispatches of a webhook",
  });
}
