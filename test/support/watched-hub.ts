import type { LocalHubOptions } from "../../src/localhub/local-hub.ts";
import { webhookPayloadSchema, type WebhookPayload } from "../../src/model/payload.ts";
import { always, httpTarget } from "./http-target.ts";
import { testHub, type TestHub } from "./local-hub.ts";

export interface WatchedHub extends TestHub {
  /** ID of the webhook that watches. */
  readonly webhookId: string;
  /** A POST with a JSON body, or with none. */
  readonly post: (path: string, body?: unknown) => Promise<Response>;
  /** Resolves with the payloads of all events since the last call, in order, once all are delivered. */
  readonly fired: () => Promise<readonly WebhookPayload[]>;
}

/** A hub that sends, and a webhook on all that the account `me` has, delivered to a real server. */
export async function watchedHub(
  options: Partial<LocalHubOptions> & { readonly dataDir?: string } = {},
): Promise<WatchedHub> {
  const made = await testHub(options);
  const target = await httpTarget(always(200));
  const { id } = await made.client.createWebhook({
    url: `${target.url}/hook`,
    watched: [{ type: "user", name: "me" }],
    domains: [],
  });
  made.hub.startDispatching();
  let read = 0;
  let marks = 0;
  return {
    ...made,
    webhookId: id,
    post: (path, body) =>
      made.call(path, {
        method: "POST",
        ...(body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
      }),
    async fired() {
      // Dispatches to one webhook come in order, so that everything before this one is there when it is.
      const repo = { type: "model", name: `me/mark-${(marks += 1)}` };
      await made.client.trigger({ scope: "repo", action: "update", repo });
      const payloads: WebhookPayload[] = [];
      for (;;) {
        await target.received(read + 1);
        const payload = webhookPayloadSchema.parse(JSON.parse(target.seen[read]?.body ?? ""));
        read += 1;
        if (payload.repo.name === repo.name) return payloads;
        payloads.push(payload);
      }
    },
  };
}
