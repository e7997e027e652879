import { z } from "zod";
import { outcomes } from "../model/delivery.ts";
import type { ForwardRuleState, ForwardState, TargetState } from "../receiver/forward/forward.ts";
import type { HandlerState } from "../receiver/handlers/handlers.ts";
import type { ReceiverLimits } from "../receiver/limits.ts";
import type { TunnelState } from "../receiver/tunnel/tunnel.ts";
import type { StoreStatus } from "../store/status.ts";

/** State of a tunnel; also the response of `POST /tunnel/open`. */
export const tunnelStateSchema: z.ZodType<TunnelState> = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("off") }),
  z.object({ kind: z.literal("opening"), sinceMs: z.number() }),
  z.object({
    kind: z.literal("open"),
    url: z.string(),
    sinceMs: z.number(),
    endsAtMs: z.number().nullable(),
  }),
  z.object({
    kind: z.literal("reconnecting"),
    url: z.string().nullable(),
    sinceMs: z.number(),
    reason: z.string(),
  }),
  z.object({
    kind: z.literal("failed"),
    what: z.string(),
    why: z.string().nullable(),
    hint: z.string().nullable(),
  }),
]);

/** Tunnel of a receiver; it may not be open. */
const tunnelSchema = z.object({
  /** Value of `--tunnel`: `ngrok`, `ssh://me@example.org`. */
  choice: z.string(),
  /** `ngrok`, `ssh`. */
  provider: z.string(),
  state: tunnelStateSchema,
});
export type ReceiverTunnel = Readonly<z.infer<typeof tunnelSchema>>;

const targetStateSchema = z.object({
  target: z.string(),
  health: z.discriminatedUnion("kind", [
    z.object({ kind: z.enum(["unknown", "up"]), sinceMs: z.number() }),
    z.object({ kind: z.literal("down"), sinceMs: z.number(), reason: z.string() }),
  ]),
}) satisfies z.ZodType<TargetState>;

const forwardRuleStateSchema: z.ZodType<ForwardRuleState> = targetStateSchema.extend({ where: z.string() });

const forwardStateSchema: z.ZodType<ForwardState> = targetStateSchema.extend({
  sending: z.number(),
  queued: z.number(),
  waiting: z.number(),
});

const handlerStateSchema: z.ZodType<HandlerState> = z.object({
  route: z.string(),
  file: z.string(),
  error: z.string().nullable(),
  ready: z.boolean(),
  loads: z.number(),
});

const limitsSchema: z.ZodType<ReceiverLimits> = z.object({
  maxConnections: z.number(),
  maxBodyBytes: z.number(),
  maxBodiesBytes: z.number(),
  maxJsonDepth: z.number(),
  headersTimeoutMs: z.number(),
  requestTimeoutMs: z.number(),
  keepAliveTimeoutMs: z.number(),
});

const storeSchema: z.ZodType<StoreStatus> = z.object({
  kind: z.string(),
  address: z.string(),
  name: z.string(),
  connected: z.boolean(),
  sinceMs: z.number(),
  server: z.string().nullable(),
  cluster: z.string().nullable(),
  version: z.string().nullable(),
  replicas: z.object({ current: z.number(), of: z.number() }).nullable(),
  isWritable: z.boolean(),
  forwards: z.object({ waiting: z.number(), limit: z.number().nullable() }).nullable(),
  lag: z.number().nullable(),
  catchUp: z.object({ done: z.number(), of: z.number() }).nullable(),
  guarantee: z.string(),
});

/** State of a receiver, as its control socket reports it: the response of `GET /state`. */
export const stateSchema = z.object({
  pid: z.number(),
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
  limits: limitsSchema,
  startedAt: z.string(),
  /** Ability to store deliveries; while storing fails, senders get a response that asks them to retry. */
  storing: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
  /** Condition of a store on other machines; null if the store is on this machine. */
  store: storeSchema.nullable(),
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
