import { fixCommand } from "../../../checks/fix.ts";
import { targetOf, withBase } from "../../../checks/webhook-target.ts";
import { openStore } from "../../../engine/stores.ts";
import { isHooklensError } from "../../../model/errors.ts";
import type { StoredWebhook } from "../../../model/webhook.ts";
import type { StoreLocation } from "../../../store/store.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import type { Output } from "../../output/output.ts";

/** Maximum number of webhooks that are listed. */
const maxListed = 10;

/**
 * Notes that a receiver has another port than usual, and the webhooks of the local hub that send to the usual
 * one, with the command that changes them.
 * @param url local URL of the receiver
 */
export async function noteMovedPort(
  location: StoreLocation,
  usualPort: number,
  url: string,
  output: Pick<Output, "note">,
): Promise<void> {
  const usual = new URL(url);
  usual.port = String(usualPort);
  if (usual.href === new URL(url).href) return;
  output.note(v`The receiver listens on ${url}: another program has ${usual.origin}.`);
  const receiver = { url: usual.origin, publicUrl: null, tunnelUrls: [] };
  const missed = (await webhooksOf(location)).filter((one) => targetOf(receiver, one.url).kind === "here");
  for (const webhook of missed.slice(0, maxListed)) {
    const command = fixCommand({ kind: "move", to: withBase(webhook.url ?? "", url) }, webhook);
    output.note(v`Webhook ${webhook.id} still sends to ${webhook.url ?? ""}. To move it: ${command}`);
  }
  if (missed.length > maxListed) output.note(v`… and ${count(missed.length - maxListed)} more webhooks.`);
}

/** Returns the webhooks of the local hub; none if unreadable, because the receiver does not need them. */
async function webhooksOf(location: StoreLocation): Promise<readonly StoredWebhook[]> {
  try {
    const reader = await (await openStore(location)).openHubReader();
    const webhooks = reader?.webhooks() ?? [];
    reader?.close();
    return webhooks;
  } catch (error) {
    if (isHooklensError(error)) return [];
    throw error;
  }
}
