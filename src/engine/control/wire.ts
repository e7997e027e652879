import { z } from "zod";
import { outcomes } from "../../model/delivery.ts";
import type { EditedRequest } from "../../model/edited-request.ts";
import { wireErrorSchema } from "../../model/error-wire-schema.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import type { ForwardRuleState, ForwardState, TargetState } from "../../receiver/forward/forward.ts";
import type { HandlerState } from "../../receiver/handlers/handlers.ts";
import type { ReceiverLimits } from "../../receiver/limits.ts";
import type { TunnelState } from "../../receiver/tunnel/tunnel.ts";
import type { Imported, Pruned } from "../../store/delivery-log.ts";
import type { StoreStatus } from "../../store/status.ts";
import type { ReceiverUpdate, ReplayResult, ReceiverState, ReceiverTunnel } from "../client.ts";

/** One line of `GET /updates`. */
export const updateSchema: z.ZodType<ReceiverUpdate> = z.object({
  seq: z.number(),
  revision: z.number(),
  changes: z.number(),
});

const editSchema: z.ZodType<EditedRequest> = z.strictObject({
  headers: z.array(z.tuple([z.string(), z.string()])),
  body: z.string().nullable(),
});

/** Body of `POST /replay`. */
export const replaySchema = z.strictObject({
  seq: z.int().positive(),
  to: z.string().optional(),
  withSecret: z.boolean().optional(),
  edit: editSchema.optional(),
});

/** Response of `POST /replay`. */
export const replayResultSchema: z.ZodType<ReplayResult> = z.object({
  seq: z.number(),
  outcome: z.enum(outcomes),
  status: z.number().nullable(),
  error: z.string().nullable(),
});

/** Body of `POST /prune`. Rejects unknown criteria: without them, more deliveries would be removed. */
export const pruneSchema = z.strictObject({
  beforeMs: z.number().nullable(),
  maxBytes: z.number().min(0).nullable(),
  dryRun: z.boolean(),
});

/** Response of `POST /prune`. */
export const prunedSchema: z.ZodType<Pruned> = z.object({ deliveries: z.number(), bytes: z.number() });

/** Body of `POST /import`. */
export const importSchema = z.strictObject({ file: z.string() });

/** Response of `POST /import`. */
export const importedSchema: z.ZodType<Imported> = z.object({
  imported: z.number(),
  skipped: z.number(),
  unreadable: z.number(),
  wrongLines: z.array(z.object({ line: z.number(), why: z.string() })),
  file: z.string(),
});

/** Body of `POST /tunnel/open`; the response is the state of the tunnel. */
export const openTunnelSchema = z.strictObject({ choice: z.string().optional() });

/** Body of `POST /setup`, and part of the first message to the engine of an app. */
export const setupSchema: z.ZodType<ReceiverSetup> = z.strictObject({
  secret: z.union([z.string(), z.array(z.string()).readonly()]).nullable(),
  routes: z.array(z.string()),
  handlersDir: z.string().nullable(),
  forward: z.string().nullable(),
});

/** Body of `POST /forward`. */
export const forwardSchema = z.strictObject({ target: z.string().nullable() });

/** Body of `POST /forward/hold`. */
export const holdSchema = z.strictObject({ held: z.boolean() });

/** Body of `POST /forward/retry` and `POST /forward/drop`; null for all that wait. */
export const waitingSchema = z.strictObject({ seqs: z.array(z.int().positive()).nullable() });

/** Response of `POST /forward/retry` and `POST /forward/drop`: the number of changed deliveries. */
export const changedSchema = z.object({ deliveries: z.number() });

/** Body of `POST /secret/check`: values of the header by route; null for a request without it. */
export const checkSecretsSchema = z.strictObject({
  checks: z.array(
    z.strictObject({ route: z.string(), secret: z.string().nullable(), inQuery: z.string().nullable() }),
  ),
});

/** Response of `POST /secret/check`, in the order of the checks. */
export const acceptedSchema = z.object({ accepted: z.array(z.boolean()) });

/** Empty response of a completed request. */
export const doneSchema = z.object({});

/** Response of a failed request. */
export const failureSchema = z.object({ error: wireErrorSchema });

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

const tunnelSchema: z.ZodType<ReceiverTunnel> = z.object({
  choice: z.string(),
  provider: z.string(),
  state: tunnelStateSchema,
});

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

/** Response of `GET /state`. */
export const stateSchema: z.ZodType<ReceiverState> = z.object({
  pid: z.number(),
  version: z.string(),
  url: z.string(),
  missedPort: z.number().nullable(),
  publicUrl: z.string().nullable(),
  tunnel: tunnelSchema.nullable(),
  forward: forwardStateSchema.nullable(),
  forwardRules: z.array(forwardRuleStateSchema),
  forwardsHeld: z.boolean(),
  forwardsWaiting: z.number(),
  forwardsUnreadable: z.number(),
  routes: z.array(z.string()),
  handlers: z.array(handlerStateSchema),
  handlersDir: z.string().nullable(),
  secretSet: z.boolean(),
  retention: z.object({ keepMs: z.number().nullable(), keepBytes: z.number().nullable() }),
  open: z.boolean(),
  limits: limitsSchema,
  startedAt: z.string(),
  storing: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({ ok: z.literal(false), reason: z.string() }),
  ]),
  store: storeSchema.nullable(),
  setAside: z.array(z.string()),
  position: z.object({ seq: z.number(), revision: z.number() }),
});
