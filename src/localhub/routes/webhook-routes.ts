import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { etag } from "hono/etag";
import type { StoredWebhook } from "../../model/webhook.ts";
import type { StoredWebhookChange } from "../../store/webhook-registry.ts";
import { refusals } from "../errors.ts";
import type { Jobs } from "../jobs/jobs.ts";
import type { Webhooks } from "../webhooks.ts";
import { json, webhookIdParam } from "./hub-app.ts";
import { assertJobs } from "./job-routes.ts";
import {
  createSchema,
  toWire,
  updateSchema,
  type WebhookResponse,
  webhookResponseSchema,
} from "./webhook-schemas.ts";

const path = "/api/settings/webhooks";
const onePath = `${path}/{id}`;
const oneResponse = { 200: json(z.object({ webhook: webhookResponseSchema }), "The webhook") };

const listRoute = createRoute({
  method: "get",
  path,
  responses: {
    200: json(z.array(webhookResponseSchema), "Every webhook of the account, in the order of creation"),
    304: { description: "Nothing has changed since the response with the ETag of If-None-Match" },
  },
});
const createWebhookRoute = createRoute({
  method: "post",
  path,
  request: { body: { ...json(createSchema, "The new webhook"), required: true } },
  responses: oneResponse,
});
const getRoute = createRoute({
  method: "get",
  path: onePath,
  request: { params: webhookIdParam },
  responses: oneResponse,
});
const updateRoute = createRoute({
  method: "post",
  path: onePath,
  request: { params: webhookIdParam, body: { ...json(updateSchema, "Fields to change"), required: true } },
  responses: oneResponse,
});
const switchRoute = (to: "enable" | "disable") =>
  createRoute({
    method: "post",
    path: `${onePath}/${to}`,
    request: { params: webhookIdParam },
    responses: oneResponse,
  });
const holdRoute = createRoute({
  method: "post",
  path: "/hooklens/v1/webhooks/{id}/hold",
  request: {
    params: webhookIdParam,
    body: { ...json(z.object({ held: z.boolean() }), "False to release the dispatches"), required: true },
  },
  responses: oneResponse,
});
const deleteRoute = createRoute({
  method: "delete",
  path: onePath,
  request: { params: webhookIdParam },
  responses: { 200: json(z.object({}), "Deleted, with its dispatches") },
});

export interface WebhookRouteParts {
  readonly wakeDispatcher: () => void;
  /** Jobs of the hub; null if it runs none and refuses webhooks that start one. */
  readonly jobs: Jobs | null;
  readonly account: string;
}

/** Adds the routes of webhooks with the paths, bodies and responses of the Hub (its OpenAPI, "webhooks"). */
export function addWebhookRoutes(
  app: OpenAPIHono,
  webhooks: Webhooks,
  { wakeDispatcher, jobs, account }: WebhookRouteParts,
): void {
  async function responseOf(webhook: StoredWebhook): Promise<WebhookResponse> {
    const { jobSourceId } = webhook;
    const job = jobSourceId === null ? null : await jobs?.get(account, jobSourceId);
    return toWire(webhook, job?.spec ?? null);
  }

  async function assertSourceJob(id: string): Promise<void> {
    if ((await assertJobs(jobs).get(account, id)) !== null) return;
    throw refusals.sourceJobNotFound(id);
  }

  // The app polls the list.
  app.on("GET", path, etag());
  app.openapi(listRoute, async (context) =>
    context.json(await Promise.all((await webhooks.list()).map(responseOf)), 200),
  );

  app.openapi(createWebhookRoute, async (context) => {
    const { url, jobSourceId, watched, domains, secret } = context.req.valid("json");
    if (jobSourceId !== undefined) await assertSourceJob(jobSourceId);
    const webhook = await webhooks.create({
      url: url ?? null,
      jobSourceId: jobSourceId ?? null,
      watched,
      domains: domains ?? [],
      secret: secret || null,
    });
    return context.json({ webhook: await responseOf(webhook) }, 200);
  });

  app.openapi(getRoute, async (context) => {
    const webhook = existing(await webhooks.get(context.req.valid("param").id));
    return context.json({ webhook: await responseOf(webhook) }, 200);
  });

  app.openapi(updateRoute, async (context) => {
    const { id } = context.req.valid("param");
    const body = context.req.valid("json");
    const current = existing(await webhooks.get(id));
    if (body.url !== undefined && current.url === null) {
      throw refusals.badRequest('"url" is not allowed: this webhook starts a Job');
    }
    const webhook = existing(await webhooks.change(id, changeOf(body)));
    return context.json({ webhook: await responseOf(webhook) }, 200);
  });

  for (const to of ["enable", "disable"] as const) {
    app.openapi(switchRoute(to), async (context) => {
      const webhook = existing(await webhooks[to](context.req.valid("param").id));
      wakeDispatcher();
      return context.json({ webhook: await responseOf(webhook) }, 200);
    });
  }

  app.openapi(holdRoute, async (context) => {
    const { held } = context.req.valid("json");
    const webhook = existing(await webhooks.hold(context.req.valid("param").id, held));
    wakeDispatcher();
    return context.json({ webhook: await responseOf(webhook) }, 200);
  });

  app.openapi(deleteRoute, async (context) => {
    if (!(await webhooks.remove(context.req.valid("param").id))) throw refusals.webhookNotFound();
    return context.json({}, 200);
  });
}

/**
 * Returns the change for the given fields. An empty `watched` changes nothing: Python clients send it by default. An
 * empty `domains` means all, and an empty `secret` removes the secret.
 */
function changeOf({ url, watched, domains, secret }: z.output<typeof updateSchema>): StoredWebhookChange {
  return {
    ...(url === undefined ? {} : { url }),
    ...(watched === undefined || watched.length === 0 ? {} : { watched }),
    ...(domains === undefined ? {} : { domains }),
    ...(secret === undefined ? {} : { secret: secret || null }),
  };
}

function existing(webhook: StoredWebhook | null): StoredWebhook {
  if (webhook === null) throw refusals.webhookNotFound();
  return webhook;
}
