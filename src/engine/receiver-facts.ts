import type { ReceiverFacts } from "../checks/facts.ts";
import type { ReceiverState } from "./receiver-state.ts";

/** Parts of the receiver state in use by the checks of webhooks. */
type CheckedState = Pick<
  ReceiverState,
  "url" | "publicUrl" | "tunnel" | "routes" | "handlers" | "secretSet" | "open"
> & { readonly id: string | null; readonly startedAt: string | null };

/**
 * Returns the facts of a receiver that runs.
 * @param tunnelUrls past and current tunnel URLs
 */
export function receiverFacts(state: CheckedState, tunnelUrls: readonly string[]): ReceiverFacts {
  const { id, url, startedAt, publicUrl, routes, handlers } = state;
  const closed = closedTunnel(state);
  return {
    stopped: null,
    id,
    startedAt,
    url,
    publicUrl,
    tunnelUrls,
    ...(closed === undefined ? {} : { closedTunnel: closed }),
    routes,
    brokenHandlers: handlers.flatMap(({ route, file, error }) =>
      error === null ? [] : [{ route, file, error }],
    ),
  };
}

/** Returns the reason for a closed tunnel; undefined without a tunnel, or if it is open. */
function closedTunnel({ tunnel, secretSet, open }: CheckedState): ReceiverFacts["closedTunnel"] {
  if (tunnel === null || tunnel.state.kind === "open") return undefined;
  if (tunnel.state.kind === "reconnecting") return { why: `it is being reopened: ${tunnel.state.reason}` };
  if (tunnel.state.kind === "opening") return { why: "it is being opened" };
  return { why: secretSet || open ? null : "the receiver has no secret" };
}
