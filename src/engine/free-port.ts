import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ownerOnly, placeFile } from "../files/place-file.ts";
import { PortTakenError } from "../http/listen.ts";
import type { Logger } from "../model/logger.ts";
import type { Role } from "./roles/role.ts";

/** So many ports after the default one are tried. */
const nextPorts = 20;

/** What was told the address of a role, and would find nothing on another port. */
const callers: Readonly<Record<Role, string>> = { receiver: "webhooks", hub: "clients" };

export interface PortWish {
  readonly dataDir: string;
  readonly role: Role;
  /** Null: the one this role had last, or the default. 0: the system picks. */
  readonly given: number | null;
  /** Where none is known of the last time. @default `usualPorts` */
  readonly usual?: number;
  /** Told when it is neither the one it had last nor the default one, and when it cannot be kept for the next start. */
  readonly logger: Logger;
}

/** What listens, and where it would have. */
export interface Listened<T> {
  readonly listening: T;
  /** The port of the last time, which was taken and is tried first at the next start; null: it listens where it was to. */
  readonly missedPort: number | null;
}

/**
 * Listens on the port that was given; without one on that of the last time, else on the default or the next that is free.
 * It is kept for the next start, unless the system picked it, or another one is kept that was taken just now.
 * @throws what `listen` throws: for a given port that is taken, and when all of those after the default are
 */
export async function listenOnFreePort<T>(
  wish: PortWish,
  listen: (port: number) => Promise<T>,
): Promise<Listened<T>> {
  const { dataDir, role, given, usual = usualPorts[role], logger } = wish;
  const last = given === null ? readLastPort(dataDir, role) : null;
  const wanted = given ?? last ?? usual;
  const tries = [wanted];
  if (given === null) {
    const others = Array.from({ length: nextPorts + 1 }, (_, index) => usual + index);
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

/** It listens already: that the next start may be on another port is no reason to give up this one. */
function keep({ dataDir, role, logger }: PortWish, port: number): void {
  try {
    keepLastPort(dataDir, role, port);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    logger.info(`port ${port} of the ${role} could not be kept for the next start: ${reason}`);
  }
}

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
