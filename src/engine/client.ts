import type { DeliveryDetail } from "../model/delivery.ts";
import type { EditedRequest } from "../model/edited-request.ts";
import type { PayloadLink } from "../model/payload-links.ts";
import type { Violation } from "../model/payload.ts";
import type { ReceiverSetup } from "../model/receiver-setup.ts";
import type { TunnelState } from "../receiver/tunnel/tunnel.ts";
import type { Imported, Pruned, PrunePolicy } from "../store/delivery-log.ts";
import type { ReceiverState, ReceiverUpdate, ReplayResult } from "./receiver-state.ts";

/** Secret that a sender would send to a route. */
export interface SecretToCheck {
  readonly route: string;
  /** Value of the header; null for a request without it. */
  readonly secret: string | null;
  /** Secret in the query of the URL, accepted only by some receivers; null without one. */
  readonly inQuery: string | null;
}

/** A receiver in this or another process. Every call throws EngineGoneError if it cannot be reached. */
export interface ReceiverControl {
  state(): Promise<ReceiverState>;
  /**
   * Replays a delivery through its route or to a URL; adds a delivery with `replayOf`.
   * @param withSecret true to send the secret also to a URL on another machine. @default false
   * @param edit request to send instead of the stored one; the added delivery is marked as edited
   * @throws {NotFoundError}
   */
  replay(seq: number, to?: string, withSecret?: boolean, edit?: EditedRequest): Promise<ReplayResult>;
  /**
   * Replays a delivery through its route unless its event is handled or under way: its sender, or another replay, may
   * have sent it meanwhile.
   * @throws {NotFoundError}
   */
  replayOpen(seq: number): Promise<ReplayResult>;
  /** Removes old deliveries, or returns what would be removed; see `DeliveryLog.prune`. */
  prune(policy: PrunePolicy, dryRun: boolean): Promise<Pruned>;
  /**
   * Imports a set-aside log, a backup or an NDJSON export; see `DeliveryLog.import` and `insert`.
   * @param file an absolute path
   */
  import(file: string): Promise<Imported>;
  /**
   * Opens a tunnel; resolves when it is open, has failed or was closed. A different tunnel is closed first.
   * @param choice value of `--tunnel`; default: the tunnel of the state
   * @throws {UsageError} `choice` is not a tunnel, or tunnels are not available
   * @throws {OpenReceiverError} a route has no secret, and `open` is not set
   */
  openTunnel(choice?: string): Promise<TunnelState>;
  /** Resolves when the tunnel is closed, also if none was open. */
  closeTunnel(): Promise<void>;
  /**
   * Replaces secret, routes, handlers and forward from the next request on. Requests in progress keep their
   * action, and no connection is closed.
   * @throws {HooklensError} the setup cannot be used; nothing was changed
   */
  setUp(setup: ReceiverSetup): Promise<void>;
  /**
   * Sets the target to which routes without a handler forward, from the next delivery on; null disables the
   * forward. Forwards in progress continue.
   * @param target value of `--forward`: a URL, `localhost:3000/hook`, `3000`
   * @throws {UsageError} `target` is not an address to forward to, or is one of the receiver
   */
  setForward(target: string | null): Promise<void>;
  /** Holds the forward, so that deliveries wait, or resumes it. A new receiver does not hold it. */
  holdForward(held: boolean): Promise<void>;
  /**
   * Sends deliveries now that wait for a later forward attempt.
   * @param seqs null for all
   * @returns the number of waiting deliveries
   */
  retryForwards(seqs: readonly number[] | null): Promise<number>;
  /**
   * Gives up deliveries waiting for a forward attempt: they fail.
   * @param seqs null for all
   * @returns the number of waiting deliveries
   */
  dropForwards(seqs: readonly number[] | null): Promise<number>;
  /**
   * Compares secrets with those of routes, which never leave the receiver.
   * @returns for each check, whether its route accepts the secret
   */
  checkSecrets(checks: readonly SecretToCheck[]): Promise<readonly boolean[]>;
  /**
   * Yields the current update, then one after each commit or state change, at most 10 times a second. Throws
   * EngineGoneError if the connection is lost.
   */
  updates(signal: AbortSignal): AsyncIterable<ReceiverUpdate>;
}

/** Delivery with what its body says. */
export interface ReadDelivery extends DeliveryDetail {
  /** Violations of the schema of payloads. */
  readonly violations: readonly Violation[];
  readonly links: readonly PayloadLink[];
}
