import { ngrokErrors } from "./errors.ts";

/**
 * The parts of `@ngrok/ngrok` 1.7 that hooklens uses; `loadNgrokSdk` type-checks that the package has them.
 */
export interface NgrokSdk {
  readonly SessionBuilder: new () => NgrokSessionBuilder;
}

export interface NgrokSessionBuilder {
  authtoken(token: string): this;
  /** Sets a custom ingress, `host:port`. */
  serverAddr(address: string): this;
  /** Sets the only trusted certificate authority, PEM. */
  caCert(certificate: Uint8Array): this;
  /**
   * Called when a connection is lost, before each of the SDK's attempts to reconnect: at once, after 50 ms,
   * 2.5 s, 125 s, 104 min. Returning false ends them and prints a line on stdout.
   */
  handleDisconnection(handler: (address: string, error: string) => boolean): this;
  /**
   * Called with the duration of each heartbeat in milliseconds, the first immediately; with null if there was
   * no response, which the SDK ignores.
   */
  handleHeartbeat(handler: (latencyMs: number | null) => void): this;
  connect(): Promise<NgrokSession>;
}

export interface NgrokSession {
  httpEndpoint(): NgrokListenerBuilder;
  close(): Promise<void>;
}

export interface NgrokListenerBuilder {
  domain(name: string): this;
  /** Sets the traffic policy, YAML or JSON; the service parses it. */
  trafficPolicy(text: string): this;
  listenAndForward(url: string): Promise<NgrokListener>;
}

export interface NgrokListener {
  /**
   * Returns the URL at the time the listener was created; a reconnection with another URL does not change it.
   */
  url(): string | null;
  /** Settles when the SDK stops reconnecting. */
  join(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Loads ngrok's SDK. The SDK is native and optional: an installation may lack it, and loading it takes time.
 * @throws {TunnelError} ngrok-missing
 */
export async function loadNgrokSdk(): Promise<NgrokSdk> {
  try {
    return await import("@ngrok/ngrok");
  } catch (error) {
    throw ngrokErrors.sdkMissing(missingReason(error), error);
  }
}

/** Returns the reason the SDK is missing: the package is absent, or it has no binary for this platform. */
function missingReason(error: unknown): string {
  const message = error instanceof Error ? (error.message.split("\n")[0] ?? "") : String(error);
  const isAbsent = /['"]@ngrok\/ngrok['"]/.test(message);
  return isAbsent ? "the optional package @ngrok/ngrok is missing" : message;
}
