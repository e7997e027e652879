import { activityPageSchema, dispatchDetailSchema, dispatchFromWire } from "../model/dispatch-wire.ts";
import { UsageError } from "../model/errors.ts";
import type { Caller, HubCall } from "./call.ts";
import type { HubClient } from "./client.ts";
import { replayAnswer } from "./wire.ts";

/** An attempt takes 10 s at most; the hub answers when it is over. */
const replayTimeoutMs = 15_000;

/** As in a path: anything else would lead to another one. */
const idPattern = /^[\w-]+$/;

export interface ActivityCallParts {
  readonly caller: Caller;
  /** A call on a webhook's own route, the id checked. */
  readonly callOn: (id: string, method: HubCall["method"], verb: string, end: string) => HubCall;
  /** Runs a call that only a local hub has, and says so where the hub is another. */
  readonly onlyLocal: <T>(what: string, ability: LocalAbility, call: () => Promise<T>) => Promise<T>;
}

/** What only local hubs can do, and what to do where the hub is another. */
export interface LocalAbility {
  /** Fits behind "only a local hub can". */
  readonly can: string;
  /** Fits behind "or". */
  readonly hint: string;
}

const telling: LocalAbility = {
  can: "tell what it sent to a webhook",
  hint: "look at the webhook's page in the Hub's settings",
};

/** The calls about what a webhook was sent. */
export function activityCalls({
  caller,
  callOn,
  onlyLocal,
}: ActivityCallParts): Pick<HubClient, "activity" | "dispatch" | "replayDispatch"> {
  return {
    async activity(id, { before, limit = 50 } = {}) {
      const { webhookId, what } = callOn(id, "GET", "read the activity of", "");
      const query = new URLSearchParams({
        limit: String(limit),
        ...(before === undefined ? {} : { before: String(before) }),
      });
      const path = `/hooklens/v1/webhooks/${id}/activity?${query.toString()}`;
      const call: HubCall = { method: "GET", path, what, ...(webhookId === undefined ? {} : { webhookId }) };
      return onlyLocal(what, telling, () => caller.ask(call, activityPageSchema));
    },
    async dispatch(id, dispatch) {
      const what = `read dispatch ${dispatch} of`;
      const call = callOn(id, "GET", what, "");
      const path = `/hooklens/v1/webhooks/${id}/activity/${checked(dispatch)}`;
      // Without the webhook's id: a 404 may be about the dispatch.
      const ask = () => caller.ask({ method: "GET", path, what: call.what }, dispatchDetailSchema);
      return dispatchFromWire(await onlyLocal(call.what, telling, ask));
    },
    async replayDispatch(id, dispatch) {
      const { method, path, what } = callOn(
        id,
        "POST",
        `replay dispatch ${dispatch} of`,
        `/replay/${checked(dispatch)}`,
      );
      const { status, error, jobRun } = await caller.ask(
        { method, path, what, timeoutMs: replayTimeoutMs },
        replayAnswer,
      );
      return { status: status === 0 ? null : status, error: error ?? null, jobRun: jobRun ?? null };
    },
  };
}

function checked(dispatch: string): string {
  if (idPattern.test(dispatch)) return dispatch;
  throw new UsageError({
    what: `"${dispatch}" is not the id of a dispatch`,
    why: "an id has only letters and digits",
    hint: "hooklens webhooks activity ID lists those of a webhook",
  });
}
