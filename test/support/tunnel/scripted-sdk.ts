import type {
  NgrokListenerBuilder,
  NgrokSdk,
  NgrokSessionBuilder,
} from "../../../src/receiver/tunnel/ngrok/sdk.ts";

/** Outcome of a `connect`: an address, an error, or never one. */
export type Outcome = { readonly url: string } | { readonly error: string } | "never";

/** Open session, controlled by the test. */
export interface ScriptedSession {
  /** Reports a heartbeat of this latency; null for one without a response. */
  beat(latencyMs: number | null): void;
  /** Cuts the connection; the SDK reconnects by itself. */
  cut(): void;
  /** Ends the session: the SDK gives up. */
  end(): void;
  /** Numbers of times the listener and the session were closed. */
  readonly closed: { listener: number; session: number };
}

export interface ScriptedSdk {
  readonly sdk: NgrokSdk;
  /** Sessions of all calls of `connect`, in order. */
  readonly sessions: readonly ScriptedSession[];
}

/** Creates an SDK whose `connect` calls have these outcomes, in order. */
export function scriptedSdk(...outcomes: readonly Outcome[]): ScriptedSdk {
  const sessions: ScriptedSession[] = [];

  class SessionBuilder implements NgrokSessionBuilder {
    #onCut: (address: string, error: string) => boolean = () => true;
    #onBeat: (latencyMs: number | null) => void = () => {};

    authtoken(): this {
      return this;
    }
    serverAddr(): this {
      return this;
    }
    caCert(): this {
      return this;
    }
    handleDisconnection(handler: (address: string, error: string) => boolean): this {
      this.#onCut = handler;
      return this;
    }
    handleHeartbeat(handler: (latencyMs: number | null) => void): this {
      this.#onBeat = handler;
      return this;
    }

    async connect() {
      const outcome = outcomes[sessions.length] ?? "never";
      const over = Promise.withResolvers<void>();
      const closed = { listener: 0, session: 0 };
      sessions.push({
        beat: (latencyMs) => this.#onBeat(latencyMs),
        cut: () => void this.#onCut("connect.ngrok-agent.com:443", "transport error"),
        end: () => over.reject(new Error("error on join: Reconnect(Canceled)")),
        closed,
      });
      if (outcome === "never") return new Promise<never>(() => {});
      if ("error" in outcome) throw new Error(outcome.error);
      const listener = {
        url: () => outcome.url,
        join: () => over.promise,
        close: async () => {
          closed.listener += 1;
        },
      };
      const endpoint: NgrokListenerBuilder = {
        domain: () => endpoint,
        trafficPolicy: () => endpoint,
        listenAndForward: async () => listener,
      };
      return {
        httpEndpoint: () => endpoint,
        close: async () => {
          closed.session += 1;
        },
      };
    }
  }
  return { sdk: { SessionBuilder }, sessions };
}
