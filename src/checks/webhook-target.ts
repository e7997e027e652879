import { isLoopback, routeAt, routePrefix } from "../model/url.ts";
import { memo } from "../text/memo.ts";
import type { ReceiverFacts } from "./facts.ts";

/** Addresses of a receiver. */
export type Addresses = Pick<ReceiverFacts, "url" | "publicUrl" | "tunnelUrls">;

/** Target of a webhook. `route` is null if no route can have the path. */
export type WebhookTarget =
  | { readonly kind: "job" }
  | { readonly kind: "elsewhere" }
  /** Current address of the receiver, local or public. */
  | { readonly kind: "here"; readonly isPublic: boolean; readonly route: string | null }
  /** Path of a receiver on another port of this machine. */
  | { readonly kind: "other-port"; readonly port: number; readonly route: string | null }
  /** Past tunnel of this receiver. */
  | { readonly kind: "old-tunnel"; readonly route: string | null };

/** Returns the target of a URL; null means a webhook that starts a Job. */
export function targetOf(receiver: Addresses, url: string | null): WebhookTarget {
  if (url === null) return { kind: "job" };
  const target = URL.parse(url);
  if (target === null) return { kind: "elsewhere" };
  const route = routeAt(target.pathname);
  const { host, publicHost, port, pastHosts } = hostsOf(receiver);
  if (target.host === publicHost) return { kind: "here", isPublic: true, route };
  const isHere = isLoopback(target.hostname);
  if (target.host === host || (isHere && portOf(target) === port)) {
    return { kind: "here", isPublic: false, route };
  }
  if (pastHosts.has(target.host)) return { kind: "old-tunnel", route };
  return isHere && target.pathname.startsWith(routePrefix)
    ? { kind: "other-port", port: portOf(target), route }
    : { kind: "elsewhere" };
}

interface Hosts {
  readonly host: string | null;
  readonly port: number | null;
  readonly publicHost: string | null;
  readonly pastHosts: ReadonlySet<string>;
}

/** Hosts of a receiver, kept because thousands of webhooks are compared with them. */
const hostsOf = memo(({ url, publicUrl, tunnelUrls }: Addresses): Hosts => {
  const own = url === null ? null : URL.parse(url);
  return {
    host: own?.host ?? null,
    port: own === null ? null : portOf(own),
    publicHost: publicUrl === null ? null : (URL.parse(publicUrl)?.host ?? null),
    pastHosts: new Set(tunnelUrls.flatMap((past) => URL.parse(past)?.host ?? [])),
  };
});

/** Returns true if an address and a URL have the same host and port. */
export function hasSameHost(address: string, url: string): boolean {
  const host = URL.parse(address)?.host ?? "";
  return host !== "" && host === URL.parse(url)?.host;
}

/** Replaces scheme, host and port; keeps path and query. */
export function withBase(address: string, base: string): string {
  return address.trim().replace(/^[a-z]+:\/\/[^/?#]*/i, () => base);
}

function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "https:" ? 443 : 80;
}
