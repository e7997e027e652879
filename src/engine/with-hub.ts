import type { HubClient } from "../hub/client.ts";
import { callHub, clientOf, insideEndpoint, type HubOwner } from "./call-hub.ts";
import { findRole } from "./roles/find-role.ts";
import type { RunningRole } from "./roles/role.ts";

/**
 * Calls the local hub of a data directory: the running one, or else one inside this process, which has the role for the length of each call
 * (between two calls a person may be asked, or an app may start); dispatches it causes then wait in the queue until a hub runs.
 * @param use `running` is null where no hub ran at the start
 * @throws {EngineVersionError | RoleHeldError | StoreUnwritableError | StoreDamagedError}
 */
export async function withHub<T>(
  owner: HubOwner,
  use: (client: HubClient, running: RunningRole | null) => Promise<T>,
): Promise<T> {
  const running = await findRole(owner.dataDir, "hub", owner.version);
  return running === null ? use(clientInside(owner), null) : use(clientOf(running), running);
}

/** A client that looks for the hub anew with each call, and is it itself where there is none. */
function clientInside(owner: HubOwner): HubClient {
  const call = <T>(ask: (client: HubClient) => Promise<T>): Promise<T> => callHub(owner, ask);
  return {
    endpoint: insideEndpoint,
    whoami: () => call((hub) => hub.whoami()),
    listWebhooks: () => call((hub) => hub.listWebhooks()),
    getWebhook: (id) => call((hub) => hub.getWebhook(id)),
    createWebhook: (draft) => call((hub) => hub.createWebhook(draft)),
    updateWebhook: (id, change) => call((hub) => hub.updateWebhook(id, change)),
    enableWebhook: (id) => call((hub) => hub.enableWebhook(id)),
    disableWebhook: (id) => call((hub) => hub.disableWebhook(id)),
    deleteWebhook: (id) => call((hub) => hub.deleteWebhook(id)),
    trigger: (request) => call((hub) => hub.trigger(request)),
  };
}
