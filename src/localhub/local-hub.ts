import type { LookupFunction } from "node:net";
import { join } from "node:path";
import { type Clock, systemClock } from "../model/clock.ts";
import { lineLogger, type Logger } from "../model/logger.ts";
import type { Quota } from "../store/activity.ts";
import type { HubStore } from "../store/hub-store.ts";
import { discussionsOf } from "./discussions/discussions.ts";
import { pullRequestsOf } from "./discussions/pull-requests.ts";
import { type HubDispatcher, startDispatcher } from "./dispatching/dispatcher.ts";
import { openSockets, type Sockets } from "./dispatching/open-sockets.ts";
import { isPublicAddress } from "./dispatching/public-address.ts";
import { type AttemptReport, type DispatchParts, replayDispatch } from "./dispatching/run-dispatch.ts";
import { acceptEvent, hubQuota, previewEvent } from "./events/accept-event.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createRepos } from "./repos/repos.ts";
import { addAccountRoutes } from "./routes/account-routes.ts";
import { addActivityRoutes } from "./routes/activity-routes.ts";
import { addDiscussionRoutes } from "./routes/discussion-routes.ts";
import { addHooklensRoutes, type HooklensRouteParts } from "./routes/hooklens-routes.ts";
import { createHubApp } from "./routes/hub-app.ts";
import { addJobRoutes } from "./routes/job-routes.ts";
import { addOpenApiRoute, addPageRoute } from "./routes/open-routes.ts";
import { addRepoApi } from "./routes/repo-routes.ts";
import { addWebhookRoutes } from "./routes/webhook-routes.ts";
import { type Listening, type ListenOptions, serve } from "./serve.ts";
import { webhooksOf } from "./webhooks.ts";

export interface LocalHubOptions extends Omit<HubStore, "close"> {
  /** Directory of the git repositories (`repos`) and of the files of Jobs (`jobs`). */
  readonly dataDir: string;
  /** Token that requests must send as `Authorization: Bearer`; git sends it as a password. */
  readonly token: string;
  /** Account of the token. @default "me" */
  readonly account?: string;
  /** Version of hooklens. */
  readonly version: string;
  /** @default the system's clock */
  readonly clock?: Clock;
  /** Returns a random number from 0 to 1. @default Math.random */
  readonly jitter?: () => number;
  /**
   * Maximum number of triggers per webhook.
   * @default the Hub's
   */
  readonly quota?: Quota;
  /**
   * True if other users can reach the hub: dispatches are then sent only to addresses of the public Internet,
   * and Jobs are disabled.
   * @default false
   */
  readonly public?: boolean;
  /**
   * True to run Jobs as processes on this machine; ignored if the hub is public.
   * @default true
   */
  readonly runsJobs?: boolean;
  /**
   * Resolver of the host names of targets.
   * @default the system's resolver
   */
  readonly lookup?: LookupFunction;
  /**
   * Receives log lines without secrets.
   * @default discards them
   */
  readonly logger?: Logger;
  /** Called for each attempt except replays, after its consequences are stored. */
  readonly onAttempt?: (report: AttemptReport) => void;
}

/**
 * Embedded hub: the part of the Hub's API that webhooks need, and the dispatch of their events. Runs of Jobs
 * are processes on this machine.
 */
export interface LocalHub {
  /** Handles a request in this process, without a socket. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Serves requests over HTTP. @throws {PortTakenError | PortForbiddenError | ListenError} */
  listen(options: ListenOptions): Promise<Listening>;
  /**
   * Starts sending dispatches and running Jobs, which wait until this call. Also fires the events that a
   * crashed process did not fire, and ends its runs. Idempotent.
   */
  startDispatching(): void;
  /**
   * Stops listening, sending and running, and aborts what still runs after `graceMs`. The stores stay open:
   * they belong to the caller.
   */
  close(graceMs: number): Promise<void>;
}

export function createLocalHub(options: LocalHubOptions): LocalHub {
  const { registry, queue, activity, version, account = "me" } = options;
  const { clock = systemClock, logger = lineLogger(() => {}), quota = hubQuota } = options;
  const app = createHubApp(options.token, logger);
  const listening: Listening[] = [];
  let dispatcher: HubDispatcher | null = null;
  const wakeDispatcher = (): void => dispatcher?.wake();
  const closing = new AbortController();
  // The sockets are opened on demand: most commands use a hub that sends nothing.
  let sockets: Sockets | null = null;
  const sending = (): DispatchParts => ({
    registry,
    queue,
    activity,
    version,
    clock,
    jitter: options.jitter ?? Math.random,
    sockets: (sockets ??= openSockets({
      lookup: options.lookup,
      accepts: options.public ? isPublicAddress : undefined,
    })),
    startJob: jobs && ((start) => jobs.runForEvent(start)),
    logger,
    onAttempt: options.onAttempt ?? (() => {}),
  });

  const accept: HooklensRouteParts["accept"] = async (event, payload) => {
    const dispatches = await acceptEvent(registry, activity, quota, event, payload, clock.nowMs());
    wakeDispatcher();
    return dispatches;
  };
  const repos = createRepos({
    records: options.repos,
    reposDir: join(options.dataDir, "repos"),
    account,
    accept,
    nowMs: () => clock.nowMs(),
  });
  const discussions = discussionsOf({
    store: options.discussions,
    account,
    nowMs: () => clock.nowMs(),
    fire: repos.fire,
  });
  const pullRequests = pullRequestsOf({
    store: options.discussions,
    discussions,
    changeRefs: repos.changeRefs,
    account,
  });

  const { runsJobs = true } = options;
  const jobs =
    !runsJobs || options.public
      ? null
      : createJobs({
          records: options.jobs,
          secretOf: async (of, webhookId) => (await registry.get(of, webhookId))?.secret ?? null,
          root: join(options.dataDir, "jobs"),
          logger,
        });

  addAccountRoutes(app, account);
  const webhooks = webhooksOf(registry, queue, activity, account);
  addWebhookRoutes(app, webhooks, { wakeDispatcher, jobs, account });
  addActivityRoutes(app, {
    webhooks,
    activity,
    account,
    quota,
    nowMs: () => clock.nowMs(),
    wakeDispatcher,
    hastenAll: (id) => queue.hasten([id], clock.nowMs()),
    replay: (webhook, dispatch) => replayDispatch(sending(), webhook, dispatch, closing.signal),
  });
  addJobRoutes(app, jobs, account);
  addDiscussionRoutes(app, { repos, discussions, pullRequests });
  addHooklensRoutes(app, {
    version,
    account,
    repoNow: repos.now,
    accept,
    preview: (event, payload) =>
      previewEvent(registry, activity, quota, event, payload, { account, nowMs: clock.nowMs() }),
  });

  addRepoApi(app, {
    repos,
    account,
    nowMs: () => clock.nowMs(),
    openPullRequest: (repo, endpoint, pullRequest) =>
      pullRequests.open({ repo, endpoint }, { ...pullRequest, status: "open" }),
    logger,
  });
  addPageRoute(app, version);
  addOpenApiRoute(app, version);

  const fetch = async (request: Request): Promise<Response> => app.fetch(request);
  return {
    fetch,
    async listen(where) {
      const server = await serve({ fetch, logger }, { anyName: options.public ?? false, ...where });
      listening.push(server);
      return server;
    },
    startDispatching() {
      if (dispatcher === null) {
        repos
          .resume()
          .catch((error: unknown) =>
            logger.error(`events of repo changes cannot be fired: ${String(error)}`),
          );
      }
      jobs?.startRunning();
      dispatcher ??= startDispatcher(sending());
    },
    async close(graceMs) {
      await Promise.all([
        ...listening.map((server) => server.close(graceMs)),
        dispatcher?.close(graceMs),
        jobs?.close(graceMs),
      ]);
      closing.abort();
      sockets?.close();
    },
  };
}
