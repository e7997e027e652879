import type { Answering, ReceiverFacts, WebhookFacts } from "../checks/facts.ts";
import { targetOf } from "../checks/webhook-target.ts";
import { isLoopback } from "../model/url.ts";
import type { Webhook } from "../model/webhook.ts";
import { probe } from "../receiver/forward/health.ts";

/** Time for a connection and a response, in milliseconds. */
const probeMs = 2_000;
/** Maximum bytes of a response of `/healthz`. */
const maxHealthBytes = 1_000;

/** Answers on this machine, by origin. */
export type AnsweringByOrigin = Readonly<Record<string, Answering>>;

/**
 * Connects to the addresses of webhooks on this machine, if the hub reaches them. A program at the path of a receiver is
 * asked for its `/healthz`; other programs get a connection without a request.
 */
export async function probeAddresses(
  webhooks: readonly Webhook[],
  receiver: ReceiverFacts,
  hub: Pick<WebhookFacts["hub"], "reachesLoopback">,
): Promise<AnsweringByOrigin> {
  if (!hub.reachesLoopback) return {};
  const asked = new Map<string, boolean>();
  for (const { url } of webhooks) {
    const origin = localOrigin(url);
    if (origin === null) continue;
    const isElsewhere = targetOf(receiver, url).kind === "elsewhere";
    asked.set(origin, asked.get(origin) === true || !isElsewhere);
  }
  const found = [...asked].map(
    async ([origin, isAsked]) => [origin, await answeringAt(origin, isAsked, receiver.id)] as const,
  );
  return Object.fromEntries(await Promise.all(found));
}

/** Returns what answers at the address of a webhook; undefined if it was not probed. */
export function answeringOf(found: AnsweringByOrigin, { url }: Webhook): Answering | undefined {
  const origin = localOrigin(url);
  return origin === null ? undefined : found[origin];
}

/** Returns the origin of an address on this machine, or null. */
function localOrigin(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  return parsed !== null && isLoopback(parsed.hostname) ? parsed.origin : null;
}

async function answeringAt(origin: string, isAsked: boolean, ownId: string | null): Promise<Answering> {
  const signal = AbortSignal.timeout(probeMs);
  if ((await probe(plainAddress(origin), signal)) !== null) return "nothing";
  const id = isAsked ? await receiverAt(origin, signal) : null;
  if (id === null) return "program";
  return id === ownId ? "receiver" : "other-receiver";
}

/** Returns the address of a plain connection: a program without a valid certificate listens, too. */
function plainAddress(origin: string): string {
  const { protocol, hostname, port } = new URL(origin);
  return `http://${hostname}:${port || (protocol === "https:" ? 443 : 80)}`;
}

/** Returns the ID of the receiver that answers at an origin; null for another program. */
async function receiverAt(origin: string, signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch(`${origin}/healthz`, { redirect: "manual", signal });
    const bytes = Number(response.headers.get("content-length") ?? Infinity);
    if (bytes > maxHealthBytes) {
      await response.body?.cancel();
      return null;
    }
    const said: unknown = await response.json();
    const isReceiver = typeof said === "object" && said !== null && "receiver" in said;
    return isReceiver && typeof said.receiver === "string" ? said.receiver : null;
  } catch {
    // It does not speak HTTP, or its response is no JSON.
    return null;
  }
}
