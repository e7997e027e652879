/** The few parts of `@ngrok/ngrok` 1.7 that are used. That the package has them is checked where it is loaded. */
export interface NgrokSdk {
  readonly SessionBuilder: new () => NgrokSessionBuilder;
}

export interface NgrokSessionBuilder {
  authtoken(token: string): this;
  /** `host:port` of an ingress other than ngrok's own. */
  serverAddr(address: string): this;
  /** PEM: the only authority to trust there. */
  caCert(certificate: Uint8Array): this;
  /**
   * Told when a connection is lost, before each try of the SDK's own to have it again: at once, after 50 ms, 2.5 s, 125 s, 104 min.
   * Returning false ends them, and prints a line on stdout.
   */
  handleDisconnection(handler: (address: string, error: string) => boolean): this;
  /** Told the milliseconds each heartbeat took, the first at once; null for one that was not answered, which the SDK leaves at that. */
  handleHeartbeat(handler: (latencyMs: number | null) => void): this;
  connect(): Promise<NgrokSession>;
}

export interface NgrokSession {
  httpEndpoint(): NgrokListenerBuilder;
  close(): Promise<void>;
}

export interface NgrokListenerBuilder {
  domain(name: string): this;
  /** YAML or JSON, read by the service. */
  trafficPolicy(text: string): this;
  listenAndForward(url: string): Promise<NgrokListener>;
}

export interface NgrokListener {
  /** As it was when the listener was made; a reconnection that got another does not show. */
  url(): string | null;
  /** Settles when the SDK has given up. */
  join(): Promise<void>;
  close(): Promise<void>;
}
