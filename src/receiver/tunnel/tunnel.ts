import { z } from "zod";
import type { Clock } from "../../model/clock.ts";

/** Schema of the state of a tunnel; also of the response of `POST /tunnel/open`. */
export const tunnelStateSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("off") }),
  z.object({ kind: z.literal("opening"), sinceMs: z.number() }),
  z.object({
    kind: z.literal("open"),
    /** Public URL of the receiver, without a trailing slash. */
    url: z.string(),
    /** Time since which the tunnel has this URL, milliseconds since 1970. */
    sinceMs: z.number(),
    /** Time at which the provider ends the tunnel, milliseconds since 1970; null if it does not. */
    endsAtMs: z.number().nullable(),
  }),
  z.object({
    kind: z.literal("reconnecting"),
    /** URL before the loss, which may come back or change; null if there was none. */
    url: z.string().nullable(),
    sinceMs: z.number(),
    /** Reason in one line, for the user. */
    reason: z.string(),
  }),
  z.object({
    kind: z.literal("failed"),
    /** Parts of a `HooklensError`, one line each. */
    what: z.string(),
    why: z.string().nullable(),
    hint: z.string().nullable(),
  }),
]);

/** Current state of a tunnel. */
export type TunnelState = Readonly<z.infer<typeof tunnelStateSchema>>;

/** Connection from the internet to the receiver. */
export interface Tunnel {
  /** Kind of the provider: `ngrok`, `ssh`. */
  readonly provider: string;
  state(): TunnelState;
  /** Calls the listener after each change of the state. Returns a function that removes it. */
  onChange(listener: (state: TunnelState) => void): () => void;
  /**
   * Opens the tunnel to a local URL and reopens it after each loss. Resolves when it is open or has failed;
   * never rejects.
   */
  open(localUrl: string): Promise<TunnelState>;
  /** Closes the tunnel. Resolves when the connection is closed. The tunnel can be opened again. */
  close(): Promise<void>;
}

export interface TunnelOptions {
  /** Public name, from `--domain`. ngrok: a domain of the account. ssh: see `SshTunnelOptions`. */
  readonly domain?: string | null;
  /** Options of the provider, by their keys; null for one that is not set. */
  readonly options?: Readonly<Record<string, string | null>>;
  /** @default process.env */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
}
