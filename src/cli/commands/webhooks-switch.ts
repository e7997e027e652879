import { v } from "../../text/visible.ts";
import { webhookJson } from "../output/webhook-answer.ts";
import type { Invocation } from "../program/launch.ts";
import { useHub } from "./use-hub.ts";

/** `webhooks enable ID` and `webhooks disable ID` */
export async function switchWebhook(
  { settings, output }: Invocation,
  to: "enable" | "disable",
  id: string,
): Promise<void> {
  await useHub({ settings, output }, async ({ client }) => {
    const webhook = await (to === "enable" ? client.enableWebhook(id) : client.disableWebhook(id));
    await output.answer({
      lines: () => [v`${webhook.id} is ${webhook.status}`],
      json: () => webhookJson(webhook, output.showSecret),
      ids: () => [webhook.id],
    });
  });
}
