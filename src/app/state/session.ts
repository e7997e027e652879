import type { AppState } from "./app-state.ts";

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
  };
  readonly receiver: {
    readonly link: Link;
    readonly url: string | null;
    readonly routes: readonly string[];
    readonly secretSet: boolean;
  };
  /** The kind of store: `sqlite`. */
  readonly store: string;
  /** Deliveries received in each of the last eight seconds, newest last. */
  readonly rates: readonly number[];
}

export const initialSession: Session = {
  hub: { link: { state: "connecting" }, name: "local", local: true, account: null },
  receiver: { link: { state: "connecting" }, url: null, routes: [], secretSet: false },
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
