import { webhookJson } from "../../../exports/webhook-json.ts";
import { UsageError } from "../../../model/errors.ts";
import { dispatchTone } from "../../../tables/dispatches.ts";
import { line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import type { Invocation } from "../../command-line/command.ts";
import { findWebhookId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { dispatchHelp, idHelp } from "./id-help.ts";

export const hold = command("webhooks hold <id>", {
  arguments: { "<id>": idHelp },
  run: (invocation, { id }) => holdWebhook(invocation, id, true),
});

export const release = command("webhooks release <id>", {
  arguments: { "<id>": idHelp },
  run: (invocation, { id }) => holdWebhook(invocation, id, false),
});

export const retry = command("webhooks retry <id> [dispatch]", {
  description: "Make the next attempt of a waiting dispatch due now (local hub)",
  arguments: { "<id>": idHelp, "[dispatch]": dispatchHelp },
  options: { "--all": "all waiting dispatches of the webhook" },
  async run(invocation, { id, dispatch, all = false }) {
    if (all === (dispatch !== undefined)) {
      throw new UsageError({
        what: all ? "retry takes a dispatch or --all, not both" : "retry needs a dispatch",
        hint: "Give the ID of a dispatch, as listed by webhooks activity, or --all",
      });
    }
    return dispatch === undefined
      ? retryDispatches(invocation, id)
      : changeDispatch(invocation, "retry", { webhook: id, dispatch });
  },
});

export const drop = command("webhooks drop <id> <dispatch>", {
  description:
    "Give up a dispatch that waits or is held (local hub). It stays in the activity, and can be replayed",
  arguments: { "<id>": idHelp, "<dispatch>": dispatchHelp },
  run: (invocation, { id, dispatch }) => changeDispatch(invocation, "drop", { webhook: id, dispatch }),
});

async function holdWebhook(
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

async function retryDispatches({ settings, output, print }: Invocation, typed: string): Promise<void> {
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

async function changeDispatch(
  { settings, output, print }: Invocation,
  change: "retry" | "drop",
  { webhook, dispatch: id }: { readonly webhook: string; readonly dispatch: string },
): Promise<void> {
  await useHub({ settings, output }, async ({ client, running }) => {
    const webhookId = await findWebhookId(client, webhook, settings);
    const dispatch = await (change === "retry"
      ? client.retryDispatch(webhookId, id)
      : client.dropDispatch(webhookId, id));
    const result = change === "retry" ? "due now" : "dropped";
    if (change === "retry" && !running)
      output.note(v`No hub is running: the dispatch is sent when one starts`);
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
