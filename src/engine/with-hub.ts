import type { HubClient } from "../hub/client.ts";
import { createHubClient } from "../hub/create-hub-client.ts";
import { localHubInside } from "../hub/endpoint.ts";
import { createLocalHub } from "../localhub/local-hub.ts";
import { readOrMakeToken } from "../localhub/token.ts";
import type { JobLogLine } from "../model/job.ts";
import type { Logger } from "../model/logger.ts";
import { makeDataDir } from "../store/data-dir.ts";
import type { StoreLocation } from "../store/store.ts";
import { RoleHeldError } from "./errors.ts";
import type { RunningRole } from "./role.ts";
import { findRole } from "./roles/find-role.ts";
import { holdRole, type HeldRole } from "./roles/hold-role.ts";
import { openStore } from "./stores.ts";

/**
 * Calls `use` with a client of the local hub. If no hub runs, each call runs one in this process, which holds
 * the role meanwhile; its dispatches wait in the queue until a hub runs.
 * @param use `running` is null if no hub ran at the start
 * @throws {EngineVersionError | RoleHeldError | StoreUnwritableError | StoreDamagedError}
 */
export async function withHub<T>(
  owner: HubOwner,
  use: (client: HubClient, running: RunningRole | null) => Promise<T>,
): Promise<T> {
  const running = await findRole(owner, "hub", owner.version);
  return running === null ? use(clientInside(owner), null) : use(clientOf(running), running);
}

/**
 * Creates a client that finds the hub at each call, or runs one in this process. Overlapping calls share a hub.
 */
function clientInside(owner: HubOwner): HubClient {
  const call = overlappingCalls(() => openHub(owner));
  return {
    endpoint: localHubInside,
    whoami: () => call((hub) => hub.whoami()),
    listWebhooks: () => call((hub) => hub.listWebhooks()),
    getWebhook: (id) => call((hub) => hub.getWebhook(id)),
    createWebhook: (draft) => call((hub) => hub.createWebhook(draft)),
    updateWebhook: (id, change, expected) => call((hub) => hub.updateWebhook(id, change, expected)),
    enableWebhook: (id) => call((hub) => hub.enableWebhook(id)),
    disableWebhook: (id) => call((hub) => hub.disableWebhook(id)),
    deleteWebhook: (id) => call((hub) => hub.deleteWebhook(id)),
    listRepos: (type, author) => call((hub) => hub.listRepos(type, author)),
    searchRepos: (type, text) => call((hub) => hub.searchRepos(type, text)),
    isVisible: (item) => call((hub) => hub.isVisible(item)),
    readRevision: (repo, revision) => call((hub) => hub.readRevision(repo, revision)),
    readRepoFile: (repo, sha, path, maxBytes) => call((hub) => hub.readRepoFile(repo, sha, path, maxBytes)),
    runJob: (draft) => call((hub) => hub.runJob(draft)),
    listJobs: (namespace) => call((hub) => hub.listJobs(namespace)),
    getJob: (id, namespace) => call((hub) => hub.getJob(id, namespace)),
    jobFlavors: () => call((hub) => hub.jobFlavors()),
    cancelJob: (id, namespace) => call((hub) => hub.cancelJob(id, namespace)),
    async *jobLog(id, _signal, namespace) {
      // Reads to the end before it yields, so that no role is held while lines are displayed.
      yield* await call((hub) => linesOf(hub.jobLog(id, undefined, namespace)));
    },
    webhookActivities: (query) => call((hub) => hub.webhookActivities(query)),
    activity: (id, page) => call((hub) => hub.activity(id, page)),
    dispatch: (id, dispatch) => call((hub) => hub.dispatch(id, dispatch)),
    holdWebhook: (id, held) => call((hub) => hub.holdWebhook(id, held)),
    retryDispatch: (id, dispatch) => call((hub) => hub.retryDispatch(id, dispatch)),
    retryDispatches: (id) => call((hub) => hub.retryDispatches(id)),
    dropDispatch: (id, dispatch) => call((hub) => hub.dropDispatch(id, dispatch)),
    replayDispatch: (id, dispatch) => call((hub) => hub.replayDispatch(id, dispatch)),
    trigger: (request) => call((hub) => hub.trigger(request)),
    previewTrigger: (request) => call((hub) => hub.previewTrigger(request)),
  };
}

async function linesOf(log: AsyncIterable<JobLogLine>): Promise<readonly JobLogLine[]> {
  const lines: JobLogLine[] = [];
  for await (const line of log) lines.push(line);
  return lines;
}

/** Timeout of calls to the local hub, in milliseconds. */
const timeoutMs = 5000;

/** Location of the hub to call, and the version and logger of the caller. */
export interface HubOwner extends StoreLocation {
  /** Version of hooklens. */
  readonly version: string;
  /**
   * Receives a line for each damaged file that is set aside.
   * @default none
   */
  readonly logger?: Logger;
}

/** Creates a client of a running hub. */
export function clientOf({ url, token }: RunningRole): HubClient {
  return createHubClient({ endpoint: url, token, timeoutMs });
}

interface OpenedHub {
  readonly client: HubClient;
  close(): Promise<void>;
}

/** Returns a function that opens a hub for a call, or shares the hub of overlapping calls; the last one closes it. */
function overlappingCalls(
  open: () => Promise<OpenedHub>,
): <T>(ask: (client: HubClient) => Promise<T>) => Promise<T> {
  let opened: Promise<OpenedHub> | null = null;
  let closed: Promise<void> = Promise.resolve();
  let calls = 0;
  return async (ask) => {
    calls += 1;
    const used = (opened ??= closed.then(open, open));
    try {
      return await ask((await used).client);
    } finally {
      calls -= 1;
      if (calls === 0) {
        opened = null;
        closed = used.then(
          (hub) => hub.close(),
          () => {},
        );
        await closed;
      }
    }
  };
}

/**
 * Opens the local hub of a data directory: the running one, or one in this process, which holds the role until it is
 * closed and does not send queued dispatches.
 */
async function openHub(owner: HubOwner): Promise<OpenedHub> {
  makeDataDir(owner.dataDir);
  const { running, held } = await findOrHold(owner);
  return running === null
    ? openInside(owner, held)
    : { client: clientOf(running), close: () => Promise.resolve() };
}

async function openInside({ dataDir, store, version, logger }: HubOwner, held: HeldRole): Promise<OpenedHub> {
  await using ended = new AsyncDisposableStack();
  ended.defer(() => held.release());
  const { token } = readOrMakeToken(dataDir);
  // Only a started hub replaces a damaged file: commands would otherwise answer from an empty hub.
  const records = await (await openStore({ dataDir, store })).openHub(logger, { replaceDamaged: false });
  ended.defer(() => records.close());
  const hub = createLocalHub({ ...records, dataDir, token, version });
  // A replay sends from this process and leaves a connection open.
  ended.defer(() => hub.close(0));
  const client = createHubClient({ endpoint: localHubInside, token, timeoutMs, fetch: hub.fetch });
  const opened = ended.move();
  return { client, close: () => opened.disposeAsync() };
}

type FoundOrHeld =
  | { readonly running: RunningRole; readonly held: null }
  | { readonly running: null; readonly held: HeldRole };

async function findOrHold(owner: HubOwner): Promise<FoundOrHeld> {
  const running = await findRole(owner, "hub", owner.version);
  if (running !== null) return { running, held: null };
  try {
    return { running: null, held: await holdRole(owner, "hub") };
  } catch (error) {
    // A hub may have started in the meantime.
    const started = error instanceof RoleHeldError ? await findRole(owner, "hub", owner.version) : null;
    if (started === null) throw error;
    return { running: started, held: null };
  }
}
