import type { HubClient } from "../../hub/client.ts";
import { NotLocalHubError } from "../../hub/errors.ts";
import type { Dispatch } from "../../model/dispatch.ts";
import { parseFilter } from "../../model/filter-parse.ts";
import { v } from "../../text/visible.ts";
import { readCount } from "../number-argument.ts";
import { dispatchColumns, dispatchJson, dispatchLines } from "../output/dispatch-answer.ts";
import { tableLines } from "../output/table.ts";
import type { Invocation } from "../program/launch.ts";
import { printDeliveries } from "./deliveries-ls.ts";
import { useHub } from "./use-hub.ts";

const tableLimit = 50;
const pageRows = 200;

/** `webhooks activity ID`: what the hub sent, or, where it does not tell, what our receiver logged. */
export async function showActivity(
  invocation: Invocation,
  id: string,
  options: { readonly limit?: string },
): Promise<void> {
  const { settings, output } = invocation;
  const limit = options.limit === undefined ? null : readCount(options.limit, "--limit");
  await useHub({ settings, output }, async ({ client }) => {
    const most = limit ?? (output.format === "table" ? tableLimit : Number.POSITIVE_INFINITY);
    const dispatches = await newest(client, id, most).catch((error: unknown) => {
      if (error instanceof NotLocalHubError) return null;
      throw error;
    });
    if (dispatches === null) return showLogged(invocation, client, id, limit);
    return output.answer({
      lines: () =>
        dispatches.length === 0
          ? [v`Nothing was sent to webhook ${id} yet. hooklens trigger makes an event happen.`]
          : tableLines(dispatchColumns, dispatches, output.columns),
      json: () => dispatches,
      ids: () => dispatches.map((dispatch) => dispatch.id),
    });
  });
}

/** `webhooks activity ID DISPATCH` */
export async function showDispatch(
  { settings, output }: Invocation,
  id: string,
  dispatchId: string,
): Promise<void> {
  await useHub({ settings, output }, async ({ client }) => {
    const dispatch = await client.dispatch(id, dispatchId);
    await output.answer({
      lines: () => dispatchLines(dispatch),
      json: () => dispatchJson(dispatch),
      ids: () => [dispatch.id],
    });
  });
}

async function newest(client: HubClient, id: string, most: number): Promise<readonly Dispatch[]> {
  const all: Dispatch[] = [];
  for (;;) {
    const { dispatches, more } = await client.activity(id, {
      limit: Math.min(most - all.length, pageRows),
      before: all.at(-1)?.id,
    });
    all.push(...dispatches);
    if (!more || all.length >= most) return all;
  }
}

async function showLogged(
  { settings, output }: Invocation,
  client: HubClient,
  id: string,
  limit: number | null,
): Promise<void> {
  // A mistyped id is an error, and not a webhook that was sent nothing.
  await client.getWebhook(id);
  output.note(
    v`${client.endpoint} does not tell what it sent: these are the deliveries our own receiver logged of webhook ${id}. What the hub knows is on ${client.endpoint}/settings/webhooks/${id}`,
  );
  await printDeliveries(settings.dataDir.value, output, { filter: parseFilter(`webhook:${id}`), limit });
}
