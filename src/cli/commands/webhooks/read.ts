import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { tableLines } from "../../output/table.ts";
import { useHub } from "../use-hub.ts";
import { webhookColumns, webhookJson, webhookLines } from "./webhook.ts";

/** `webhooks ls` */
export async function listWebhooks({ settings, output }: Invocation): Promise<void> {
  await useHub({ settings, output }, async ({ client, name }) => {
    const webhooks = await client.listWebhooks();
    await output.answer({
      lines: () =>
        webhooks.length === 0
          ? [v`No webhooks yet on ${name}. hooklens webhooks create --help says how to make one.`]
          : tableLines(webhookColumns, webhooks, output.columns),
      json: () => webhooks.map((webhook) => webhookJson(webhook, output.showSecret)),
      ids: () => webhooks.map((webhook) => webhook.id),
    });
  });
}

/** `webhooks info ID` */
export async function showWebhook({ settings, output }: Invocation, id: string): Promise<void> {
  await useHub({ settings, output }, async ({ client }) => {
    const webhook = await client.getWebhook(id);
    await output.answer({
      lines: () => webhookLines(webhook, output.showSecret),
      json: () => webhookJson(webhook, output.showSecret),
      ids: () => [webhook.id],
    });
  });
}
