import type { HubClient } from "../hub/client.ts";
import type { JobLogLine } from "../model/job.ts";
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
    runJob: (draft) => call((hub) => hub.runJob(draft)),
    listJobs: () => call((hub) => hub.listJobs()),
    getJob: (id) => call((hub) => hub.getJob(id)),
    cancelJob: (id) => call((hub) => hub.cancelJob(id)),
    async *jobLog(id) {
      // Read to its end, which is there at once where nothing runs: the role is not held while somebody looks at the lines.
      yield* await call((hub) => linesOf(hub.jobLog(id)));
    },
    activity: (id, page) => call((hub) => hub.activity(id, page)),
    dispatch: (id, dispatch) => call((hub) => hub.dispatch(id, dispatch)),
    replayDispatch: (id, dispatch) => call((hub) => hub.replayDispatch(id, dispatch)),
    trigger: (request) => call((hub) => hub.trigger(request)),
  };
}

async function linesOf(log: AsyncIterable<JobLogLine>): Promise<readonly JobLogLine[]> {
  const lines: JobLogLine[] = [];
  for await (const line of log) lines.push(line);
  return lines;
}
