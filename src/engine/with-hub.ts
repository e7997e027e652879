import type { HubClient } from "../hub/client.ts";
import { createHubClient } from "../hub/create-hub-client.ts";
import { createLocalHub } from "../localhub/local-hub.ts";
import { readOrMakeToken } from "../localhub/token.ts";
import { makeDataDir } from "../store/sqlite/data-file.ts";
import { openHubStore } from "../store/sqlite/hub-store.ts";
import { RoleHeldError } from "./errors.ts";
import { findRole } from "./roles/find-role.ts";
import { holdRole, type HeldRole } from "./roles/hold-role.ts";
import type { RunningRole } from "./roles/role.ts";

/** A local hub is on this machine. */
const timeoutMs = 5000;

export interface WithHubOptions {
  readonly dataDir: string;
  /** Of hooklens. */
  readonly version: string;
}

/**
 * Calls the local hub of a data directory: the running one, or else one inside this process, which has the role for the length of `use`;
 * dispatches it causes then wait in the queue until a hub runs.
 * @param use `running` is null for the one inside this process
 */
export async function withHub<T>(
  { dataDir, version }: WithHubOptions,
  use: (client: HubClient, running: RunningRole | null) => Promise<T>,
): Promise<T> {
  makeDataDir(dataDir);
  const { running, held } = await findOrHold(dataDir, version);
  if (running !== null) {
    return use(createHubClient({ endpoint: running.url, token: running.token, timeoutMs }), running);
  }
  await using ended = new AsyncDisposableStack();
  ended.defer(() => held.release());
  const { token } = readOrMakeToken(dataDir);
  const store = await openHubStore(dataDir);
  ended.defer(() => store.close());
  const { registry, queue } = store;
  const hub = createLocalHub({ registry, queue, token, version });
  // No port: the address is only what the client puts in front of its paths.
  const client = createHubClient({
    endpoint: "http://127.0.0.1",
    token,
    timeoutMs,
    fetch: hub.fetch,
  });
  return await use(client, null);
}

type FoundOrHeld =
  | { readonly running: RunningRole; readonly held: null }
  | { readonly running: null; readonly held: HeldRole };

async function findOrHold(dataDir: string, version: string): Promise<FoundOrHeld> {
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
