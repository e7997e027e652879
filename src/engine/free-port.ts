import { join } from "node:path";
import { readTextWithin } from "../files/read-file.ts";
import { ownerOnly, writeFileAtomic } from "../files/write-file-atomic.ts";
import { PortTakenError } from "../http/listen.ts";
import { errorText } from "../model/errors.ts";
import type { Logger } from "../model/logger.ts";
import { defaultReceiverPort } from "../model/url.ts";
import type { Role } from "./role.ts";

/** Number of ports to try after the default port. */
const nextPorts = 20;

/** Clients that may have stored the address of a role, as messages call them. */
const callers: Readonly<Record<Role, string>> = { receiver: "webhooks", hub: "clients" };

export interface PortWish {
  readonly dataDir: string;
  readonly role: Role;
  /** Port to listen on; null for the last or default port, 0 for a port chosen by the system. */
  readonly given: number | null;
  /** Port to try if there is no last port. @default `defaultPorts` */
  readonly defaultPort?: number;
  /**
   * True to let the system pick a port if `given` is null and all of these are taken: the user sees it.
   * @default false
   */
  readonly anyPort?: boolean | undefined;
  /** Receives a line if the wanted port was taken, or if the port cannot be saved for the next start. */
  readonly logger: Logger;
}

/** Listening server and the port that it missed. */
export interface Listened<T> {
  readonly listening: T;
  /** Taken port of the last start; the next start tries it first. Otherwise null. */
  readonly missedPort: number | null;
}

/**
 * Listens on the given port, else on the last port, else on the default port or the next free one. The port
 * is saved for the next start, unless it is given as 0 or replaces a last port that was taken.
 * @throws the error of `listen` for the wanted port if the given port is taken, or if all ports are taken
 */
export async function listenOnFreePort<T extends { readonly url: string }>(
  wish: PortWish,
  listen: (port: number) => Promise<T>,
): Promise<Listened<T>> {
  const { dataDir, role, given, defaultPort = defaultPorts[role], anyPort = false, logger } = wish;
  const last = given === null ? readLastPort(dataDir, role) : null;
  const wanted = given ?? last ?? defaultPort;
  const tries = [wanted];
  if (given === null) {
    const others = Array.from({ length: nextPorts + 1 }, (_, index) => defaultPort + index);
    tries.push(...others.filter((port) => port !== wanted), ...(anyPort ? [0] : []));
  }
  const listening = await listenOnFirst(tries, listen);
  const port = given === 0 ? 0 : portOf(listening.url);
  const missedPort = last !== null && port !== last ? last : null;
  if (missedPort !== null) {
    logger.info(
      `port ${missedPort}, which ${callers[role]} may point at, is taken: the ${role} listens on ${port} until its next start`,
    );
  } else if (port !== wanted) logger.info(`port ${wanted} is taken: the ${role} listens on ${port}`);
  if (port !== 0 && missedPort === null) keep(wish, port);
  return { listening, missedPort };
}

async function listenOnFirst<T>(ports: readonly number[], listen: (port: number) => Promise<T>): Promise<T> {
  let taken: unknown;
  for (const port of ports) {
    try {
      return await listen(port);
    } catch (error) {
      if (!(error instanceof PortTakenError)) throw error;
      taken ??= error;
    }
  }
  throw taken;
}

/**
 * Saves the port for the next start. A failure is only logged: the role already listens, and a different port
 * at the next start is acceptable.
 */
function keep({ dataDir, role, logger }: PortWish, port: number): void {
  try {
    keepLastPort(dataDir, role, port);
  } catch (error) {
    const reason = errorText(error);
    logger.warn(`port ${port} of the ${role} could not be saved for the next start: ${reason}`);
  }
}

function portOf(url: string): number {
  // The URL omits port 80.
  return Number(new URL(url).port || 80);
}

/** Default ports, used if no last port is saved. */
export const defaultPorts: Readonly<Record<Role, number>> = {
  receiver: defaultReceiverPort,
  hub: 7870,
};

/** Lowest port to try again at the next start; lower ones may need privileges. */
const lowestPort = 1024;
const highestPort = 65_535;

/**
 * Returns the path of the file with a role's last port: `<role>-port` in the data directory. Each role has a
 * file of its own, because the roles may run in different processes.
 */
export function lastPortPath(dataDir: string, role: Role): string {
  return join(dataDir, `${role}-port`);
}

/** Returns the last port of a role; null if it is unknown, or not from 1024 to 65535. */
export function readLastPort(dataDir: string, role: Role): number | null {
  try {
    const text = readTextWithin(lastPortPath(dataDir, role)).trim();
    const port = /^\d{4,5}$/.test(text) ? Number(text) : 0;
    return port >= lowestPort && port <= highestPort ? port : null;
  } catch {
    // The file is missing or unreadable: the default port is used, as at the first start.
    return null;
  }
}

/**
 * Saves the port for the next start.
 * @throws the file system's error
 */
export function keepLastPort(dataDir: string, role: Role, port: number): void {
  if (readLastPort(dataDir, role) !== port)
    writeFileAtomic(lastPortPath(dataDir, role), `${port}\n`, ownerOnly);
}
