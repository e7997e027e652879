/** Where a tunnel stands. Always true: what cannot be known is not claimed. */
export type TunnelState =
  | { readonly kind: "off" }
  | { readonly kind: "opening"; readonly sinceMs: number }
  | {
      readonly kind: "open";
      /** Where the internet reaches the receiver, without a trailing slash. */
      readonly url: string;
      /** When this URL was first up, milliseconds since 1970. */
      readonly sinceMs: number;
      /** When the provider ends it; null where it does not. */
      readonly endsAtMs: number | null;
    }
  | {
      readonly kind: "reconnecting";
      /** The URL it had, which may come back or change. */
      readonly url: string | null;
      readonly sinceMs: number;
      /** One line for a person. */
      readonly reason: string;
    }
  | {
      readonly kind: "failed";
      /** One line each, as of an error: what, why, what to do. */
      readonly what: string;
      readonly why: string | null;
      readonly hint: string | null;
    };

/** A way for the internet to reach the receiver. One implementation for each provider. */
export interface Tunnel {
  /** `ngrok`, `ssh`. */
  readonly provider: string;
  state(): TunnelState;
  /** Called after each change of the state. Returns the way to stop. */
  onChange(listener: (state: TunnelState) => void): () => void;
  /** Opens it to a local address, and again by itself when the connection is lost. Resolves when it is open or has failed; never rejects. */
  open(localUrl: string): Promise<TunnelState>;
  /** Resolves when nothing of it is left. Can be opened again. */
  close(): Promise<void>;
}
