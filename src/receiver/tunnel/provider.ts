import type { Tunnel, TunnelOptions } from "./tunnel.ts";

/** A tunnel provider: one record in a folder of its own, listed in `providers.ts`. */
export interface TunnelProvider {
  /** `ngrok`, `ssh`. */
  readonly kind: string;
  /** Form of the `--tunnel` value, for help and hints: `ssh://USER@HOST`. */
  readonly form: string;
  /**
   * Reads a `--tunnel` value; null if it is not this provider's.
   * @throws {UsageError} it is, but is malformed
   */
  parse(text: string): TunnelChoice | null;
  /**
   * Checks the requirements on this machine for `hooklens doctor`; never returns a secret.
   * @returns what it found, in one line
   * @throws {TunnelError} a requirement is missing
   */
  check(options: TunnelOptions): Promise<string>;
  /**
   * Checks that a `--traffic-policy` file is readable; absent if the provider has no traffic policies.
   * @throws {TunnelError}
   */
  checkTrafficPolicy?(file: string): void;
}

/** A parsed `--tunnel` value. */
export interface TunnelChoice {
  readonly provider: TunnelProvider;
  /** Creates the tunnel, still off. */
  create(options?: TunnelOptions): Tunnel;
}

/** Opens single connections; `keepOpen` makes a tunnel of them. */
export interface Connector {
  /** Kind of the provider. */
  readonly name: string;
  /**
   * Connects once.
   * @param localUrl target of the tunnel: `http://127.0.0.1:7860`
   * @param signal aborts the attempt; an open connection is closed by its `close`
   * @throws {TunnelError}
   */
  connect(localUrl: string, events: ConnectionEvents, signal: AbortSignal): Promise<Connection>;
}

/** Events of a connection until it is closed. */
export interface ConnectionEvents {
  /** The connection is down and may recover by itself. */
  interrupted(reason: string): void;
  /** The connection has recovered. */
  resumed(): void;
  /** The connection is lost for good. */
  lost(reason: string): void;
}

/** An open connection. */
export interface Connection {
  /** Public URL, without a trailing slash. */
  readonly url: string;
  /** Time the provider ends it, milliseconds since 1970; null if it does not. */
  readonly endsAtMs: number | null;
  /** Checks the connection after the machine was asleep; reports through the events. */
  check(): void;
  /** Resolves when the connection is closed; never rejects. */
  close(): Promise<void>;
}
