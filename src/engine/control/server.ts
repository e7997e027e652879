import { once } from "node:events";
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import process from "node:process";
import { json } from "node:stream/consumers";
import type { z } from "zod";
import { errorToWire } from "../../model/error-wire.ts";
import { NotFoundError, UsageError } from "../../model/errors.ts";
import type { TunnelState } from "../../receiver/tunnel/tunnel.ts";
import type { Imported, Pruned, PrunePolicy } from "../../store/delivery-log.ts";
import type { ReceiverState, ReplayResult } from "../client.ts";
import { type UpdateSource, writeUpdates } from "./updates.ts";
import { forwardSchema, importSchema, openTunnelSchema, pruneSchema, replaySchema } from "./wire.ts";

/** Operations behind the control routes. */
export interface ControlTarget {
  state(): ReceiverState;
  /** @throws {NotFoundError} the log does not have the delivery */
  replay(seq: number, to?: string, withSecret?: boolean): Promise<ReplayResult>;
  /** Stops early when the signal aborts, and returns what was done. */
  prune(
    policy: PrunePolicy,
    options: { readonly dryRun: boolean; readonly signal: AbortSignal },
  ): Promise<Pruned>;
  /** Stops early when the signal aborts, and returns what was done. */
  import(file: string, signal: AbortSignal): Promise<Imported>;
  /**
   * Resolves when the tunnel is open, has failed or was closed.
   * @throws {UsageError | OpenReceiverError}
   */
  openTunnel(choice?: string): Promise<TunnelState>;
  closeTunnel(): Promise<void>;
  /** @throws {UsageError} */
  setForward(target: string | null): void;
  readonly updates: UpdateSource;
}

export interface ControlServer {
  /** Ends streams, pruning and imports, waits for the other requests in progress and removes the socket. */
  close(): Promise<void>;
}

/**
 * Serves the control routes on a Unix socket that only this user can connect to. An existing socket is
 * removed as stale, so only the holder of the receiver's lock may call this.
 */
export async function serveControl(socketPath: string, target: ControlTarget): Promise<ControlServer> {
  const stop = new AbortController();
  const server = createServer((request, response) => void answer(target, request, response, stop.signal));
  // Streams of updates stay open while an app runs, so `close` ends them; it waits for other requests.
  const streams = new Set<ServerResponse>();
  server.on("request", (request, response) => {
    if (request.url === "/updates") {
      streams.add(response);
      response.on("close", () => streams.delete(response));
    }
  });
  rmSync(socketPath, { force: true });
  await listenPrivately(server, socketPath);
  return {
    close: async () => {
      stop.abort();
      for (const stream of streams) stream.end();
      server.close();
      server.closeIdleConnections();
      await once(server, "close");
    },
  };
}

async function listenPrivately(server: Server, socketPath: string): Promise<void> {
  // listen() creates the socket before it returns; the mask keeps it private from the start.
  const mask = process.umask(0o177);
  try {
    server.listen(socketPath);
  } finally {
    process.umask(mask);
  }
  await once(server, "listening");
}

async function answer(
  target: ControlTarget,
  request: IncomingMessage,
  response: ServerResponse,
  stopped: AbortSignal,
): Promise<void> {
  try {
    switch (`${request.method} ${request.url}`) {
      case "GET /state":
        return sendJson(response, 200, target.state());
      case "POST /replay": {
        const wanted = await read(request, replaySchema, "a replay needs the seq of a delivery");
        return sendJson(response, 200, await target.replay(wanted.seq, wanted.to, wanted.withSecret));
      }
      case "POST /prune": {
        const asked = await read(request, pruneSchema, "pruning needs beforeMs, maxBytes and dryRun");
        const { dryRun, ...policy } = asked;
        const signal = AbortSignal.any([stopped, closedSignal(response)]);
        return sendJson(response, 200, await target.prune(policy, { dryRun, signal }));
      }
      case "POST /import": {
        const { file } = await read(request, importSchema, "an import needs a file");
        const signal = AbortSignal.any([stopped, closedSignal(response)]);
        return sendJson(response, 200, await target.import(file, signal));
      }
      case "POST /tunnel/open": {
        const { choice } = await read(request, openTunnelSchema, "the choice of a tunnel must be a string");
        return sendJson(response, 200, await target.openTunnel(choice));
      }
      case "POST /tunnel/close":
        await target.closeTunnel();
        return sendJson(response, 200, {});
      case "POST /forward": {
        const asked = await read(request, forwardSchema, "a forward needs a target, or null for none");
        target.setForward(asked.target);
        return sendJson(response, 200, {});
      }
      case "GET /updates":
        response.writeHead(200, { "content-type": "application/x-ndjson" });
        return writeUpdates(target.updates, response);
      default:
        throw new NotFoundError({ what: `the engine has no ${request.method} ${request.url}` });
    }
  } catch (error) {
    sendJson(response, 500, { error: errorToWire(error) });
  }
}

/**
 * Reads the body of a request.
 * @param what message of the UsageError if the body does not match the schema
 * @throws {UsageError}
 */
async function read<T>(request: IncomingMessage, schema: z.ZodType<T>, what: string): Promise<T> {
  const asked = schema.safeParse(await json(request));
  if (!asked.success) throw new UsageError({ what });
  return asked.data;
}

/** Aborts when the client disconnects. */
function closedSignal(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once("close", () => closed.abort());
  return closed.signal;
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  if (response.headersSent) return;
  response.writeHead(status, { "content-type": "application/json", connection: "close" });
  response.end(JSON.stringify(value));
}
