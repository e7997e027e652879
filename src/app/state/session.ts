import type { ReceiverState, ReceiverTunnel } from "../../engine/client.ts";
import { createSlice } from "../slice.ts";
import type { Store } from "../store.ts";
import { setWindow } from "./window.ts";

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
  /** Last failure of the tunnel that was shown; null once it is open or opened again. */
  readonly tunnelFailure: string | null;
  /** Deliveries received in each of the last 8 seconds, newest last. */
  readonly rates: readonly number[];
}

const initialSession: Session = {
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
  tunnelFailure: null,
  rates: [],
};

const rateSeconds = 8;

type Receiver = Session["receiver"];

/** Fields that the receiver reports. The forward's counts are dropped, since they change with each delivery. */
const reported = [
  "url",
  "missedPort",
  "publicUrl",
  "tunnel",
  "routes",
  "secretSet",
  "open",
  "storing",
  "setAside",
] as const satisfies readonly (keyof Receiver & keyof ReceiverState)[];

/** Connections of the app. */
export const sessionSlice = createSlice("session", initialSession, {
  setHub: (state, change: Partial<Session["hub"]>): Session => ({
    ...state,
    hub: { ...state.hub, ...change },
  }),
  setReceiver: (state, change: Partial<Receiver>): Session => ({
    ...state,
    receiver: { ...state.receiver, ...change },
  }),
  /** Applies what changed in the receiver's state. */
  receiverReported(state, receiver: Pick<ReceiverState, (typeof reported)[number] | "forward">): Session {
    const { forward } = receiver;
    const fields: Partial<Receiver> = {
      ...Object.fromEntries(reported.map((name) => [name, receiver[name]])),
      forward: forward === null ? null : { target: forward.target, health: forward.health },
    };
    const changed = Object.entries(fields).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(state.receiver[name as keyof Receiver]),
    );
    if (changed.length === 0) return state;
    return { ...state, receiver: { ...state.receiver, ...Object.fromEntries(changed) } };
  },
  /** Adds the deliveries of the last second; empty if all rates are 0. */
  addRate(state, received: number): Session {
    const rates = [...state.rates, received].slice(-rateSeconds);
    return { ...state, rates: rates.every((rate) => rate === 0) ? [] : rates };
  },
});
export const { set: setSession, setHub, setReceiver, receiverReported, addRate } = sessionSlice.actions;

/** Applies the receiver's state, and draws ages of this moment if it has changed. */
export function applyReceiverState(store: Store, receiver: ReceiverState): void {
  const before = sessionSlice.get(store.get());
  store.batch(() => {
    store.dispatch(receiverReported(receiver));
    if (sessionSlice.get(store.get()) !== before) store.dispatch(setWindow({ nowMs: store.nowMs() }));
  });
}

/** Marks a link as lost, keeping the time of the first loss. */
export function lostLink(link: Link, nowMs: number, why: string): Link {
  return link.state === "lost" ? { ...link, why } : { state: "lost", sinceMs: nowMs, why };
}
