import { defaultRoute, routePath } from "../model/url.ts";
import type { Webhook } from "../model/webhook.ts";
import type { Session } from "./session.ts";

/** Webhook with an old tunnel URL, and its current equivalent. */
export interface StrayWebhook {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

type Receiver = Session["receiver"];

/** Returns the target for a new webhook: the receiver's first route, public if possible; null if unknown. */
export function webhookAddress({ url, publicUrl, routes }: Receiver): string | null {
  const base = publicUrl ?? url;
  return base === null ? null : base + routePath(routes[0] ?? defaultRoute);
}

/**
 * Returns an address at the receiver's public URL: the same path for our own addresses, else the target for a
 * new webhook. Null without a public URL.
 */
export function publicAddress(receiver: Receiver, address: string): string | null {
  const { publicUrl } = receiver;
  if (publicUrl === null) return null;
  return isOurs(receiver, address) ? withBase(address, publicUrl) : webhookAddress(receiver);
}

/** Reports whether an address is that of the receiver, including past tunnels. */
export function isOurs({ url, tunnelUrls }: Receiver, address: string): boolean {
  return [url, ...tunnelUrls].some((own) => own !== null && hasSameHost(address, own));
}

/** Reports whether an address and a URL have the same host and port. */
export function hasSameHost(address: string, url: string): boolean {
  const host = URL.parse(address)?.host ?? "";
  return host !== "" && host === URL.parse(url)?.host;
}

/** Reports whether an address belongs to a past tunnel only. */
export function isStray({ url, publicUrl, tunnelUrls }: Receiver, address: string): boolean {
  const isCurrent = (own: string | null) => own !== null && hasSameHost(address, own);
  return tunnelUrls.some(isCurrent) && !isCurrent(url) && !isCurrent(publicUrl);
}

/** Replaces scheme and host, keeping path and query. */
function withBase(address: string, base: string): string {
  return address.trim().replace(/^[a-z]+:\/\/[^/?#]*/i, () => base);
}

/**
 * Returns the webhooks with old tunnel URLs. Empty while no tunnel is open or the receiver is disconnected,
 * since its tunnel may have changed.
 */
export function strayWebhooks(receiver: Receiver, webhooks: readonly Webhook[]): readonly StrayWebhook[] {
  const { link, tunnel } = receiver;
  if (link.state !== "up" || tunnel?.state.kind !== "open") return [];
  const { url: base } = tunnel.state;
  return webhooks.flatMap(({ id, url }) =>
    url !== null && isStray(receiver, url) ? [{ id, from: url, to: withBase(url, base) }] : [],
  );
}

/** Returns the enabled webhooks that depend on the tunnel, open or reconnecting. */
export function webhooksUsingTunnel(
  { tunnel }: Receiver,
  webhooks: readonly Webhook[],
): readonly { readonly id: string; readonly url: string }[] {
  const state = tunnel?.state;
  const at = state?.kind === "open" || state?.kind === "reconnecting" ? state.url : null;
  if (at === null) return [];
  return webhooks.flatMap(({ id, url, disabled }) =>
    url !== null && !disabled && hasSameHost(url, at) ? [{ id, url }] : [],
  );
}
