import { createRoute, type OpenAPIHono, z } from "@hono/zod-openapi";
import { missReasons } from "../../model/missed-webhook.ts";
import type { AcceptedDispatch } from "../../store/activity.ts";
import type { EventTarget } from "../../store/webhook-registry.ts";
import { parseExactJson } from "../../text/exact-json.ts";
import type { EventPreview } from "../events/accept-event.ts";
import type { EventPayload, RepoNow, RepoRef } from "../events/event-payload.ts";
import { syntheticPayload } from "../events/synthetic-payload.ts";
import { json } from "./hub-app.ts";
import { endpointOf } from "./paths.ts";

const jsonObject = z.record(z.string(), z.unknown());

/** Parts of a trigger whose numbers keep the digits of the request. */
const numbersAsSent = z.object({ set: jsonObject.optional(), payload: jsonObject.optional() });

const triggerSchema = z
  .object({
    scope: z.string().min(1),
    action: z.string().min(1),
    repo: z.object({
      type: z.string().min(1),
      name: z.string().regex(/^[^\s/]+\/[^\s/]+$/, { error: "must be owner/name" }),
    }),
    set: jsonObject.optional(),
    payload: jsonObject.optional(),
    dryRun: z.boolean().optional().openapi({ description: "True to return a preview and fire nothing" }),
  })
  .openapi("Trigger", {
    example: { scope: "repo.content", action: "update", repo: { type: "model", name: "me/m" } },
  });

const previewSchema = z
  .object({
    payload: jsonObject.openapi({
      description: "Payload for the first webhook; the others get their own ID",
    }),
    reached: z.array(z.object({ webhookId: z.string(), overQuota: z.boolean() })),
    missed: z
      .array(z.object({ webhookId: z.string(), reason: z.enum(missReasons) }))
      .openapi({ description: "Webhooks that watch the repo but are not triggered" }),
    others: z.number().openapi({ description: "Number of webhooks that watch something else" }),
  })
  .openapi("TriggerPreview");

const triggerRoute = createRoute({
  method: "post",
  path: "/hooklens/v1/trigger",
  request: { body: { ...json(triggerSchema, "The event to fire"), required: true } },
  responses: {
    200: json(
      z.object({
        dispatches: z.array(z.object({ id: z.number(), webhookId: z.string(), overQuota: z.boolean() })),
        preview: previewSchema.optional(),
      }),
      "Stored dispatches, one for each webhook that the event triggers; one over the quota is not sent",
    ),
  },
});

const healthRoute = createRoute({
  method: "get",
  path: "/hooklens/v1/health",
  responses: {
    200: json(
      z.object({ name: z.literal("hooklens"), version: z.string() }),
      "This is a local hub; requires no token",
    ),
  },
});

export interface HooklensRouteParts {
  readonly version: string;
  /** Account that causes triggered events. */
  readonly account: string;
  /** Returns the state of a repo, or null if this hub does not have it. */
  readonly repoNow: (repo: RepoRef) => Promise<RepoNow | null>;
  /** Fires an event. Resolves when its dispatches are on disk. */
  readonly accept: (event: EventTarget, payload: EventPayload) => Promise<readonly AcceptedDispatch[]>;
  /** Returns what firing an event would do. */
  readonly preview: (event: EventTarget, payload: EventPayload) => Promise<EventPreview>;
}

/** Adds the routes that only a local hub has. */
export function addHooklensRoutes(
  app: OpenAPIHono,
  { version, account, repoNow, accept, preview }: HooklensRouteParts,
): void {
  app.openapi(triggerRoute, async (context) => {
    const { set, payload: given } = numbersAsSent.parse(parseExactJson(await context.req.text()));
    const event = { ...context.req.valid("json"), set, payload: given };
    const known = await repoNow(event.repo);
    const payload = syntheticPayload({ ...event, known, account, endpoint: endpointOf(context) });
    if (event.dryRun !== true) return context.json({ dispatches: [...(await accept(event, payload))] }, 200);
    const { reached, missed, ...rest } = await preview(event, payload);
    const lists = { reached: [...reached], missed: [...missed] };
    return context.json({ dispatches: [], preview: { ...rest, ...lists } }, 200);
  });
  app.openapi(healthRoute, (context) => context.json({ name: "hooklens" as const, version }, 200));
}
