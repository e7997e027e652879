import type { ReceiverState, ReceiverTunnel } from "../engine/receiver-state.ts";
import { HubFailedError, HubRateLimitError, HubTimeoutError, HubUnreachableError } from "../hub/errors.ts";
import type { HooklensError } from "../model/errors.ts";
import { report } from "../tui/report.ts";
import { topicEnded } from "../tui/state/messages.ts";
import { createSlice, type AppState } from "../tui/state/slice.ts";
import type { Store } from "../tui/state/store.ts";
import { setWindow } from "../tui/state/window.ts";

/** State of a tunnel. */
export type TunnelState = ReceiverTunnel["state"];

/** Returns true if a tunnel is off or has failed. */
export function isClosed({ kind }: TunnelState): boolean {
  return kind === "off" || kind === "failed";
}

/** Target of the forward and its last known reachability. */
export type ForwardTarget = Pick<NonNullable<ReceiverState["forward"]>, "target" | "health">;

/** State of a connection; `sinceMs` is the time of its loss. */
export type Link =
  | { readonly state: "connecting" }
  | { readonly state: "up" }
  | { readonly state: "lost"; readonly sinceMs: number; readonly why: string };

/** State of the hub, the receiver and the store. */
export interface Session {
  readonly hub: {
    readonly link: Link;
    /** `local`, or the host of a remote hub. */
    readonly name: string;
    readonly local: boolean;
    readonly account: string | null;
    /** Default port of the embedded hub and the port used instead; null if the default port is used. */
    readonly moved: { readonly from: number; readonly to: number } | null;
  };
  readonly receiver: {
    readonly link: Link;
    /** True if this app runs the receiver and can change its settings. */
    readonly isOwn: boolean;
    /** Process of the receiver; null until known. */
    readonly pid: number | null;
    /** ID of the running receiver; null until known. */
    readonly id: string | null;
    /** Local URL; null until it is known. */
    readonly url: string | null;
    /** Start time of the receiver; null until known. */
    readonly startedAt: string | null;
    /** Default port, if it was taken at the start; null otherwise. */
    readonly missedPort: number | null;
    /** Public URL of the tunnel or the Space; null if there is none. */
    readonly publicUrl: string | null;
    /** Configured tunnel; null if there is none. */
    readonly tunnel: ReceiverTunnel | null;
    /** Forward target; null if deliveries are not forwarded. */
    readonly forward: ForwardTarget | null;
    /** Targets of deliveries by filter; the first match counts. */
    readonly forwardRules: ReceiverState["forwardRules"];
    /** True if nothing is sent, and deliveries wait to be forwarded. */
    readonly forwardsHeld: boolean;
    /** Deliveries waiting for another forward attempt. */
    readonly forwardsWaiting: number;
    /** Past and current tunnel URLs, newest last. Webhooks may still send to past ones. */
    readonly tunnelUrls: readonly string[];
    readonly routes: readonly string[];
    /** Handlers of the routes, unordered. */
    readonly handlers: ReceiverState["handlers"];
    readonly secretSet: boolean;
    /** True if senders from other machines are accepted without a secret. */
    readonly open: boolean;
    readonly storing: ReceiverState["storing"];
    /** Condition of a store on other machines; null if the store is on this machine. */
    readonly store: ReceiverState["store"];
    /** Names of files set aside as damaged or outdated. */
    readonly setAside: readonly string[];
  };
  /** Last tunnel failure shown as a message; null after the tunnel opens, closes or is opened again. */
  readonly tunnelFailure: string | null;
  /** Routes whose handler was saved and has open failures, until these are replayed. */
  readonly reloaded: readonly string[];
}

const initialSession: Session = {
  hub: { link: { state: "connecting" }, name: "local", local: true, account: null, moved: null },
  receiver: {
    link: { state: "connecting" },
    isOwn: false,
    pid: null,
    id: null,
    url: null,
    startedAt: null,
    missedPort: null,
    publicUrl: null,
    tunnel: null,
    forward: null,
    forwardRules: [],
    forwardsHeld: false,
    forwardsWaiting: 0,
    tunnelUrls: [],
    routes: [],
    handlers: [],
    secretSet: false,
    open: false,
    storing: { ok: true },
    store: null,
    setAside: [],
  },
  tunnelFailure: null,
  reloaded: [],
};

type Receiver = Session["receiver"];

/** Fields copied from the receiver's state. Omits other counts of the forward: each delivery changes them. */
const reported = [
  "pid",
  "id",
  "url",
  "startedAt",
  "missedPort",
  "publicUrl",
  "tunnel",
  "forwardRules",
  "forwardsHeld",
  "forwardsWaiting",
  "routes",
  "handlers",
  "secretSet",
  "open",
  "storing",
  "store",
  "setAside",
] as const satisfies readonly (keyof Receiver & keyof ReceiverState)[];

/** State of the app's connections. */
export const sessionSlice = createSlice("session", initialSession, {
  setHub: (state, change: Partial<Session["hub"]>): Session => ({
    ...state,
    hub: { ...state.hub, ...change },
  }),
  setReceiver: (state, change: Partial<Receiver>): Session => ({
    ...state,
    receiver: { ...state.receiver, ...change },
  }),
  /** Applies the changed fields of the receiver's state. */
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
});
export const { set: setSession, setHub, setReceiver, receiverReported } = sessionSlice.actions;

/** Applies the receiver's state, and sets the clock to the current time if the state changed. */
export function applyReceiverState(store: Store, receiver: ReceiverState): void {
  const before = sessionSlice.get(store.get());
  store.batch(() => {
    store.dispatch(receiverReported(receiver));
    if (sessionSlice.get(store.get()) !== before) store.dispatch(setWindow({ nowMs: store.nowMs() }));
  });
}

/** Returns a lost link; an already lost link keeps its time. */
export function lostLink(link: Link, nowMs: number, why: string): Link {
  return link.state === "lost" ? { ...link, why } : { state: "lost", sinceMs: nowMs, why };
}

const passingErrors = [HubUnreachableError, HubTimeoutError, HubRateLimitError, HubFailedError];

/** Returns true if a retry may succeed without anybody's action. */
function isPassing(error: HooklensError): boolean {
  return passingErrors.some((type) => error instanceof type);
}

/**
 * Marks the hub as lost. Only the first loss is shown as a message; the status line shows it until the hub
 * responds.
 */
export function hubLost(store: Store, error: HooklensError): void {
  const { link } = sessionSlice.get(store.get()).hub;
  store.dispatch(setHub({ link: lostLink(link, store.nowMs(), error.message) }));
  if (link.state !== "lost") report(store, error, { topic: "hub", isPassing: isPassing(error) });
}

/** Marks the hub as connected, and ends the message of its loss. */
export function hubFound(store: Store): void {
  if (sessionSlice.get(store.get()).hub.link.state === "up") return;
  store.dispatch(setHub({ link: { state: "up" } }));
  store.dispatch(topicEnded("hub"));
}

/** Returns the reason for an unreachable receiver, or null. */
export function needsReceiver(state: AppState): string | null {
  const session = sessionSlice.get(state);
  const { link } = session.receiver;
  if (link.state === "up") return null;
  return link.state === "lost" ? "the connection to the receiver is lost" : "the receiver is still starting";
}

/** Returns the reason why the tunnel can be neither opened nor closed, or null. */
export function needsTunnel(state: AppState): string | null {
  const { tunnel, publicUrl, secretSet, open } = sessionSlice.get(state).receiver;
  const why = needsReceiver(state);
  if (why !== null) return why;
  if (tunnel !== null) {
    return secretSet || open || !isClosed(tunnel.state)
      ? null
      : "the receiver has no secret; set one (Set up the receiver), or allow everyone with receiver.open";
  }
  return publicUrl === null ? "no tunnel is configured" : `the receiver is already public at ${publicUrl}`;
}

/** Returns true if a tunnel is configured and is off or has failed. */
export function canOpenTunnel(state: AppState): boolean {
  const session = sessionSlice.get(state);
  const { tunnel } = session.receiver;
  return tunnel !== null && isClosed(tunnel.state);
}
