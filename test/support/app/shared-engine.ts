import { version } from "../../../src/engine/version.ts";
import { freshDataDir } from "../fresh-data-dir.ts";
import { runningEngine } from "../running-engine.ts";
import { shared } from "../shared.ts";

/**
 * Starts the hub and the receiver of a data directory for all tests of the file or `describe` block that calls this.
 * Apps with the returned environment attach to them, and start no engine of their own.
 */
export function sharedEngine(): () => { readonly HOOKLENS_DATA_DIR: string } {
  return shared(async () => {
    const dataDir = freshDataDir();
    await runningEngine(dataDir, {
      version,
      roles: { hub: { port: 0 }, receiver: { port: 0, secret: null, routes: ["inbox"] } },
    });
    return { HOOKLENS_DATA_DIR: dataDir };
  });
}
