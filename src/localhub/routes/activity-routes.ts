import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import {
  activityPageSchema,
  dispatchDetailSchema,
  dispatchSchema,
  dispatchToWire,
} from "../../model/dispatch-wire.ts";
import { hubActivitySchema } from "../../model/webhook-activity-wire.ts";
import type { StoredWebhook } from "../../model/webhook.ts";
import type { Activity, Quota } from "../../store/activity.ts";
import type { MadeAttempt } from "../dispatching/make-attempt.ts";
import { refusals } from "../errors.ts";
import type { Webhooks } from "../webhooks.ts";
import { json, webhookIdParam } from "./hub-app.ts";

const path = "/hooklens/v1/webhooks/{id}/activity";
const longestPage = 200;
/** Maximum length of the IDs of messages in a request, in characters, so that its head stays below Node's 16 KiB. */
const longestMessages = 8_000;

const dispatchId = z.coerce.number().int().positive();

const pageRoute = createRoute({
  method: "get",
  path,
  request: {
    params: webhookIdParam,
    query: z.object({
      before: dispatchId.optional().openapi({ description: "Only dispatches with a smaller ID" }),
      limit: z.coerce.number().int().min(1).max(longestPage).default(50),
      messages: z
        .string()
        .max(longestMessages)
        .optional()
        .openapi({ description: "Only the dispatches of these messages: IDs separated by commas" }),
    }),
  },
  responses: { 200: json(activityPageSchema, "Dispatches, newest first") },
});

/** Maximum activities of one response. */
const activitiesAtOnce = 500;

const activitiesRoute = createRoute({
  method: "get",
  path: "/hooklens/v1/webhooks/activity",
  request: {
    query: z.object({
      since: z.string().optional().openapi({ description: "Cursor of an earlier response" }),
    }),
  },
  responses: {
    200: json(
      z.object({
        activities: z.array(hubActivitySchema),
        cursor: z.string(),
        more: z.boolean().openapi({ description: "More activities changed after the cursor" }),
      }),
      "Activities of the last 24 hours of the webhooks with a change since the cursor",
    ),
  },
});

const oneDispatch = { params: webhookIdParam.extend({ dispatch: dispatchId }) };

const detailRoute = createRoute({
  method: "get",
  path: `${path}/{dispatch}`,
  request: oneDispatch,
  responses: {
    200: json(
      dispatchDetailSchema,
      "The dispatch with its payload, and its attempts with the first 20 kB of each response",
    ),
  },
});

const retryRoute = createRoute({
  method: "post",
  path: `${path}/{dispatch}/retry`,
  request: oneDispatch,
  responses: { 200: json(dispatchSchema, "The dispatch, whose next attempt is due now") },
});

const retryAllRoute = createRoute({
  method: "post",
  path: `${path}/retry`,
  request: { params: webhookIdParam },
  responses: {
    200: json(
      z.object({
        hastened: z.int().openapi({ description: "Number of dispatches that waited for a later time" }),
      }),
      "The next attempts of all waiting dispatches are due now",
    ),
  },
});

const dropRoute = createRoute({
  method: "delete",
  path: `${path}/{dispatch}`,
  request: oneDispatch,
  responses: { 200: json(dispatchSchema, "The dispatch, which is given up without another attempt") },
});

/** Route of the Hub (its OpenAPI, "webhooks"). The id of the log is the id of a dispatch in this hub. */
const replayRoute = createRoute({
  method: "post",
  path: "/api/settings/webhooks/{id}/replay/{logId}",
  request: { params: webhookIdParam.extend({ logId: dispatchId }) },
  responses: {
    200: json(
      z.object({
        status: z
          .int()
          .openapi({ description: "Status of the response; 0 without a response, 200 for a started Job" }),
        error: z.string().nullable(),
        jobRun: z.string().nullable(),
      }),
      "Result of the replay to the webhook's current target with its current secret",
    ),
  },
});

export interface ActivityRouteParts {
  readonly webhooks: Pick<Webhooks, "get">;
  readonly activity: Activity;
  readonly account: string;
  readonly quota: Quota;
  readonly nowMs: () => number;
  readonly wakeDispatcher: () => void;
  /** Makes the waiting dispatches of a webhook due. Returns their number. */
  readonly hastenAll: (webhookId: string) => Promise<number>;
  /** Replays a dispatch. Returns null if the webhook has no such dispatch. */
  readonly replay: (webhook: StoredWebhook, dispatch: number) => Promise<MadeAttempt | null>;
}

/** Adds the routes of the activity of webhooks and of replays. */
export function addActivityRoutes(
  app: OpenAPIHono,
  { webhooks, activity, account, quota, nowMs, wakeDispatcher, hastenAll, replay }: ActivityRouteParts,
): void {
  async function existing(id: string): Promise<StoredWebhook> {
    const webhook = await webhooks.get(id);
    if (webhook === null) throw refusals.webhookNotFound();
    return webhook;
  }

  app.openapi(activitiesRoute, async (context) => {
    const { since = null } = context.req.valid("query");
    const { activities, cursor, more } = await activity.activities({
      account,
      since,
      limit: activitiesAtOnce,
      nowMs: nowMs(),
      quota,
    });
    return context.json({ activities: [...activities], cursor, more }, 200);
  });

  app.openapi(pageRoute, async (context) => {
    const { id } = await existing(context.req.valid("param").id);
    const { before = null, limit, messages } = context.req.valid("query");
    const messageIds = messages?.split(",") ?? null;
    const { dispatches, more } = await activity.page(id, { before, limit, messageIds });
    return context.json({ dispatches: [...dispatches], more }, 200);
  });

  app.openapi(detailRoute, async (context) => {
    const { id, dispatch } = context.req.valid("param");
    await existing(id);
    const found = await activity.detail(id, dispatch);
    if (found === null) throw refusals.dispatchNotFound();
    return context.json(dispatchToWire(found), 200);
  });

  app.openapi(retryRoute, async (context) => {
    const { id, dispatch } = context.req.valid("param");
    await existing(id);
    const hastened = await activity.hasten(id, dispatch, nowMs());
    if (hastened === null) throw refusals.dispatchNotFound();
    if (!["waiting", "retrying", "sending"].includes(hastened.state)) {
      throw refusals.dispatchNotWaiting(hastened.state);
    }
    wakeDispatcher();
    return context.json(hastened, 200);
  });

  app.openapi(retryAllRoute, async (context) => {
    const { id } = await existing(context.req.valid("param").id);
    const hastened = await hastenAll(id);
    wakeDispatcher();
    return context.json({ hastened }, 200);
  });

  app.openapi(dropRoute, async (context) => {
    const { id, dispatch } = context.req.valid("param");
    await existing(id);
    const dropped = await activity.drop(id, dispatch);
    if (dropped === null) throw refusals.dispatchNotFound();
    if (!dropped.waited) throw refusals.dispatchNotWaiting(dropped.dispatch.state);
    return context.json(dropped.dispatch, 200);
  });

  app.openapi(replayRoute, async (context) => {
    const { id, logId } = context.req.valid("param");
    const attempt = await replay(await existing(id), logId);
    if (attempt === null) throw refusals.dispatchNotFound();
    const { status, error, jobRun } = attempt;
    return context.json({ status: status ?? (jobRun === null ? 0 : 200), error, jobRun }, 200);
  });
}
