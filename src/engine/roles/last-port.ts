import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../../files/place-file.ts";
import type { Role } from "./role.ts";

/** Taken by default, where none is known of the last time. */
export const usualPorts: Readonly<Record<Role, number>> = { receiver: 7860, hub: 7870 };

/** Those below need rights that the next start may not have. */
const lowestPort = 1024;
const highestPort = 65_535;

/**
 * Where a role keeps the port it had last: `<role>-port` in the data directory. A file for each role, as each is held by a process of
 * its own.
 */
export function lastPortPath(dataDir: string, role: Role): string {
  return join(dataDir, `${role}-port`);
}

/** The port the role had last time in this data directory; null: none that is known and could be taken again. */
export function readLastPort(dataDir: string, role: Role): number | null {
  try {
    const text = readFileSync(lastPortPath(dataDir, role), "utf8").trim();
    const port = /^\d{4,5}$/.test(text) ? Number(text) : 0;
    return port >= lowestPort && port <= highestPort ? port : null;
  } catch {
    // Missing or unreadable: the default port does as well as at the first start.
    return null;
  }
}

/**
 * Keeps the port for the next start.
 * @throws the file system's error
 */
export function keepLastPort(dataDir: string, role: Role, port: number): void {
  if (readLastPort(dataDir, role) !== port) placeFile(lastPortPath(dataDir, role), `${port}\n`, ownerOnly);
}
