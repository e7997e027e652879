import type { Outcome } from "../model/delivery.ts";
import type { ForwardState } from "../receiver/forward/forward.ts";
import type { HandlerState } from "../receiver/handlers/handlers.ts";
import type { ReceiverLimits } from "../receiver/limits.ts";
import type { TunnelState } from "../receiver/tunnel/tunnel.ts";
import type { DeliveryReader, LogPosition, Imported, Pruned, PrunePolicy } from "../store/delivery-log.ts";
import type { Retention } from "./roles/retention.ts";

/** Tunnel of a receiver, open or not. */
export interface ReceiverTunnel {
  /** Value of `--tunnel`: `ngrok`, `ssh://me@example.org`. */
  readonly choice: string;
  /** `ngrok`, `ssh`. */
  readonly provider: string;
  readonly state: TunnelState;
}

/** State of a receiver, as its control socket reports it. */
export interface ReceiverState {
  readonly pid: number;
  /** Version of hooklens. */
  readonly version: string;
  /** Local address: `http://127.0.0.1:7860`. */
  readonly url: string;
  /** Last port, if it was taken; null if the receiver listens on the port it wanted. */
  readonly missedPort: number | null;
  /** Public URL without a trailing slash: of its open tunnel or its Space; null if it has neither. */
  readonly publicUrl: string | null;
  /** Open, last or configured tunnel, else ngrok; null if tunnels are not available, as in a Space. */
  readonly tunnel: ReceiverTunnel | null;
  /** Forward of the routes without a handler; null if they only accept and log. */
  readonly forward: ForwardState | null;
  /** Deliveries that wait for another attempt of their forward, also while there is no target. */
  readonly forwardsWaiting: number;
  /** Names under /webhooks/. */
  readonly routes: readonly string[];
  /** Handlers of the routes that have one, unordered. */
  readonly handlers: readonly HandlerState[];
  /** Directory of handlers; null if there is none. */
  readonly handlersDir: string | null;
  /** False if a route accepts everyone. */
  readonly secretSet: boolean;
  /** Retention of deliveries. */
  readonly retention: Retention;
  /** Allows senders from other machines without a secret. */
  readonly open: boolean;
  readonly limits: ReceiverLimits;
  readonly startedAt: string;
  /** Storage of deliveries; while it fails, senders get a response that asks them to retry. */
  readonly storing: { readonly ok: true } | { readonly ok: false; readonly reason: string };
  /** Names of set-aside files in the data directory. */
  readonly setAside: readonly string[];
  readonly position: LogPosition;
}

/** Position of a receiver's log and change count of its state. */
export interface ReceiverUpdate extends LogPosition {
  /** Incremented when the result of `state()` changes, apart from the position. */
  readonly changes: number;
}

export interface ReplayResult {
  /** Row that the replay added. */
  readonly seq: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Reason for a missing response; null if there was one. */
  readonly error: string | null;
}

/** A receiver in this or another process. Every call throws EngineGoneError if it cannot be reached. */
export interface ReceiverControl {
  state(): Promise<ReceiverState>;
  /**
   * Replays a delivery through its route or to a URL; adds a row with `replayOf`.
   * @param withSecret sends the secret also to a URL on another machine. @default false
   * @throws {NotFoundError}
   */
  replay(seq: number, to?: string, withSecret?: boolean): Promise<ReplayResult>;
  /** Prunes the log, or returns what would be removed; see `DeliveryLog.prune`. */
  prune(policy: PrunePolicy, dryRun: boolean): Promise<Pruned>;
  /** Imports a set-aside log or a backup into its log; see `DeliveryLog.import`. @param file an absolute path */
  import(file: string): Promise<Imported>;
  /**
   * Opens a tunnel and resolves when it is open or has failed. A tunnel of another choice is closed first.
   * @param choice value of `--tunnel`; default: the tunnel of the state
   * @throws {UsageError} `choice` is not a tunnel, or tunnels are not available
   */
  openTunnel(choice?: string): Promise<TunnelState>;
  /** Resolves when the tunnel is closed, also if none was open. */
  closeTunnel(): Promise<void>;
  /**
   * Sets the target that routes without a handler forward to, from the next delivery on; null turns the forward off. Forwards in
   * progress continue.
   * @param target value of `--forward`: a URL, `localhost:3000/hook`, `3000`
   * @throws {UsageError} `target` is not an address to forward to, or the receiver's own
   */
  setForward(target: string | null): Promise<void>;
  /** Yields now and after each commit or state change, at most 10 times a second. Throws EngineGoneError on a lost connection. */
  updates(signal: AbortSignal): AsyncIterable<ReceiverUpdate>;
}

/** Reads the log in a thread, so that a slow search never delays a key press. */
export interface ReaderThread extends DeliveryReader {
  /** Rejects pending calls with AbortError. */
  cancelAll(): void;
}
