import process from "node:process";
import { UsageError } from "../../model/errors.ts";
import { v } from "../../text/visible.ts";
import { confirm } from "../confirm.ts";
import { watchedText, webhookTarget } from "../output/webhook-answer.ts";
import type { Invocation } from "../program/launch.ts";
import { useHub } from "./use-hub.ts";

/** `webhooks delete ID`: 0 when it is gone, 1 when the answer was no. */
export async function deleteWebhook(
  { settings, output }: Invocation,
  id: string,
  { yes }: { readonly yes: boolean },
): Promise<number> {
  if (!yes && !(process.stdin.isTTY && process.stderr.isTTY)) {
    throw new UsageError({
      what: `webhook ${id} was not deleted`,
      why: "there is no terminal to ask on",
      hint: "Add --yes to delete it without being asked",
    });
  }
  return useHub({ settings, output }, async ({ client, name }) => {
    if (!yes) {
      const webhook = await client.getWebhook(id);
      const agreed = await confirm(
        v`Delete webhook ${webhook.id} (${webhookTarget(webhook)}, watching ${watchedText(webhook)}) from ${name} for good?`,
      );
      if (!agreed) {
        output.note(v`Nothing was deleted.`);
        return 1;
      }
    }
    await client.deleteWebhook(id);
    await output.answer({
      lines: () => [v`${id} is deleted`],
      json: () => ({ id, deleted: true }),
      ids: () => [id],
    });
    return 0;
  });
}
