import type { AcceptedSecrets } from "../model/accepted-secrets.ts";
import type { HooklensError } from "../model/errors.ts";
import type { Logger } from "../model/logger.ts";
import type { RouteSpec } from "../receiver/action.ts";
import type { Landing } from "../receiver/landing.ts";
import type { ReceiverLimits } from "../receiver/limits.ts";
import type { TunnelOptions, TunnelState } from "../receiver/tunnel/tunnel.ts";
import type { Retention } from "./roles/retention.ts";
import type { RunningRole } from "./roles/role.ts";

export interface HubRoleOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Null: the one it had last in this data directory, else the default, 7870, or the next free one, said through `logger`. 0: the system picks. */
  readonly port: number | null;
  /** The token it accepts; null: the one kept in the data directory, made on first use. @default null */
  readonly token?: string | null;
  /** Reachable by others than this machine's user: Jobs are off, and nothing is sent to private networks. */
  readonly public?: boolean;
  /** Run Jobs although `host` is not loopback. */
  readonly jobs?: boolean;
}

export interface ReceiverRoleOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Null: the one it had last in this data directory, else the default, 7860, or the next free one, said through `logger`. 0: the system picks. */
  readonly port: number | null;
  /** What senders must show on a route that has no secrets of its own; null: such a route is open to everyone. */
  readonly secret: AcceptedSecrets;
  /** Everyone may send who can reach it, also from beyond this machine, on routes without a secret. @default false */
  readonly open?: boolean;
  /** One that is given by its name under /webhooks/ accepts and logs. */
  readonly routes: readonly (string | RouteSpec)[];
  /** By the name of a route, what senders must show there instead. */
  readonly routeSecrets?: Readonly<Record<string, string | readonly string[]>>;
  /** A directory of handlers: each file is a route, and gets what comes to it. Null: there is none. */
  readonly handlersDir?: string | null;
  /** Told what handlers print, and that one was loaded: one line each. @default `logger` */
  readonly onHandlerNote?: (line: string) => void;
  /** Where routes without an action are forwarded to, as `--forward` takes it; null: they accept and log. */
  readonly forward?: string | null;
  /** How long a forward waits after each try without a response, in milliseconds. @default `forwardRetryDelaysMs` */
  readonly forwardRetriesMs?: readonly number[];
  /** The tunnel it opens when asked; null: it opens none. @default null */
  readonly tunnel?: TunnelSettings | null;
  /** Where senders reach it when that is not where it listens, without a trailing slash. */
  readonly publicUrl?: string | null;
  /** The page at `/`. @default one that says where webhooks are sent to */
  readonly landing?: Landing;
  /** How long deliveries are kept. @default 30 days, 2 GiB */
  readonly retention?: Retention;
  /** Connections, memory and time. @default see `ReceiverLimits` */
  readonly limits?: Partial<ReceiverLimits>;
  /**
   * Addresses and networks (`10.0.0.0/8`) of proxies that say in X-Forwarded-For or Forwarded who sent a request. While a tunnel is open
   * this machine is one too. @default none
   */
  readonly trustedProxies?: readonly string[];
}

/** Tunnel of a receiver, and its options. */
export interface TunnelSettings extends Pick<TunnelOptions, "domain" | "authtoken" | "trafficPolicyFile"> {
  /** A `--tunnel` value; null: `defaultTunnel`. */
  readonly choice: string | null;
}

export interface EngineOptions {
  readonly dataDir: string;
  readonly roles: { readonly hub?: HubRoleOptions; readonly receiver?: ReceiverRoleOptions };
  /** Of hooklens; written to the runtime files. */
  readonly version: string;
  /** One line for a person, without a line end: the port it would have was taken, a damaged file was kept aside. */
  readonly logger: Logger;
}

/** A receiver of this process. */
export interface RunningReceiver extends RunningRole {
  /** Names under /webhooks/, at this moment. */
  readonly routes: readonly string[];
  /** Some route accepts whatever comes, for want of a secret. */
  readonly isOpen: boolean;
  /** Where the internet reaches it at this moment, without a trailing slash; null: not at all. */
  readonly publicUrl: string | null;
  /**
   * From the next request on there are these; requests under way keep the action they came for.
   * @throws {UsageError} nothing has changed then
   */
  setRoutes(routes: readonly (string | RouteSpec)[]): void;
  /**
   * Opens the tunnel of its settings; resolves when it is open or has failed, or was closed meanwhile.
   * @throws {UsageError} it opens none
   * @throws {OpenReceiverError} a route has no secret, and `open` is not set
   */
  openTunnel(): Promise<TunnelState>;
}

/** A hub, with the token to talk to it. */
export interface RunningHub extends RunningRole {
  readonly token: string;
}

/** This process as the engine of a data directory. */
export interface Engine {
  readonly hub: RunningHub | null;
  readonly receiver: RunningReceiver | null;
  /** Resolves when it can do its work no more and has to be closed: a new process may do better. */
  readonly failed: Promise<HooklensError>;
  /** Stops accepting, finishes what is in flight (at most 5 s), gives the roles back. A second call waits for the first. */
  close(): Promise<void>;
}
