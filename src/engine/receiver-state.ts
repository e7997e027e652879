import { z } from "zod";
import { outcomes } from "../model/delivery.ts";
import { forwardRuleStateSchema, forwardStateSchema } from "../receiver/forward/forward-state.ts";
import { handlerStateSchema } from "../receiver/handlers/handler-state.ts";
import { limitNames } from "../receiver/limits.ts";
import { tunnelStateSchema } from "../receiver/tunnel/tunnel.ts";
import { storeStatusSchema } from "../store/status.ts";

/** Tunnel of a receiver; it may not be open. */
const tunnelSchema = z.object({
  /** Value of `--tunnel`: `ngrok`, `ssh://me@example.org`. */
  choice: z.string(),
  /** `ngrok`, `ssh`. */
  provider: z.string(),
  state: tunnelStateSchema,
});
export type ReceiverTunnel = Readonly<z.infer<typeof tunnelSchema>>;

/** State of a receiver, as its control socket reports it: the response of `GET /state`. */
export const stateSchema = z.object({
  pid: z.number(),
  /** Random ID of the running receiver, as at `/healthz`. */
  id: z.string(),
  /** Version of hooklens. */
  version: z.string(),
  /** Local address: `http://127.0.0.1:7860`. */
  url: z.string(),
  /** Taken port of the last start, or null. */
  missedPort: z.number().nullable(),
  /** Public URL without a trailing slash: of the open tunnel, else of the Space; null if there is neither. */
  publicUrl: z.string().nullable(),
  /** Last opened tunnel, else the configured one, else ngrok; null without tunnels, as in a Space. */
  tunnel: tunnelSchema.nullable(),
  /** Forward of the routes without a handler; null if these routes only accept and log. */
  forward: forwardStateSchema.nullable(),
  /** Forward targets by filter, before `forward`; the first match counts. */
  forwardRules: z.array(forwardRuleStateSchema).readonly(),
  /** True if nothing is sent, and deliveries wait to be forwarded. */
  forwardsHeld: z.boolean(),
  /** Deliveries waiting for another forward attempt, with or without a target. */
  forwardsWaiting: z.number(),
  /** Number of unreadable jobs given up in the queue of forwards. */
  forwardsUnreadable: z.number(),
  /** Names under /webhooks/. */
  routes: z.array(z.string()).readonly(),
  /** Handlers of the routes that have one, unordered. */
  handlers: z.array(handlerStateSchema).readonly(),
  /** Directory of handlers; null if there is none. */
  handlersDir: z.string().nullable(),
  /** True if every route has a secret. */
  secretSet: z.boolean(),
  /** Retention of deliveries. */
  retention: z.object({ keepMs: z.number().nullable(), keepBytes: z.number().nullable() }),
  /** True if senders from other machines are accepted without a secret. */
  open: z.boolean(),
  limits: z.record(z.enum(limitNames), z.number()),
  startedAt: z.string(),
  /** Ability to store deliveries; while storing fails, senders get a response that asks them to retry. */
  storing: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
  /** Condition of a store on other machines; null if the store is on this machine. */
  store: storeStatusSchema.nullable(),
  /** Names of set-aside files in the data directory. */
  setAside: z.array(z.string()).readonly(),
  position: z.object({ seq: z.number(), revision: z.number() }),
});
export type ReceiverState = Readonly<z.infer<typeof stateSchema>>;

/** Position of a receiver's log: a line of `GET /updates`. */
export const updateSchema = z.object({
  seq: z.number(),
  revision: z.number(),
  /** Number of changes of `state()`, apart from the position. */
  changes: z.number(),
});
export type ReceiverUpdate = Readonly<z.infer<typeof updateSchema>>;

/** Response of `POST /replay`. */
export const replayResultSchema = z.object({
  /** Seq of the delivery that the replay added. */
  seq: z.number(),
  outcome: z.enum(outcomes),
  status: z.number().nullable(),
  /** Reason for a missing response, or null. */
  error: z.string().nullable(),
});
export type ReplayResult = Readonly<z.infer<typeof replayResultSchema>>;
