import { once } from "node:events";
import { rmSync } from "node:fs";
import { Server, type ServerResponse } from "node:http";
import process from "node:process";
import { createAdaptorServer, type HttpBindings, type ServerType } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { type Context, Hono } from "hono";
import type { z } from "zod";
import type { EditedRequest } from "../../model/edited-request.ts";
import { errorToWire } from "../../model/error-wire.ts";
import { errorText, NotFoundError, UsageError } from "../../model/errors.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import { receiverSetupSchema } from "../../model/receiver-setup.ts";
import type { TunnelState } from "../../receiver/tunnel/tunnel.ts";
import type { Imported, Pruned, PrunePolicy } from "../../store/delivery-log.ts";
import type { SecretToCheck } from "../client.ts";
import { ControlSocketError } from "../errors.ts";
import type { ReceiverState, ReplayResult } from "../receiver-state.ts";
import { type UpdateSource, writeUpdates } from "./updates.ts";
import {
  checkSecretsSchema,
  forwardSchema,
  holdSchema,
  importSchema,
  openTunnelSchema,
  pruneSchema,
  replaySchema,
  waitingSchema,
} from "./wire.ts";

/** Operations behind the control routes. */
export interface ControlTarget {
  state(): ReceiverState;
  /** @throws {NotFoundError} the log does not have the delivery */
  replay(seq: number, to?: string, withSecret?: boolean, edit?: EditedRequest): Promise<ReplayResult>;
  replayOpen(seq: number): Promise<ReplayResult>;
  /** Stops early when the signal aborts, and returns the work done. */
  prune(
    policy: PrunePolicy,
    options: { readonly dryRun: boolean; readonly signal: AbortSignal },
  ): Promise<Pruned>;
  /** Stops early when the signal aborts, and returns the work done. */
  import(file: string, signal: AbortSignal): Promise<Imported>;
  /**
   * Resolves when the tunnel is open, has failed or was closed.
   * @throws {UsageError | OpenReceiverError}
   */
  openTunnel(choice?: string): Promise<TunnelState>;
  closeTunnel(): Promise<void>;
  /** @throws {HooklensError} the setup cannot be used; nothing was changed */
  setUp(setup: ReceiverSetup): Promise<void>;
  /** @throws {UsageError} */
  setForward(target: string | null): void;
  holdForward(held: boolean): void;
  retryForwards(seqs: readonly number[] | null): Promise<number>;
  dropForwards(seqs: readonly number[] | null): Promise<number>;
  acceptsSecret(check: SecretToCheck): boolean;
  readonly updates: UpdateSource;
}

export interface ControlServer {
  /** Ends streams, pruning and imports, waits for the other requests in progress and removes the socket. */
  close(): Promise<void>;
}

/**
 * Serves the control routes on a Unix socket that only this user can connect to. An existing socket is
 * removed as stale, so only the holder of the receiver's lock may call this.
 * @throws {ControlSocketError}
 */
export async function serveControl(socketPath: string, target: ControlTarget): Promise<ControlServer> {
  const stop = new AbortController();
  // Streams of updates stay open while an app runs, so `close` ends them; it waits for other requests.
  const streams = new Set<ServerResponse>();
  const { fetch } = controlRoutes(target, stop.signal, streams);
  const server = createAdaptorServer({ fetch, overrideGlobalObjects: false });
  try {
    rmSync(socketPath, { force: true });
    await listenPrivately(server, socketPath);
  } catch (cause) {
    throw new ControlSocketError({
      what: `${socketPath} cannot be used as the control socket`,
      why: errorText(cause),
      hint: "Move it away, or choose another directory with --data-dir",
      cause,
    });
  }
  return {
    close: async () => {
      stop.abort();
      for (const stream of streams) stream.end();
      server.close();
      if (server instanceof Server) server.closeIdleConnections();
      await once(server, "close");
    },
  };
}

async function listenPrivately(server: ServerType, socketPath: string): Promise<void> {
  // listen() creates the socket before it returns; the mask keeps it private from the start.
  const mask = process.umask(0o177);
  try {
    server.listen(socketPath);
  } finally {
    process.umask(mask);
  }
  await once(server, "listening");
}

/**
 * Defines the control routes. Requests and responses are those of wire.ts; a failure is a 500 with the error.
 * @param streams collects the open responses of `GET /updates`
 */
function controlRoutes(
  target: ControlTarget,
  stopped: AbortSignal,
  streams: Set<ServerResponse>,
): Hono<{ Bindings: HttpBindings }> {
  const ended = ({ req }: Context): AbortSignal => AbortSignal.any([stopped, req.raw.signal]);
  return new Hono<{ Bindings: HttpBindings }>()
    .get("/state", (c) => c.json(target.state()))
    .post("/replay", async (c) => {
      const wanted = await read(c, replaySchema, "a replay needs the seq of a delivery");
      const { seq, to, withSecret, edit, onlyOpen } = wanted;
      if (onlyOpen === true) return c.json(await target.replayOpen(seq));
      return c.json(await target.replay(seq, to, withSecret, edit));
    })
    .post("/prune", async (c) => {
      const asked = await read(c, pruneSchema, "pruning needs beforeMs, maxBytes and dryRun");
      const { dryRun, ...policy } = asked;
      return c.json(await target.prune(policy, { dryRun, signal: ended(c) }));
    })
    .post("/import", async (c) => {
      const { file } = await read(c, importSchema, "an import needs a file");
      return c.json(await target.import(file, ended(c)));
    })
    .post("/tunnel/open", async (c) => {
      const { choice } = await read(c, openTunnelSchema, "the choice of a tunnel must be a string");
      return c.json(await target.openTunnel(choice));
    })
    .post("/tunnel/close", async (c) => {
      await target.closeTunnel();
      return c.json({});
    })
    .post("/setup", async (c) => {
      await target.setUp(
        await read(c, receiverSetupSchema, "a setup needs secret, routes, handlersDir and forward"),
      );
      return c.json({});
    })
    .post("/forward", async (c) => {
      const asked = await read(c, forwardSchema, "a forward needs a target, or null for none");
      target.setForward(asked.target);
      return c.json({});
    })
    .post("/forward/hold", async (c) => {
      const { held } = await read(c, holdSchema, "a hold is true or false");
      target.holdForward(held);
      return c.json({});
    })
    .post("/forward/retry", async (c) => {
      const { seqs } = await read(c, waitingSchema, "a retry needs the seqs of deliveries, or null for all");
      return c.json({ deliveries: await target.retryForwards(seqs) });
    })
    .post("/forward/drop", async (c) => {
      const { seqs } = await read(c, waitingSchema, "a drop needs the seqs of deliveries, or null for all");
      return c.json({ deliveries: await target.dropForwards(seqs) });
    })
    .post("/secret/check", async (c) => {
      const { checks } = await read(c, checkSecretsSchema, "a check needs routes and secrets");
      return c.json({ accepted: checks.map((check) => target.acceptsSecret(check)) });
    })
    .get("/updates", (c) => {
      const { outgoing } = c.env;
      streams.add(outgoing);
      outgoing.on("close", () => streams.delete(outgoing));
      // Written past hono, to stop for a slow reader.
      outgoing.writeHead(200, { "content-type": "application/x-ndjson" });
      writeUpdates(target.updates, outgoing);
      return RESPONSE_ALREADY_SENT;
    })
    .notFound(({ req }) => {
      throw new NotFoundError({ what: `the engine has no ${req.method} ${req.path}` });
    })
    .onError((error, c) => c.json({ error: errorToWire(error) }, 500));
}

/**
 * Reads the body of a request.
 * @param what message of the UsageError if the body does not match the schema
 * @throws {UsageError}
 */
async function read<T>({ req }: Context, schema: z.ZodType<T>, what: string): Promise<T> {
  const asked = schema.safeParse(await req.json());
  if (!asked.success) throw new UsageError({ what });
  return asked.data;
}
