import { version } from "../../../src/engine/version.ts";
import { freshDataDir } from "../fresh-data-dir.ts";
import { runningEngine } from "../running-engine.ts";
import { shared } from "../shared.ts";
import { mountApp } from "./mount-app.ts";
import type { OpenApp, OpenAppOptions } from "./open-app.ts";

/**
 * Returns a `mountApp` for the tests of the file or `describe` block that calls this. Its apps attach to one hub and
 * receiver in this process, and start no engine of their own.
 */
export function sharedEngine(): typeof mountApp {
  const dataDir = shared(engineForApps);
  function mountShared(options: OpenAppOptions = {}): Promise<OpenApp> {
    return mountApp({ ...options, env: { HOOKLENS_DATA_DIR: dataDir(), ...options.env } });
  }
  return mountShared;
}

/** Opens the app on a hub and a receiver of its own in this process, which may be left in any state. */
export async function mountAttached(options: OpenAppOptions = {}): Promise<OpenApp> {
  const dataDir = await engineForApps(options.env?.["HOOKLENS_DATA_DIR"]);
  return mountApp({ ...options, env: { ...options.env, HOOKLENS_DATA_DIR: dataDir } });
}

/** Starts a hub and a receiver in this process to which apps attach. Returns their data directory. */
export async function engineForApps(dataDir: string = freshDataDir()): Promise<string> {
  await runningEngine(dataDir, {
    version,
    roles: { hub: { port: 0 }, receiver: { port: 0, secret: null, routes: ["inbox"] } },
  });
  return dataDir;
}
