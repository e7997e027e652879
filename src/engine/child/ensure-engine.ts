import type { AcceptedSecrets } from "../../model/accepted-secrets.ts";
import type { RunningHub } from "../engine.ts";
import { RoleHeldError } from "../errors.ts";
import { logFilePath } from "../log-file.ts";
import { findRole } from "../roles/find-role.ts";
import type { Role, RunningRole } from "../roles/role.ts";
import { startChild, type EngineChild, type Program } from "./start-child.ts";
import { watchRoles } from "./watch-roles.ts";

/** Two apps that start at once settle it in one round; a command that has the hub for a moment costs another. */
const rounds = 5;

export interface AppEngineOptions {
  readonly dataDir: string;
  readonly roles: readonly Role[];
  /** Of hooklens. */
  readonly version: string;
  /** For the receiver, when one is started; goes to the child through a pipe. */
  readonly secret: AcceptedSecrets;
  readonly program: Program;
  /** Where the child's last words go; default: the log file. */
  readonly logFile?: string;
}

/** The engine of an app: of others, of its own children, or both. */
export interface AppEngine {
  /** Null: not asked for. */
  readonly hub: RunningHub | null;
  readonly receiver: RunningRole | null;
  /** A child was started by this call. */
  readonly started: boolean;
  /** What that child said while it started: a default port taken, a damaged file kept aside. */
  readonly notes: readonly string[];
  /** Calls back once, with the roles that are gone, when a holder ends. Returns the way to stop watching. */
  watch(onGone: (roles: readonly Role[]) => void): () => void;
  /** After a loss: attaches to or starts what is gone. The engine it resolves with takes the place of this one. */
  mend(): Promise<AppEngine>;
  /** Ends the children that this app started; resolves when they are gone. Without it they end with the process. */
  close(): Promise<void>;
}

/**
 * Attaches to the holders of the roles; for those that are free, starts one child: `hooklens engine --roles hub,receiver --data-dir DIR`.
 * @throws {EngineVersionError} a holder is another version
 * @throws {EngineStartError} the child ended or was not ready in time
 */
export function ensureEngine(options: AppEngineOptions): Promise<AppEngine> {
  return ensure(options, []);
}

async function ensure(options: AppEngineOptions, children: readonly EngineChild[]): Promise<AppEngine> {
  for (let round = 1; ; round += 1) {
    const found = await Promise.all(
      options.roles.map((role) => findRole(options.dataDir, role, options.version)),
    );
    const free = options.roles.filter((_, index) => found[index] === null);
    const attached = found.filter((running) => running !== null);
    if (free.length === 0) return appEngine(options, attached, children, null);
    try {
      const child = await startChild({ ...options, roles: free, logFile: options.logFile ?? logFilePath() });
      return appEngine(options, [...attached, ...child.running], [...children, child], child);
    } catch (error) {
      // Somebody was faster: attach to that one.
      if (!(error instanceof RoleHeldError) || round === rounds) throw error;
    }
  }
}

function appEngine(
  options: AppEngineOptions,
  running: readonly RunningRole[],
  children: readonly EngineChild[],
  started: EngineChild | null,
): AppEngine {
  const hub = running.find(({ role }) => role === "hub");
  return {
    hub: hub === undefined ? null : { ...hub, token: hub.token ?? "" },
    receiver: running.find(({ role }) => role === "receiver") ?? null,
    started: started !== null,
    notes: started?.notes ?? [],
    watch: (onGone) => watchRoles({ dataDir: options.dataDir, running, children, onGone }),
    mend: () => ensure(options, children),
    close: async () => {
      await Promise.all(children.map((child) => child.close()));
    },
  };
}
