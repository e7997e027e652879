import type { ReceiverState, ReceiverTunnel } from "../../engine/client.ts";
import type { AppState } from "./app-state.ts";

/** State of a tunnel. */
export type TunnelState = ReceiverTunnel["state"];

/** Reports whether a tunnel is neither open nor opening. */
export function isClosed({ kind }: TunnelState): boolean {
  return kind === "off" || kind === "failed";
}

/** Target of the forward and its last known reachability. */
export type ForwardTarget = Pick<NonNullable<ReceiverState["forward"]>, "target" | "health">;

/** State of a connection; `sinceMs` is the time of the loss. */
export type Link =
  | { readonly state: "connecting" }
  | { readonly state: "up" }
  | { readonly state: "lost"; readonly sinceMs: number; readonly why: string };

/** Connections shown in the header. */
export interface Session {
  readonly hub: {
    readonly link: Link;
    /** `local`, or the host of the hub. */
    readonly name: string;
    readonly local: boolean;
    readonly account: string | null;
    /** Port that the local hub could not use, and the one it uses instead; null if it uses its own. */
    readonly moved: { readonly from: number; readonly to: number } | null;
  };
  readonly receiver: {
    readonly link: Link;
    /** URL that it listens on. */
    readonly url: string | null;
    /** Default port, if it was taken at the start; null otherwise. */
    readonly missedPort: number | null;
    /** Public URL by tunnel or Space; null if there is none. */
    readonly publicUrl: string | null;
    /** Configured tunnel; null if there is none. */
    readonly tunnel: ReceiverTunnel | null;
    /** Forward target; null if deliveries are not forwarded. */
    readonly forward: ForwardTarget | null;
    /** Past and current tunnel URLs, newest last. */
    readonly tunnelUrls: readonly string[];
    readonly routes: readonly string[];
    readonly secretSet: boolean;
    /** True if others may reach it without a secret. */
    readonly open: boolean;
    readonly storing: ReceiverState["storing"];
    /** Names of files set aside as damaged or outdated. */
    readonly setAside: readonly string[];
  };
  /** Kind of store, for example `sqlite`. */
  readonly store: string;
  /** Deliveries received in each of the last 8 seconds, newest last. */
  readonly rates: readonly number[];
}

export const initialSession: Session = {
  hub: { link: { state: "connecting" }, name: "local", local: true, account: null, moved: null },
  receiver: {
    link: { state: "connecting" },
    url: null,
    missedPort: null,
    publicUrl: null,
    tunnel: null,
    forward: null,
    tunnelUrls: [],
    routes: [],
    secretSet: false,
    open: false,
    storing: { ok: true },
    setAside: [],
  },
  store: "sqlite",
  rates: [],
};

const rateSeconds = 8;

export const withHub =
  (change: Partial<Session["hub"]>) =>
  (state: AppState): AppState => ({
    ...state,
    session: { ...state.session, hub: { ...state.session.hub, ...change } },
  });

export const withReceiver =
  (change: Partial<Session["receiver"]>) =>
  (state: AppState): AppState => ({
    ...state,
    session: { ...state.session, receiver: { ...state.session.receiver, ...change } },
  });

/** Applies the receiver's state. The forward's counts are dropped, since they change with each delivery. */
export const applyReceiverState =
  (
    {
      url,
      missedPort,
      publicUrl,
      tunnel,
      forward,
      routes,
      secretSet,
      open,
      storing,
      setAside,
    }: ReceiverState,
    nowMs: number,
  ) =>
  (state: AppState): AppState => {
    const shown = forward === null ? null : { target: forward.target, health: forward.health };
    const applied = {
      url,
      missedPort,
      publicUrl,
      tunnel,
      forward: shown,
      routes,
      secretSet,
      open,
      storing,
      setAside,
    };
    const known = state.session.receiver;
    const changes = Object.entries(applied).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as keyof typeof applied]),
    );
    if (changes.length === 0) return state;
    return { ...withReceiver(Object.fromEntries(changes))(state), nowMs };
  };

/** Marks a link as lost, keeping the time of the first loss. */
export function lostLink(link: Link, nowMs: number, why: string): Link {
  return link.state === "lost" ? { ...link, why } : { state: "lost", sinceMs: nowMs, why };
}

/** Adds the deliveries of the last second; empty if all rates are 0. */
export const withRate =
  (received: number) =>
  (state: AppState): AppState => {
    const rates = [...state.session.rates, received].slice(-rateSeconds);
    const quiet = rates.every((rate) => rate === 0);
    return { ...state, session: { ...state.session, rates: quiet ? [] : rates } };
  };
