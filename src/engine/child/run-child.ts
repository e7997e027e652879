import { once } from "node:events";
import process from "node:process";
import { ListenError, PortForbiddenError, PortTakenError } from "../../http/listen.ts";
import { errorToWire, type WireError } from "../../model/error-wire.ts";
import { type HooklensError, UsageError } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import { secretsOf } from "../../model/secret.ts";
import { HandlerTwiceError, HandlersDirectoryError, ProgramMissingError } from "../../receiver/errors.ts";
import { ForwardTargetError } from "../../receiver/forward/target.ts";
import type { StoreLocation } from "../../store/store.ts";
import { hideSecrets } from "../../text/redact.ts";
import type { Engine, HubRoleOptions, ReceiverRoleOptions } from "../engine.ts";
import { boundHeap } from "../heap.ts";
import { type LogFile, openLogFile } from "../log-file.ts";
import type { Role } from "../role.ts";
import { startEngine } from "../start-engine.ts";
import { describeStore } from "../stores.ts";
import {
  type ChildOrder,
  type ChildReport,
  childOrderSchema,
  type ClosedReport,
  closeOrder,
} from "./messages.ts";

export interface EngineChildOptions extends StoreLocation {
  readonly roles: readonly Role[];
  readonly version: string;
  /** Configured options. */
  readonly hub: HubRoleOptions;
  /** Configured options. The app sends the changeable ones. */
  readonly receiver: Omit<ReceiverRoleOptions, keyof ReceiverSetup | "onHandlerNote" | "onSetUp">;
}

/**
 * Runs the engine of an app: the hidden command `hooklens engine`, which `ensureEngine` starts. Ends on request of
 * the app, with the app (even a killed one, whose pipe closes), on SIGTERM or SIGINT, and when the engine fails.
 * @returns the exit code
 * @throws {UsageError} the app did not start this process
 */
export async function runEngineChild(options: EngineChildOptions): Promise<number> {
  if (process.send === undefined) {
    throw new UsageError({
      what: "only the app can start hooklens engine",
      hint: "Run hooklens receive or hooklens hub",
    });
  }
  const log = openLogFile();
  const ended = closeOrderOrSignal();
  logCrashes(log);
  const [message]: unknown[] = await Promise.race([once(process, "message"), ended]);
  if (message === undefined) return 0;
  const order = childOrderSchema.parse(message);
  const { routeSecrets = {} } = options.receiver;
  const { secrets } = describeStore(options.store);
  hideSecrets([order.setup.secret, ...Object.values(routeSecrets), secrets].flatMap(secretsOf));

  const engine = await startAndReport(options, order, log);
  if (engine === null) return 1;
  const failure = await Promise.race([ended.then(() => null), engine.failed]);
  if (failure !== null) log.error(failure.message);
  await engine.close();
  // The app does not wait for the end of this process.
  await report({ closed: true, waiting: engine.receiver?.waiting ?? 0 });
  return failure?.exitCode ?? 0;
}

async function startAndReport(
  options: EngineChildOptions,
  order: ChildOrder,
  log: LogFile,
): Promise<Engine | null> {
  boundHeap();
  const notes: string[] = [];
  let reported = false;
  const noting =
    (level: keyof Logger) =>
    (line: string): void => {
      log[level](line);
      if (!reported) notes.push(line);
    };
  const logger: Logger = { info: noting("info"), warn: noting("warn"), error: noting("error") };
  const start = (setup: ReceiverSetup, receiver = options.receiver): Promise<Engine> =>
    startEngine({
      dataDir: options.dataDir,
      store: options.store,
      historyMs: options.historyMs,
      version: options.version,
      roles: {
        ...(options.roles.includes("hub") && { hub: { ...options.hub, anyPort: true } }),
        ...(options.roles.includes("receiver") && {
          receiver: {
            ...receiver,
            ...setup,
            anyPort: true,
            onHandlerNote: (line) => log.info(line),
            onSetUp: ({ secret }) => hideSecrets(secretsOf(secret)),
          },
        }),
      },
      logger,
    });
  try {
    const engine = await start(order.setup).catch((error: unknown) => {
      if (!isOfParts(error)) throw error;
      logger.warn(`The receiver runs without handlers, programs and forward: ${error.message}`);
      return start(
        { ...order.setup, handlersDir: null, forward: null },
        { ...options.receiver, forwardRules: [], programs: [] },
      );
    });
    reported = true;
    await report({ running: [engine.hub, engine.receiver].filter((role) => role !== null), notes });
    return engine;
  } catch (error) {
    log.error(
      `the engine did not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    );
    await report({ error: withSettings(errorToWire(error)) });
    return null;
  }
}

const listenErrors = [PortTakenError, PortForbiddenError, ListenError];

/** Adds the settings of host and port to the hint: the app has no flags for them. */
function withSettings(error: WireError): WireError {
  if (!("exitCode" in error) || !listenErrors.some(({ code }) => code === error.code)) return error;
  const hint = `${error.hint}. The settings receiver.port and hub.port (hooklens config edit) have the ports`;
  return { ...error, hint };
}

/** Returns true for an error in handlers, programs or the forward; the receiver can run without them. */
function isOfParts(error: unknown): error is HooklensError {
  return [HandlersDirectoryError, HandlerTwiceError, ProgramMissingError, ForwardTargetError].some(
    (made) => error instanceof made,
  );
}

/** Sends a message to the parent if it is still there. */
async function report(message: ChildReport | ClosedReport): Promise<void> {
  if (!process.connected) return;
  await new Promise<void>((resolve) => process.send?.(message, () => resolve()));
}

async function closeOrderOrSignal(): Promise<[]> {
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => resolve());
    process.once("disconnect", resolve);
    process.on("message", (message) => {
      if (message === closeOrder) resolve();
    });
    if (!process.connected) resolve();
  });
  return [];
}

/** Logs crashes to the log file, with secrets redacted: the process has no terminal. */
function logCrashes(log: LogFile): void {
  process.on("uncaughtException", (error) => {
    log.error(`the engine crashed: ${error.stack ?? String(error)}`);
    process.exit(70);
  });
}
