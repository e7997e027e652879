import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import type { StoreLocation } from "../../store/store.ts";
import type { RunningHub } from "../engine.ts";
import { RoleHeldError } from "../errors.ts";
import { logFilePath } from "../log-file.ts";
import type { Role, RunningRole } from "../role.ts";
import { findRole } from "../roles/find-role.ts";
import { startChild, type EngineChild, type Program } from "./start-child.ts";
import { watchRoles } from "./watch-roles.ts";

/**
 * Maximum number of attempts to attach or start. An attempt fails if another app starts at the same time, or
 * if a command briefly holds the hub.
 */
const rounds = 5;

export interface AppEngineOptions extends StoreLocation {
  readonly roles: readonly Role[];
  /** Version of hooklens. */
  readonly version: string;
  /** Returns the setup of a receiver to start. It contains a secret: the child gets it through a pipe. */
  readonly setup: () => ReceiverSetup;
  readonly program: Program;
  /**
   * File for the child's stderr.
   * @default the log file
   */
  readonly logFile?: string;
}

/** Engine of an app. Other processes, children of the app, or both hold its roles. */
export interface AppEngine {
  /** Hub; null if the role was not requested. */
  readonly hub: RunningHub | null;
  readonly receiver: RunningRole | null;
  /** True if a child of this app holds the receiver. */
  readonly ownsReceiver: boolean;
  /** True if this call started a child. */
  readonly started: boolean;
  /** Reason why only the hub did not start; null if it runs or was not requested. */
  readonly hubFailure: HooklensError | null;
  /** Messages of that child's start, such as a taken port or a damaged file that was set aside. */
  readonly notes: readonly string[];
  /** Calls back with the lost roles when a holder ends, at most once. Returns the unsubscribe function. */
  watch(onGone: (roles: readonly Role[]) => void): () => void;
  /** Attaches to or starts lost roles; the returned engine replaces this one. */
  restore(): Promise<AppEngine>;
  /**
   * Ends the children of this app; resolves when they have released their roles. Without this call, they end
   * after this process.
   * @returns the number of deliveries that wait in their queue for the next start
   */
  close(): Promise<number>;
}

/**
 * Attaches to the holders of the roles. Starts one child for the free roles: `hooklens engine --roles hub,receiver
 * --data-dir DIR`. If they do not start, the receiver is started without the hub.
 * @throws {EngineVersionError} a holder is another version
 * @throws {EngineStartError} the child ended or was not ready in time
 */
export function ensureEngine(options: AppEngineOptions): Promise<AppEngine> {
  return ensure(options, []);
}

async function ensure(
  options: AppEngineOptions,
  children: readonly EngineChild[],
  hubFailure: HooklensError | null = null,
): Promise<AppEngine> {
  const roles = hubFailure === null ? options.roles : options.roles.filter((role) => role !== "hub");
  for (let round = 1; ; round += 1) {
    const found = await Promise.all(roles.map((role) => findRole(options, role, options.version)));
    const free = roles.filter((_, index) => found[index] === null);
    const attached = found.filter((running) => running !== null);
    if (free.length === 0) return appEngine(options, attached, children, null, hubFailure);
    try {
      const child = await startChild({
        ...options,
        roles: free,
        setup: options.setup(),
        logFile: options.logFile ?? logFilePath(),
      });
      return appEngine(options, [...attached, ...child.running], [...children, child], child, hubFailure);
    } catch (error) {
      if (!isHooklensError(error)) throw error;
      // Another process was faster: attach to it.
      if (error instanceof RoleHeldError && round < rounds) continue;
      if (error instanceof RoleHeldError || !free.includes("hub") || !roles.includes("receiver")) throw error;
      return ensure(options, children, error);
    }
  }
}

function appEngine(
  options: AppEngineOptions,
  running: readonly RunningRole[],
  children: readonly EngineChild[],
  started: EngineChild | null,
  hubFailure: HooklensError | null,
): AppEngine {
  const hub = running.find(({ role }) => role === "hub");
  const receiver = running.find(({ role }) => role === "receiver") ?? null;
  const own = new Set(children.flatMap((child) => child.running.map(({ pid }) => pid)));
  return {
    hub: hub === undefined ? null : { ...hub, token: hub.token ?? "" },
    receiver,
    ownsReceiver: receiver !== null && own.has(receiver.pid),
    started: started !== null,
    hubFailure,
    notes: started?.notes ?? [],
    watch: (onGone) => watchRoles({ location: options, running, children, onGone }),
    restore: () => ensure(options, children),
    close: async () => {
      const waiting = await Promise.all(children.map((child) => child.close()));
      return waiting.reduce((sum, each) => sum + each, 0);
    },
  };
}
