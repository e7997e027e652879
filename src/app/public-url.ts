import { defaultRoute, routePath } from "../model/url.ts";
import type { Webhook } from "../model/webhook.ts";
import type { AppState } from "./state/app-state.ts";

/** A webhook that sends to where a tunnel of ours was, and where it would find us now. */
export interface StrayWebhook {
  readonly id: string;
  readonly from: string;
  readonly to: string;
}

type Receiver = AppState["session"]["receiver"];

/** What a new webhook is to send to: the receiver's first route, by the internet where that is possible; null: not known yet. */
export function webhookAddress({ url, publicUrl, routes }: Receiver): string | null {
  const base = publicUrl ?? url;
  return base === null ? null : base + routePath(routes[0] ?? defaultRoute);
}

/** The same address at the receiver's public URL, if it is one of ours; else that of a new webhook. Null: there is no public URL. */
export function publicAddress(receiver: Receiver, address: string): string | null {
  const { publicUrl } = receiver;
  if (publicUrl === null) return null;
  return isOurs(receiver, address) ? moved(address, publicUrl) : webhookAddress(receiver);
}

/** Whether an address is one of the receiver's: where it listens, or where a tunnel of it is or was. */
export function isOurs({ url, tunnelUrls }: Receiver, address: string): boolean {
  return [url, ...tunnelUrls].some((own) => own !== null && isAt(address, own));
}

/** Whether an address is on the same host and port as a URL. */
export function isAt(address: string, url: string): boolean {
  const host = URL.parse(address)?.host ?? "";
  return host !== "" && host === URL.parse(url)?.host;
}

/** Whether an address is one where a tunnel of ours was, and nothing of ours is now. */
export function isStray({ url, publicUrl, tunnelUrls }: Receiver, address: string): boolean {
  const isThere = (own: string | null) => own !== null && isAt(address, own);
  return tunnelUrls.some(isThere) && !isThere(url) && !isThere(publicUrl);
}

/** The address with another beginning; path and query as they are. */
function moved(address: string, base: string): string {
  return address.trim().replace(/^[a-z]+:\/\/[^/?#]*/i, () => base);
}

/**
 * The webhooks that send to where a tunnel of ours was and no longer is; none while no tunnel is open that they could be sent to instead, nor
 * while nothing is heard of the receiver: what was known of its tunnel may be over.
 */
export function strayWebhooks(receiver: Receiver, webhooks: readonly Webhook[]): readonly StrayWebhook[] {
  const { link, tunnel } = receiver;
  if (link.state !== "up" || tunnel?.state.kind !== "open") return [];
  const { url: base } = tunnel.state;
  return webhooks.flatMap(({ id, url }) =>
    url !== null && isStray(receiver, url) ? [{ id, from: url, to: moved(url, base) }] : [],
  );
}

/** The enabled webhooks whose deliveries would be lost without the tunnel that is open, or is to come back at the same URL. */
export function sendingToTunnel(
  { tunnel }: Receiver,
  webhooks: readonly Webhook[],
): readonly { readonly id: string; readonly url: string }[] {
  const state = tunnel?.state;
  const at = state?.kind === "open" || state?.kind === "reconnecting" ? state.url : null;
  if (at === null) return [];
  return webhooks.flatMap(({ id, url, disabled }) =>
    url !== null && !disabled && isAt(url, at) ? [{ id, url }] : [],
  );
}
