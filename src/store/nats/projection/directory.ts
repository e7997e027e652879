import { join } from "node:path";
import type { NatsAddress } from "../address.ts";

/** Name of the lock held by the process that writes a projection. */
export const projectionLock = "projection";

/** Returns the directory of the projection of a log in a data directory. */
export function projectionDir(dataDir: string, { name }: Pick<NatsAddress, "name">): string {
  return join(dataDir, `nats-${name}`);
}
