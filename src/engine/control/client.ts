import { request, type ClientRequest, type IncomingMessage } from "node:http";
import { json } from "node:stream/consumers";
import { errorFromWire } from "../../model/error-wire.ts";
import { errorText } from "../../model/errors.ts";
import type { HooklensError } from "../../model/errors.ts";
import { tunnelStateSchema } from "../../receiver/tunnel/tunnel.ts";
import { importedSchema, prunedSchema } from "../../store/delivery-log.ts";
import type { ReceiverControl } from "../client.ts";
import { EngineGoneError } from "../errors.ts";
import { type ReceiverUpdate, replayResultSchema, stateSchema, updateSchema } from "../receiver-state.ts";
import type { RunningRole } from "../role.ts";
import { acceptedSchema, changedSchema, doneSchema, failureSchema } from "./wire.ts";

/** Timeout of a setup, in milliseconds; loading a handler has a shorter timeout of its own. */
const setupTimeoutMs = 30_000;
/** Timeout of `GET /state` and `POST /forward`, in milliseconds. */
const stateTimeoutMs = 5000;
/** Timeout of a replay, in milliseconds; the receiver's own timeouts are shorter. */
const replayTimeoutMs = 60_000;
/**
 * Timeout of pruning and imports, in milliseconds: gigabytes on a slow disk. The end of the receiver is
 * noticed immediately.
 */
const pruneTimeoutMs = 3_600_000;
/** Timeout of opening and closing a tunnel, in milliseconds; the receiver's own timeout is shorter. */
const tunnelTimeoutMs = 90_000;
/** Maximum silence of the stream, in ticks of `silenceTickMs`; the engine writes a line every second. */
const silenceTicks = 4;
const silenceTickMs = 500;

/** Creates a client of a receiver's control routes. Each call opens a connection of its own. */
export function connectReceiver(running: RunningRole): ReceiverControl {
  return {
    state: async () => stateSchema.parse(await call(running, "GET", "/state", stateTimeoutMs)),
    replay: async (seq, to, withSecret, edit) =>
      replayResultSchema.parse(
        await call(running, "POST", "/replay", replayTimeoutMs, { seq, to, withSecret, edit }),
      ),
    replayOpen: async (seq) =>
      replayResultSchema.parse(
        await call(running, "POST", "/replay", replayTimeoutMs, { seq, onlyOpen: true }),
      ),
    prune: async (policy, dryRun) =>
      prunedSchema.parse(await call(running, "POST", "/prune", pruneTimeoutMs, { ...policy, dryRun })),
    import: async (file) =>
      importedSchema.parse(await call(running, "POST", "/import", pruneTimeoutMs, { file })),
    openTunnel: async (choice) =>
      tunnelStateSchema.parse(await call(running, "POST", "/tunnel/open", tunnelTimeoutMs, { choice })),
    closeTunnel: async () =>
      void doneSchema.parse(await call(running, "POST", "/tunnel/close", tunnelTimeoutMs)),
    setUp: async (setup) =>
      void doneSchema.parse(await call(running, "POST", "/setup", setupTimeoutMs, setup)),
    setForward: async (target) =>
      void doneSchema.parse(await call(running, "POST", "/forward", stateTimeoutMs, { target })),
    holdForward: async (held) =>
      void doneSchema.parse(await call(running, "POST", "/forward/hold", stateTimeoutMs, { held })),
    retryForwards: async (seqs) =>
      changedSchema.parse(await call(running, "POST", "/forward/retry", replayTimeoutMs, { seqs }))
        .deliveries,
    dropForwards: async (seqs) =>
      changedSchema.parse(await call(running, "POST", "/forward/drop", replayTimeoutMs, { seqs })).deliveries,
    checkSecrets: async (checks) =>
      acceptedSchema.parse(await call(running, "POST", "/secret/check", stateTimeoutMs, { checks })).accepted,
    updates: (signal) => updates(running, signal),
  };
}

async function call(
  running: RunningRole,
  method: string,
  path: string,
  timeoutMs: number,
  request?: unknown,
): Promise<unknown> {
  const response = await open(running, method, path, AbortSignal.timeout(timeoutMs), request);
  let body: unknown;
  try {
    body = await json(response);
  } catch (cause) {
    throw gone(running, cause);
  }
  if (response.statusCode === 200) return body;
  throw errorFromWire(failureSchema.parse(body).error);
}

async function* updates(running: RunningRole, signal: AbortSignal): AsyncIterable<ReceiverUpdate> {
  if (signal.aborted) return;
  const silence = new AbortController();
  let response: IncomingMessage;
  let quietTicks = 0;
  // Counts ticks, not time: a stopped and continued process must first read the waiting data of the socket.
  const ticker = setInterval(() => {
    quietTicks += 1;
    if (quietTicks >= silenceTicks) silence.abort(new Error("it sent nothing for 2 s"));
  }, silenceTickMs);
  try {
    response = await open(running, "GET", "/updates", AbortSignal.any([signal, silence.signal]));
    response.on("data", () => {
      quietTicks = 0;
    });
    let last = "";
    for await (const line of linesOf(response)) {
      // A repeated line is a heartbeat.
      if (line === last) continue;
      last = line;
      yield updateSchema.parse(JSON.parse(line));
    }
    if (!signal.aborted) throw gone(running, new Error("it closed the connection"));
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof EngineGoneError ? error : gone(running, silence.signal.reason ?? error);
  } finally {
    clearInterval(ticker);
    silence.abort();
  }
}

/** Yields the lines of a response. Unlike readline, throws when the stream is cut. */
async function* linesOf(response: IncomingMessage): AsyncIterable<string> {
  let rest = "";
  for await (const chunk of response.setEncoding("utf8")) {
    const parts = (rest + String(chunk)).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}

/** Sends a request; resolves with the response when its head has arrived. */
async function open(
  running: RunningRole,
  method: string,
  path: string,
  signal: AbortSignal,
  body?: unknown,
): Promise<IncomingMessage> {
  const outgoing = request({ socketPath: running.socket ?? "", method, path, signal, agent: false });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  try {
    return await responseOf(outgoing);
  } catch (cause) {
    throw gone(running, cause);
  }
}

/** Resolves with the typed response, unlike `once()`. */
function responseOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
  });
}

function gone(running: RunningRole, cause: unknown): HooklensError {
  return new EngineGoneError({
    what: `the receiver of process ${running.pid} does not respond`,
    why: errorText(cause),
    hint: "Run hooklens receive to start it again",
    cause,
  });
}
