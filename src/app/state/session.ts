import type { ReceiverState, ReceiverTunnel } from "../../engine/client.ts";
import type { AppState } from "./app-state.ts";

/** Where a tunnel stands. */
export type TunnelState = ReceiverTunnel["state"];

/** It is neither open nor about to be. */
export function isClosed({ kind }: TunnelState): boolean {
  return kind === "off" || kind === "failed";
}

/** Where deliveries are forwarded to, and whether somebody is there. */
export type ForwardTarget = Pick<NonNullable<ReceiverState["forward"]>, "target" | "health">;

/** `lost` keeps what was known; `since` tells how old it is. */
export type Link =
  | { readonly state: "connecting" }
  | { readonly state: "up" }
  | { readonly state: "lost"; readonly sinceMs: number; readonly why: string };

/** Who and what the app is connected to: the header line. */
export interface Session {
  readonly hub: {
    readonly link: Link;
    /** `local`, or the host of a real hub. */
    readonly name: string;
    readonly local: boolean;
    readonly account: string | null;
    /** A local hub whose port was taken listens on another until its next start; null: it has its port. */
    readonly moved: { readonly from: number; readonly to: number } | null;
  };
  readonly receiver: {
    readonly link: Link;
    /** Where it listens. */
    readonly url: string | null;
    /** The port it has otherwise, which was taken when it started; null: it has it. */
    readonly missedPort: number | null;
    /** Where the internet reaches it: by its tunnel while that is open, or its Space; null: not at all. */
    readonly publicUrl: string | null;
    /** Null: it opens none. */
    readonly tunnel: ReceiverTunnel | null;
    /** Null: deliveries are only logged. */
    readonly forward: ForwardTarget | null;
    /** What its tunnels were reached at, in this and earlier sittings, newest last; the present one is among them. */
    readonly tunnelUrls: readonly string[];
    readonly routes: readonly string[];
    readonly secretSet: boolean;
    /** It may be reached by others than this machine although it has no secret. */
    readonly open: boolean;
    readonly storing: ReceiverState["storing"];
    /** Names of files that were set aside, damaged or of an older hooklens. */
    readonly setAside: readonly string[];
  };
  /** The kind of store: `sqlite`. */
  readonly store: string;
  /** Deliveries received in each of the last eight seconds, newest last. */
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

/** Takes in what the receiver says of itself; of a forward only what is shown, since its counts change with each delivery. */
export const receiverSays =
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
    const said = {
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
    const news = Object.entries(said).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name as keyof typeof said]),
    );
    if (news.length === 0) return state;
    return { ...withReceiver(Object.fromEntries(news))(state), nowMs };
  };

/** Marks a link as lost, keeping the moment of the first loss. */
export function lostLink(link: Link, nowMs: number, why: string): Link {
  return link.state === "lost" ? { ...link, why } : { state: "lost", sinceMs: nowMs, why };
}

/** Adds what came in the last second; all zeros is shown as nothing. */
export const withRate =
  (received: number) =>
  (state: AppState): AppState => {
    const rates = [...state.session.rates, received].slice(-rateSeconds);
    const quiet = rates.every((rate) => rate === 0);
    return { ...state, session: { ...state.session, rates: quiet ? [] : rates } };
  };
