import type { LookupFunction } from "node:net";
import { join } from "node:path";
import type { WebhookRegistry, WorkQueue } from "../store/ports.ts";
import type { RepoRecords } from "../store/repo-port.ts";
import { systemClock, type Clock } from "./dispatching/clock.ts";
import { startDispatcher, type HubDispatcher } from "./dispatching/dispatcher.ts";
import { isPublicAddress } from "./dispatching/public-address.ts";
import type { AttemptReport } from "./dispatching/run-dispatch.ts";
import { acceptEvent } from "./events/accept-event.ts";
import { createRepos } from "./repos/repos.ts";
import { addAccountRoutes } from "./routes/account-routes.ts";
import { addHooklensRoutes, type HooklensRouteParts } from "./routes/hooklens-routes.ts";
import { createHubApp } from "./routes/hub-app.ts";
import { addOpenApiRoute } from "./routes/openapi-route.ts";
import { addPageRoute } from "./routes/page-route.ts";
import { addWebhookRoutes } from "./routes/webhook-routes.ts";
import { serve, type Listening, type ListenOptions } from "./serve.ts";
import { webhooksOf } from "./webhooks.ts";

export interface LocalHubOptions {
  readonly registry: WebhookRegistry;
  readonly queue: WorkQueue;
  readonly repos: RepoRecords;
  /** Where the git repositories are kept, in a folder `repos`. */
  readonly dataDir: string;
  /** What callers must show as `Authorization: Bearer`. */
  readonly token: string;
  /** The account the token belongs to; default `me`. */
  readonly account?: string;
  /** Of hooklens. */
  readonly version: string;
  /** Default: the system's. */
  readonly clock?: Clock;
  /** From 0 to 1; default `Math.random`. */
  readonly jitter?: () => number;
  /** Reachable by others than this machine's user: dispatches go to addresses of the public Internet only. Default false. */
  readonly public?: boolean;
  /** Finds the addresses of a target's name; default: the system's. */
  readonly lookup?: LookupFunction;
  /** One line for the log, without secrets. */
  readonly log?: (line: string) => void;
  /** Every attempt to send a dispatch, after what follows from it is on disk. */
  readonly onAttempt?: (report: AttemptReport) => void;
}

/**
 * The embedded hub: the part of the Hub's API that webhooks need, and the sending of their events.
 * It keeps webhooks that start a Job, but cannot start one: a dispatch to such a webhook is dead at once, and the log says so.
 */
export interface LocalHub {
  /** Answers a request in this process, without a socket. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Answers requests over HTTP. @throws {HubPortTakenError} @throws {HubListenError} */
  listen(options: ListenOptions): Promise<Listening>;
  /**
   * From now on dispatches are sent; before, they wait in the queue. Events that a process which died has caused and not fired are fired.
   * A second call changes nothing.
   */
  startDispatching(): void;
  /** Stops listening and sending; what is under way has `graceMs`. The registry and the queue stay open: they are the caller's. */
  close(graceMs: number): Promise<void>;
}

export function createLocalHub(options: LocalHubOptions): LocalHub {
  const { registry, queue, version, account = "me", clock = systemClock, log = () => {} } = options;
  const app = createHubApp({ token: options.token, log });
  const listening: Listening[] = [];
  let dispatcher: HubDispatcher | null = null;
  const wakeDispatcher = (): void => dispatcher?.wake();

  const accept: HooklensRouteParts["accept"] = async (event, payload) => {
    const dispatches = await acceptEvent(registry, queue, event, payload, clock.nowMs());
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

  addAccountRoutes(app, account);
  addWebhookRoutes(app, webhooksOf(registry, queue, account), wakeDispatcher);
  addHooklensRoutes(app, { version, account, accept });

  addPageRoute(app, version);
  addOpenApiRoute(app, version);

  const answer = async (request: Request): Promise<Response> => app.fetch(request);
  return {
    fetch: answer,
    async listen(where) {
      const server = await serve(answer, where, log);
      listening.push(server);
      return server;
    },
    startDispatching() {
      if (dispatcher === null) {
        repos.resume().catch((error: unknown) => log(`changes of repos are not announced: ${String(error)}`));
      }
      dispatcher ??= startDispatcher({
        registry,
        queue,
        version,
        clock,
        jitter: options.jitter ?? Math.random,
        lookup: options.lookup,
        accepts: options.public ? isPublicAddress : undefined,
        log,
        onAttempt: options.onAttempt ?? (() => {}),
      });
    },
    async close(graceMs) {
      await Promise.all([...listening.map((server) => server.close(graceMs)), dispatcher?.close(graceMs)]);
    },
  };
}
