import type { Outcome } from "../model/delivery.ts";
import type { ForwardState } from "../receiver/forward/forward.ts";
import type { HandlerState } from "../receiver/handlers/handlers.ts";
import type { ReceiverLimits } from "../receiver/limits.ts";
import type { TunnelState } from "../receiver/tunnel/tunnel.ts";
import type { DeliveryReader, LogPosition, Pruned, PrunePolicy } from "../store/ports.ts";
import type { ImportedFile } from "./log-commands.ts";
import type { Retention } from "./roles/retention.ts";

/** The tunnel a receiver has open, or would open. */
export interface ReceiverTunnel {
  /** As `--tunnel` names it: `ngrok`, `ssh://me@example.org`. */
  readonly choice: string;
  /** `ngrok`, `ssh`. */
  readonly provider: string;
  readonly state: TunnelState;
}

/** What a receiver says of itself over its control socket. */
export interface ReceiverState {
  readonly pid: number;
  /** Of hooklens. */
  readonly version: string;
  /** Where it listens: `http://127.0.0.1:7860`. */
  readonly url: string;
  /** As in its runtime file: the port it would have, were it not taken; null: it listens where it was to. */
  readonly missedPort: number | null;
  /** Where the internet reaches it, without a trailing slash: through its tunnel while that is open, or its Space; null: not at all. */
  readonly publicUrl: string | null;
  /** The one that is open, was opened last, or is configured, else ngrok; null: it opens none, as in a Space. */
  readonly tunnel: ReceiverTunnel | null;
  /** Where the routes without a handler are forwarded to; null: they accept and log. */
  readonly forward: ForwardState | null;
  /** How many deliveries wait for a later try of forwarding them, also when nothing is forwarded now. */
  readonly forwardsWaiting: number;
  /** Names under /webhooks/. */
  readonly routes: readonly string[];
  /** Of the routes that have one, in no order. */
  readonly handlers: readonly HandlerState[];
  /** Where handlers are loaded from; null: nowhere. */
  readonly handlersDir: string | null;
  /** False: the endpoints are open to everyone. */
  readonly secretSet: boolean;
  /** How long it keeps deliveries. */
  readonly retention: Retention;
  /** It may be reached by others than this machine although it has no secret. */
  readonly open: boolean;
  readonly limits: ReceiverLimits;
  readonly startedAt: string;
  /** Whether deliveries are stored; senders are told to come again while they are not. */
  readonly storing: { readonly ok: true } | { readonly ok: false; readonly reason: string };
  /** Names of files in the data directory that were set aside, and neither imported nor deleted since. */
  readonly setAside: readonly string[];
  readonly position: LogPosition;
}

/** Where a receiver's log stands, and how often its state has changed. */
export interface ReceiverUpdate extends LogPosition {
  /** Goes up whenever `state()` would answer otherwise than before, the position aside. */
  readonly changes: number;
}

export interface ReplayResult {
  /** The row the replay made. */
  readonly seq: number;
  readonly outcome: Outcome;
  readonly status: number | null;
  /** Why there was no answer; null when there was one. */
  readonly error: string | null;
}

/** A receiver in this or another process. Every call throws EngineGoneError when it cannot be reached. */
export interface ReceiverControl {
  state(): Promise<ReceiverState>;
  /**
   * Through its route again, or to a URL; a new row with `replayOf`.
   * @param withSecret whether the secret also goes to a URL on another machine. @default false
   * @throws {NotFoundError}
   */
  replay(seq: number, to?: string, withSecret?: boolean): Promise<ReplayResult>;
  /** Prunes its log, or tells what would go; see `DeliveryLog.prune`. */
  prune(policy: PrunePolicy, dryRun: boolean): Promise<Pruned>;
  /** Imports a set-aside log or a backup into its log; see `DeliveryLog.import`. @param file an absolute path */
  import(file: string): Promise<ImportedFile>;
  /**
   * Opens a tunnel and resolves when that is open or has failed, which its state says. A tunnel of another choice is closed before.
   * @param choice as `--tunnel` names it; without it the one of the state
   * @throws {UsageError} what was given names no tunnel, or this receiver opens none
   */
  openTunnel(choice?: string): Promise<TunnelState>;
  /** Resolves when it is closed; also when none was open. */
  closeTunnel(): Promise<void>;
  /**
   * From the next delivery on, routes without a handler are forwarded there, until the receiver ends; null: they accept and log. What
   * is being forwarded goes on.
   * @param target as `--forward` takes it: a URL, `localhost:3000/hook`, `3000`
   * @throws {UsageError} it is no address to forward to, or this receiver's own
   */
  setForward(target: string | null): Promise<void>;
  /** Now and after each commit and each change of the state, at most 10 times a second. Throws EngineGoneError when the connection is lost. */
  updates(signal: AbortSignal): AsyncIterable<ReceiverUpdate>;
}

/** The log as seen from another process: a thread of its own, so that a slow search never costs a key press. */
export interface ReaderThread extends DeliveryReader {
  /** Drops what is asked but not yet answered; those calls reject with AbortError. */
  cancelAll(): void;
}
