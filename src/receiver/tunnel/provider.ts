import type { Tunnel, TunnelOptions } from "./tunnel.ts";

/** Option of one provider, a key under `tunnel` in the config file. */
export interface TunnelOption {
  /** Meaning and default, in sentences. */
  readonly about: string;
  /** Flag of `hooklens receive`. */
  readonly flag?: string;
  /** Help of the flag. */
  readonly help?: string;
  /** Variable of the environment. */
  readonly env?: string;
  /** True for a secret. It applies to each tunnel of the provider, other options to the configured tunnel. */
  readonly isSecret?: true;
  /** Checks the file of an option that is a path, before the tunnel opens. @throws {TunnelError} it cannot be read */
  readonly checkFile?: (file: string) => void;
}

/** A tunnel provider: one record in a directory of its own, listed in `providers.ts`. */
export interface TunnelProvider {
  /** Kind of the provider: `ngrok`, `ssh`. */
  readonly kind: string;
  /** Form of the `--tunnel` value, for help and hints: `ssh://USER@HOST`. */
  readonly form: string;
  /** Start of the `--tunnel` value, for completion: `ssh://`. */
  readonly prefix: string;
  /** Start of the names of the headers that only this provider adds to requests, in lower case; null for none. */
  readonly headerPrefix: string | null;
  /** Options that only this provider has, by their keys. */
  readonly options: Readonly<Record<string, TunnelOption>>;
  /**
   * Parses a `--tunnel` value. Returns null if it is not this provider's.
   * @throws {UsageError} the value is this provider's, but malformed
   */
  parse(text: string): TunnelChoice | null;
  /**
   * Checks the requirements on this machine for `hooklens doctor`; never returns a secret.
   * @returns the result in one line
   * @throws {TunnelError} a requirement is missing
   */
  check(options: TunnelOptions): Promise<string>;
}

/** A parsed `--tunnel` value. */
export interface TunnelChoice {
  readonly provider: TunnelProvider;
  /** Creates the tunnel without opening it. */
  create(options?: TunnelOptions): Tunnel;
}

/** Source of single connections, from which `keepOpen` makes a tunnel. */
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
  /** Reports that the connection is down and may recover by itself. */
  interrupted(reason: string): void;
  /** Reports that the connection has recovered. */
  resumed(): void;
  /** Reports that the connection is permanently lost. */
  lost(reason: string): void;
}

/** An open connection. */
export interface Connection {
  /** Public URL, without a trailing slash. */
  readonly url: string;
  /** Time at which the provider ends the connection, milliseconds since 1970; null if it does not. */
  readonly endsAtMs: number | null;
  /** Checks the connection after the machine was asleep; reports through the events. */
  check(): void;
  /** Closes the connection. Resolves when it is closed; never rejects. */
  close(): Promise<void>;
}
