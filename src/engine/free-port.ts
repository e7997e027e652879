import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../files/place-file.ts";
import { PortTakenError } from "../http/listen.ts";
import type { Logger } from "../model/logger.ts";
import type { Role } from "./roles/role.ts";

/** Number of ports to try after the default port. */
const nextPorts = 20;

/** Clients that know the address of a role. */
const callers: Readonly<Record<Role, string>> = { receiver: "webhooks", hub: "clients" };

export interface PortWish {
  readonly dataDir: string;
  readonly role: Role;
  /** Port to listen on; null for the last or default port, 0 for one the system picks. */
  readonly given: number | null;
  /** Port to try if there is no last port. @default `defaultPorts` */
  readonly defaultPort?: number;
  /** Notified when the port differs from the last and default ports, or cannot be saved for the next start. */
  readonly logger: Logger;
}

/** A listening server and the port it missed. */
export interface Listened<T> {
  readonly listening: T;
  /** Last port, if it was taken; the next start tries it first. Null if the role listens on the port it wanted. */
  readonly missedPort: number | null;
}

/**
 * Listens on the given port, else on the last port, else on the default port or the next free one.
 * The port is saved for the next start, unless the system picked it or the saved port was only taken temporarily.
 * @throws the error of `listen` for a given port that is taken, or if all ports after the default are taken
 */
export async function listenOnFreePort<T>(
  wish: PortWish,
  listen: (port: number) => Promise<T>,
): Promise<Listened<T>> {
  const { dataDir, role, given, defaultPort = defaultPorts[role], logger } = wish;
  const last = given === null ? readLastPort(dataDir, role) : null;
  const wanted = given ?? last ?? defaultPort;
  const tries = [wanted];
  if (given === null) {
    const others = Array.from({ length: nextPorts + 1 }, (_, index) => defaultPort + index);
    tries.push(...others.filter((port) => port !== wanted));
  }
  const { listening, port } = await listenOnFirst(tries, listen);
  const missedPort = last !== null && port !== last ? last : null;
  if (missedPort !== null) {
    logger.info(
      `port ${missedPort}, which ${callers[role]} may point at, is taken: the ${role} listens on ${port} until its next start`,
    );
  } else if (port !== wanted) logger.info(`port ${wanted} is taken: the ${role} listens on ${port}`);
  if (port !== 0 && missedPort === null) keep(wish, port);
  return { listening, missedPort };
}

async function listenOnFirst<T>(
  ports: readonly number[],
  listen: (port: number) => Promise<T>,
): Promise<{ readonly listening: T; readonly port: number }> {
  let taken: unknown;
  for (const port of ports) {
    try {
      return { listening: await listen(port), port };
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
      taken = error;
    }
  }
  throw taken;
}

/** Logs a failure only: the role already listens, and a different port at the next start is acceptable. */
function keep({ dataDir, role, logger }: PortWish, port: number): void {
  try {
    keepLastPort(dataDir, role, port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.warn(`port ${port} of the ${role} could not be saved for the next start: ${reason}`);
  }
}

/** Default ports, used if no last port is saved. */
export const defaultPorts: Readonly<Record<Role, number>> = { receiver: 7860, hub: 7870 };

/** Lower ports need privileges that the next start may not have. */
const lowestPort = 1024;
const highestPort = 65_535;

/**
 * Path of a role's last port: `<role>-port` in the data directory. Each role has its own file because each has its own process.
 */
export function lastPortPath(dataDir: string, role: Role): string {
  return join(dataDir, `${role}-port`);
}

/** Last port of the role in this data directory; null if unknown or not usable. */
export function readLastPort(dataDir: string, role: Role): number | null {
  try {
    const text = readFileSync(lastPortPath(dataDir, role), "utf8").trim();
    const port = /^\d{4,5}$/.test(text) ? Number(text) : 0;
    return port >= lowestPort && port <= highestPort ? port : null;
  } catch {
    // Missing or unreadable: the default port is used, as at the first start.
    return null;
  }
}

/**
 * Saves the port for the next start.
 * @throws the file system's error
 */
export function keepLastPort(dataDir: string, role: Role, port: number): void {
  if (readLastPort(dataDir, role) !== port) placeFile(lastPortPath(dataDir, role), `${port}\n`, ownerOnly);
}
