import { lineLogger } from "../../../model/logger.ts";
import type { Follower, FollowOptions, StoreLocation } from "../../store.ts";
import { parseNatsAddress } from "../address.ts";
import { type Connection, connectNats } from "../connect.ts";
import { projectionDir } from "./directory.ts";
import { follow, type Following } from "./follow.ts";

/** Follows the log of a location on a connection of its own. @throws {UsageError} the address is invalid */
export function followLog(
  { dataDir, store, historyMs }: StoreLocation,
  options: FollowOptions = {},
): Follower {
  const { sinceMs = startOfHistory(historyMs), onProgress, logger = lineLogger(() => undefined) } = options;
  const address = parseNatsAddress(store);
  const dir = projectionDir(dataDir, address);
  // Searches are slower without an index, and another process may complete it.
  const background = { onFailure: logger.warn, onDead: logger.warn };
  let isCaughtUp = false;
  // Until then, a failure is that of `caughtUp`.
  const warn = (line: string): void => (isCaughtUp ? logger.warn(line) : undefined);
  let connection: Connection | null = null;
  let following: Following | null = null;

  async function catchUp(): Promise<void> {
    connection = await connectNats(address);
    following = follow({
      store,
      connection,
      dir,
      sinceMs,
      logger: { ...logger, warn },
      background,
    });
    await following.caughtUp(onProgress);
    isCaughtUp = true;
  }
  const caughtUp = catchUp();
  caughtUp.catch(() => undefined);
  return {
    caughtUp,
    async close() {
      await following?.close();
      await connection?.close();
      await caughtUp.catch(() => undefined);
      await following?.close();
      await connection?.close();
    },
  };
}

/** Returns the time of the oldest deliveries to read; null for the default. */
export function startOfHistory(historyMs: number | undefined): number | null {
  return historyMs === undefined ? null : Date.now() - historyMs;
}
