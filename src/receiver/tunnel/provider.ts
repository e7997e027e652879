/** What a connection tells about itself, as long as it is not closed. */
export interface ConnectionEvents {
  /** It does not work at the moment, and may come back by itself. */
  interrupted(reason: string): void;
  /** It works again. */
  resumed(): void;
  /** It is gone for good; a new one is needed. */
  lost(reason: string): void;
}

/** A tunnel that is up. */
export interface Connection {
  /** Where the internet reaches it, without a trailing slash. */
  readonly url: string;
  /** When the provider ends it, milliseconds since 1970; null where it does not. */
  readonly endsAtMs: number | null;
  /** The machine was asleep: finds out whether it still works, and tells. */
  check(): void;
  /** Resolves when nothing of it is left; never rejects. */
  close(): Promise<void>;
}

/** One way to get a tunnel. Keeping it open is not its business. */
export interface Provider {
  readonly name: string;
  /**
   * Connects once.
   * @param localUrl what the tunnel leads to: `http://127.0.0.1:7860`
   * @param signal gives up the attempt; an open connection is closed by its `close`
   * @throws {TunnelError}
   */
  connect(localUrl: string, events: ConnectionEvents, signal: AbortSignal): Promise<Connection>;
}
