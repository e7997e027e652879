import type { WebhookFacts } from "../../../checks/facts.ts";
import { connectReceiver } from "../../../engine/control/client.ts";
import { defaultPorts, readLastPort } from "../../../engine/free-port.ts";
import { findRole } from "../../../engine/roles/find-role.ts";
import { openStore } from "../../../engine/stores.ts";
import { tunnelUrls } from "../../../engine/url-history.ts";
import { version } from "../../../engine/version.ts";
import { deepenFacts, type FactSources, readFacts, visibilityOf } from "../../../engine/webhook-facts.ts";
import type { HubClient } from "../../../hub/client.ts";
import { isLoopback } from "../../../model/url.ts";
import type { Webhook } from "../../../model/webhook.ts";
import type { Settings } from "../../settings/settings.ts";
import { storeLocation } from "../../settings/store-location.ts";

/** Hub whose webhooks are checked. */
export interface CheckedHub {
  readonly client: HubClient;
  readonly isLocal: boolean;
}

/** Reads all facts about webhooks. */
export async function factsOfWebhooks(
  settings: Settings,
  { client, isLocal }: CheckedHub,
  webhooks: readonly Webhook[],
): Promise<readonly WebhookFacts[]> {
  const location = storeLocation(settings);
  const { dataDir } = location;
  const running = await findRole(location, "receiver", version);
  const { deliveries } = await openStore(location);
  const follower = deliveries.follow();
  // Without the remote log, uses the part read before.
  await follower.caughtUp.catch(() => undefined);
  const log = deliveries.openReader();
  try {
    const port = settings.receiver.port.value ?? readLastPort(dataDir, "receiver") ?? defaultPorts.receiver;
    const { host } = new URL(client.endpoint);
    const sources: FactSources = {
      hub: client,
      hubFacts: {
        name: isLocal ? "the local hub" : host,
        reachesLoopback: isLocal || isLoopback(new URL(client.endpoint).hostname),
      },
      receiver: running === null ? null : connectReceiver(running),
      known: { url: `http://127.0.0.1:${port}`, tunnelUrls: await tunnelUrls(dataDir).read() },
      log,
    };
    const isVisible = visibilityOf(client);
    const complete: WebhookFacts[] = [];
    for (const known of await readFacts(sources, webhooks, Date.now())) {
      let facts = known;
      for await (const step of deepenFacts(sources, known, isVisible)) ({ facts } = step);
      complete.push(facts);
    }
    return complete;
  } finally {
    await log.close();
    await follower.close();
  }
}
