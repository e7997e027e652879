import type { HooklensError } from "../model/errors.ts";
import type { Logger } from "../model/logger.ts";
import type { ReceiverSetup } from "../model/receiver-setup.ts";
import type { AcceptedSecrets } from "../model/secret.ts";
import type { RouteSpec } from "../receiver/action.ts";
import type { ForwardRule } from "../receiver/forward/rules.ts";
import type { Landing } from "../receiver/landing.ts";
import type { ReceiverLimits } from "../receiver/limits.ts";
import type { Program } from "../receiver/programs/program.ts";
import type { RepeatChoice, RouteRuns, RunSettings } from "../receiver/runs/run-settings.ts";
import type { TunnelOptions, TunnelState } from "../receiver/tunnel/tunnel.ts";
import type { StoreLocation } from "../store/store.ts";
import type { Retention } from "./retention.ts";
import type { RunningRole } from "./role.ts";

export interface HubRoleOptions {
  /** Address to listen on. @default 127.0.0.1 */
  readonly host?: string;
  /**
   * Port to listen on; null for the last port, else 7870 or the next free one; 0 for a port chosen by the system.
   */
  readonly port: number | null;
  /** True to let the system pick a port if `port` is null and all others are taken. @default false */
  readonly anyPort?: boolean;
  /**
   * Accepted token; null for the token of the data directory, which is created on first use. @default null
   */
  readonly token?: string | null;
  /** True for a hub that others can reach: Jobs, and dispatches to private networks, are disabled. */
  readonly public?: boolean;
  /** True to run Jobs even if `host` is not loopback. */
  readonly jobs?: boolean;
}

export interface ReceiverRoleOptions {
  /** Address to listen on. @default 127.0.0.1 */
  readonly host?: string;
  /**
   * Port to listen on; null for the last port, else 7860 or the next free one; 0 for a port chosen by the system.
   */
  readonly port: number | null;
  /** True to let the system pick a port if `port` is null and all others are taken. @default false */
  readonly anyPort?: boolean;
  /** Secret of routes without their own; null opens these routes to everyone. */
  readonly secret: AcceptedSecrets;
  /**
   * True to accept deliveries from other machines on routes without a secret.
   * @default false
   */
  readonly open?: boolean;
  /** True to accept the secret in the query, as `?secret=`, of a request without its header. @default false */
  readonly acceptQuerySecret?: boolean;
  /** Routes under /webhooks/. A route given by its name has no action of its own. */
  readonly routes: readonly (string | RouteSpec)[];
  /** Called before the receiver is set up anew, with the setup. @default nothing */
  readonly onSetUp?: (setup: ReceiverSetup) => void;
  /** Secrets by route name. */
  readonly routeSecrets?: Readonly<Record<string, string | readonly string[]>>;
  /** Directory of handlers, in which each file handles the route of its name; null for none. */
  readonly handlersDir?: string | null;
  /** Programs that handle the deliveries of their routes. @default none */
  readonly programs?: readonly Program[];
  /**
   * Names of variables that programs get although they are secrets of hooklens.
   * @default none
   */
  readonly programEnv?: readonly string[];
  /**
   * Called with each line that a handler prints, and when a handler is loaded.
   * @default info of `logger`
   */
  readonly onHandlerNote?: (line: string) => void;
  /**
   * Target of routes without an action, as a value of `--forward`; null if these routes only accept and log.
   */
  readonly forward?: string | null;
  /**
   * Targets of deliveries by filter, before `forward`.
   * @default none
   */
  readonly forwardRules?: readonly ForwardRule[];
  /**
   * Settings of the runs of routes without their own.
   * @default `runDefaults`
   */
  readonly runDefaults?: RunSettings;
  /** Choice for deliveries that repeat an event. @default `defaultRepeats` */
  readonly repeats?: RepeatChoice;
  /**
   * Settings of the runs of single routes.
   * @default none
   */
  readonly runs?: RouteRuns;
  /**
   * Delays of a forward after attempts without a response, in milliseconds.
   * @default `forwardRetryDelaysMs`
   */
  readonly forwardRetriesMs?: readonly number[];
  /**
   * False to leave queued forwards unsent; see `ForwardOptions.work`.
   * @default true
   */
  readonly work?: boolean | "unless shared";
  /** Tunnel that can be opened; null if tunnels are not available. @default null */
  readonly tunnel?: TunnelSettings | null;
  /** Public URL if it is not the local address, without a trailing slash. */
  readonly publicUrl?: string | null;
  /** Page at `/`. @default a page with the addresses of the routes */
  readonly landing?: Landing;
  /** Retention of deliveries. @default 30 days, 2 GiB */
  readonly retention?: Retention;
  /**
   * Limits of connections, memory and time.
   * @default see `ReceiverLimits`
   */
  readonly limits?: Partial<ReceiverLimits>;
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies whose X-Forwarded-For and Forwarded headers are trusted.
   * While a tunnel is open, this machine is trusted, too.
   * @default none
   */
  readonly trustedProxies?: readonly string[];
  /**
   * Token that a request for metrics must send; null for direct requests of this machine without a token.
   * @default null
   */
  readonly metricsToken?: string | null;
}

/** Tunnel of a receiver, and its options. */
export interface TunnelSettings extends Pick<TunnelOptions, "domain" | "options"> {
  /** Value of `--tunnel`; null for `defaultTunnel`. */
  readonly choice: string | null;
}

export interface EngineOptions extends StoreLocation {
  readonly roles: { readonly hub?: HubRoleOptions; readonly receiver?: ReceiverRoleOptions };
  /** Version of hooklens, written to the runtime files. */
  readonly version: string;
  /** Receives notes and warnings, such as a taken port or a damaged file. */
  readonly logger: Logger;
}

/** Receiver of this process. */
export interface RunningReceiver extends RunningRole {
  /** Current names under /webhooks/. */
  readonly routes: readonly string[];
  /** Current command lines of the programs of routes, by route. */
  readonly programs: ReadonlyMap<string, string>;
  /** True if a route has no secret. */
  readonly isOpen: boolean;
  /** Current public URL without a trailing slash; null if there is none. */
  readonly publicUrl: string | null;
  /**
   * Number of deliveries that wait in the queue, also after the end, for the next start. 0 on a shared store, where other
   * receivers go on.
   */
  readonly waiting: number;
  /**
   * Replaces the routes from the next request on; requests in progress keep their action.
   * @throws {UsageError} a route is invalid; nothing was changed
   */
  setRoutes(routes: readonly (string | RouteSpec)[]): void;
  /**
   * Opens the configured tunnel; resolves when it is open, has failed or was closed.
   * @throws {UsageError} tunnels are not available
   * @throws {OpenReceiverError} a route has no secret, and `open` is not set
   */
  openTunnel(): Promise<TunnelState>;
}

/** Running hub with its accepted token. */
export interface RunningHub extends RunningRole {
  readonly token: string;
}

/** Roles of a data directory that this process runs. */
export interface Engine {
  readonly hub: RunningHub | null;
  readonly receiver: RunningReceiver | null;
  /** Resolves when the engine cannot continue and must be closed; a new process may succeed. */
  readonly failed: Promise<HooklensError>;
  /**
   * Stops accepting requests, finishes those in progress and releases the roles; resolves after 5 s at the
   * latest. A second call waits for the first.
   */
  close(): Promise<void>;
}
