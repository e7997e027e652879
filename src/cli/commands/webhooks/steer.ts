import { webhookJson } from "../../../exports/webhook-json.ts";
import { dispatchTone } from "../../../tables/dispatches.ts";
import { line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";

/** Runs `webhooks hold ID` and `webhooks release ID`. */
export async function holdWebhook(
  { settings, output, print }: Invocation,
  typed: string,
  held: boolean,
): Promise<void> {
  await useHub({ settings, output }, async ({ client }) => {
    const webhook = await client.holdWebhook(await findWebhookId(client, typed, settings), held);
    const waits = webhook.disabled ? " and disabled" : "";
    await print({
      table: () => [v`${webhook.id} is ${held ? "held" : "released"}${waits}`],
      json: () => webhookJson(webhook, output.showSecret),
      quiet: () => [webhook.id],
    });
  });
}

/** Runs `webhooks retry ID --all`. */
export async function retryDispatches({ settings, output, print }: Invocation, typed: string): Promise<void> {
  await useHub({ settings, output }, async ({ client, running }) => {
    const id = await findWebhookId(client, typed, settings);
    const sent = await client.retryDispatches(id);
    if (sent > 0 && !running) output.note(v`No hub is running: the dispatches are sent when one starts`);
    await print({
      table: () => [
        sent === 0
          ? v`no dispatch to webhook ${id} waits for a later time`
          : v`${plural(sent, "dispatch", "dispatches")} to webhook ${id}: due now`,
      ],
      json: () => ({ webhook: id, sent }),
      quiet: () => [id],
    });
  });
}

/** Runs `webhooks retry ID DISPATCH` and `webhooks drop ID DISPATCH`. */
export async function steerDispatch(
  { settings, output, print }: Invocation,
  act: "retry" | "drop",
  { webhook, dispatch: id }: { readonly webhook: string; readonly dispatch: string },
): Promise<void> {
  await useHub({ settings, output }, async ({ client, running }) => {
    const webhookId = await findWebhookId(client, webhook, settings);
    const dispatch = await (act === "retry"
      ? client.retryDispatch(webhookId, id)
      : client.dropDispatch(webhookId, id));
    const result = act === "retry" ? "due now" : "dropped";
    if (act === "retry" && !running) output.note(v`No hub is running: the dispatch is sent when one starts`);
    await print({
      table: () => [
        line(
          span(v`dispatch ${id} to webhook ${webhookId}: `),
          span(visible(result), dispatchTone(dispatch)),
        ),
      ],
      json: () => ({ ...dispatch }),
      quiet: () => [dispatch.id],
    });
  });
}
