import { webhookJson } from "../../../exports/webhook-json.ts";
import { webhookTable } from "../../../tables/webhooks.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { printedColumns, tableLines } from "../../output/table.ts";
import { findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { webhookLines } from "./webhook.ts";

/** Runs `webhooks ls`. */
export async function listWebhooks({ settings, output, print }: Invocation): Promise<void> {
  await useHub({ settings, output }, async ({ client, name }) => {
    const webhooks = await client.listWebhooks();
    await print({
      table: () =>
        webhooks.length === 0
          ? [v`No webhooks yet on ${name}. Create one with hooklens webhooks create.`]
          : tableLines(
              printedColumns(webhookTable, { busy: {}, nowMs: Date.now() }),
              webhooks,
              output.columns,
            ),
      json: () => webhooks.map((webhook) => webhookJson(webhook, output.showSecret)),
      quiet: () => webhooks.map((webhook) => webhook.id),
    });
  });
}

/** Runs `webhooks info ID`. */
export async function showWebhook({ settings, output, print }: Invocation, id: string): Promise<void> {
  await useHub({ settings, output }, async ({ client }) => {
    const webhook = await client.getWebhook(await findWebhookId(client, id, settings));
    await print({
      table: () => webhookLines(webhook, output.showSecret),
      json: () => webhookJson(webhook, output.showSecret),
      quiet: () => [webhook.id],
    });
  });
}
