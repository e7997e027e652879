import { readWebhookNames } from "../../../engine/webhook-names.ts";
import { webhookJson } from "../../../exports/webhook-json.ts";
import { webhookTable } from "../../../tables/webhooks.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { printedColumns, tableLines } from "../../output/table.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { idHelp } from "./id-help.ts";
import { webhookLines } from "./webhook.ts";

export const ls = command("webhooks ls|list", {
  async run({ settings, output, print }) {
    await useHub({ settings, output, creates: false }, async ({ client, name }) => {
      const names = readWebhookNames(storeLocation(settings).dataDir);
      const webhooks = (await client.listWebhooks()).map((webhook) => ({
        ...webhook,
        name: names[webhook.id] ?? null,
      }));
      const isNamed = webhooks.some(({ name: own }) => own !== null);
      const { printed } = webhookTable;
      const columns = isNamed ? printed.toSpliced(1, 0, "name") : printed;
      await print({
        table: () =>
          webhooks.length === 0
            ? [v`No webhooks yet on ${name}. Create one with hooklens webhooks create.`]
            : tableLines(
                printedColumns({ ...webhookTable, printed: columns }, { busy: {}, nowMs: Date.now() }),
                webhooks,
                output.columns,
              ),
        json: () =>
          webhooks.map(({ name: own, ...webhook }) => ({
            ...webhookJson(webhook, output.showSecret),
            ...(own === null ? {} : { name: own }),
          })),
        quiet: () => webhooks.map((webhook) => webhook.id),
      });
    });
  },
});

export const show = command("webhooks show|info <id>", {
  arguments: { "<id>": idHelp },
  async run({ settings, output, print }, { id }) {
    await useHub({ settings, output, creates: false }, async ({ client }) => {
      const webhook = await client.getWebhook(await findWebhookId(client, id, settings));
      await print({
        table: () => webhookLines(webhook, output.showSecret),
        json: () => webhookJson(webhook, output.showSecret),
        quiet: () => [webhook.id],
      });
    });
  },
});
