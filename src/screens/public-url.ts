import { hasSameHost, withBase } from "../checks/webhook-target.ts";
import { defaultRoute, routePath } from "../model/url.ts";
import type { Webhook } from "../model/webhook.ts";
import type { Session } from "./connection-state.ts";

/** Webhook with an old tunnel URL (`from`) and the current equivalent (`to`). */
export interface OutdatedUrl {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

type Receiver = Session["receiver"];

/** Returns the public, otherwise local URL of the receiver's first route; null while it is unknown. */
export function webhookAddress({ url, publicUrl, routes }: Receiver): string | null {
  const base = publicUrl ?? url;
  return base === null ? null : base + routePath(routes[0] ?? defaultRoute);
}

/**
 * Returns an address at the receiver's public URL: the same path for an address of the receiver, otherwise
 * the first route. Null without a public URL.
 */
export function publicAddress(receiver: Receiver, address: string): string | null {
  const { publicUrl } = receiver;
  if (publicUrl === null) return null;
  return isOurs(receiver, address) ? withBase(address, publicUrl) : webhookAddress(receiver);
}

/** Returns true if an address has the host of the receiver's local URL or of a past or current tunnel. */
export function isOurs({ url, tunnelUrls }: Pick<Receiver, "url" | "tunnelUrls">, address: string): boolean {
  return [url, ...tunnelUrls].some((own) => own !== null && hasSameHost(address, own));
}

/** Returns true if an address belongs only to a past tunnel. */
export function isOutdated({ url, publicUrl, tunnelUrls }: Receiver, address: string): boolean {
  const isCurrent = (own: string | null) => own !== null && hasSameHost(address, own);
  return tunnelUrls.some(isCurrent) && !isCurrent(url) && !isCurrent(publicUrl);
}

/**
 * Returns the webhooks with old tunnel URLs; none without an open tunnel, or while the receiver is disconnected and
 * its tunnel may have changed.
 */
export function outdatedUrls(receiver: Receiver, webhooks: readonly Webhook[]): readonly OutdatedUrl[] {
  const { link, tunnel } = receiver;
  if (link.state !== "up" || tunnel?.state.kind !== "open") return [];
  const { url: base } = tunnel.state;
  return webhooks.flatMap(({ id, url }) =>
    url !== null && isOutdated(receiver, url) ? [{ id, from: url, to: withBase(url, base) }] : [],
  );
}

/** Returns the enabled webhooks with the tunnel as target; none unless it is open or reconnecting. */
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
