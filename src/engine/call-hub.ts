import type { HubClient } from "../hub/client.ts";
import { createHubClient } from "../hub/create-hub-client.ts";
import { createLocalHub } from "../localhub/local-hub.ts";
import { readOrMakeToken } from "../localhub/token.ts";
import type { Logger } from "../model/logger.ts";
import { makeDataDir } from "../store/sqlite/data-file.ts";
import { openHubStore } from "../store/sqlite/hub-store.ts";
import { RoleHeldError } from "./errors.ts";
import { findRole } from "./roles/find-role.ts";
import { holdRole, type HeldRole } from "./roles/hold-role.ts";
import type { RunningRole } from "./roles/role.ts";

/** A local hub is on this machine. */
const timeoutMs = 5000;

/** No port is opened there: it is what the client of a hub in its own process puts in front of its paths. */
export const insideEndpoint = "http://127.0.0.1";

/** Whose hub is called. */
export interface HubOwner {
  readonly dataDir: string;
  /** Of hooklens. */
  readonly version: string;
  /** One line for a person: a damaged file was set aside. @default nobody is told */
  readonly logger?: Logger;
}

/** The client of a hub that runs. */
export function clientOf({ url, token }: RunningRole): HubClient {
  return createHubClient({ endpoint: url, token, timeoutMs });
}

/**
 * One call on the local hub of a data directory: the running one, or else one inside this process, which has the role until `ask` is done and
 * sends no dispatches.
 */
export async function callHub<T>(owner: HubOwner, ask: (client: HubClient) => Promise<T>): Promise<T> {
  makeDataDir(owner.dataDir);
  const { running, held } = await findOrHold(owner);
  return running === null ? callInside(owner, held, ask) : ask(clientOf(running));
}

async function callInside<T>(
  { dataDir, version, logger }: HubOwner,
  held: HeldRole,
  ask: (client: HubClient) => Promise<T>,
): Promise<T> {
  await using ended = new AsyncDisposableStack();
  ended.defer(() => held.release());
  const { token } = readOrMakeToken(dataDir);
  const store = await openHubStore(dataDir, logger?.info);
  ended.defer(() => store.close());
  const hub = createLocalHub({ ...store, dataDir, token, version });
  // A replay sends from here, and leaves a connection open.
  ended.defer(() => hub.close(0));
  return await ask(createHubClient({ endpoint: insideEndpoint, token, timeoutMs, fetch: hub.fetch }));
}

type FoundOrHeld =
  | { readonly running: RunningRole; readonly held: null }
  | { readonly running: null; readonly held: HeldRole };

async function findOrHold({ dataDir, version }: HubOwner): Promise<FoundOrHeld> {
  const running = await findRole(dataDir, "hub", version);
  if (running !== null) return { running, held: null };
  try {
    return { running: null, held: await holdRole(dataDir, "hub") };
  } catch (error) {
    // A hub has started since we looked.
    const started = error instanceof RoleHeldError ? await findRole(dataDir, "hub", version) : null;
    if (started === null) throw error;
    return { running: started, held: null };
  }
}
