import { randomBytes } from "node:crypto";
import type { EventTarget, WebhookRegistry, WorkQueue } from "../../store/ports.ts";
import type { Dispatch } from "../dispatching/dispatch.ts";
import type { EventPayload } from "./synthetic-payload.ts";

export interface AcceptedDispatch {
  /** Of the dispatch, in the queue. */
  readonly id: number;
  readonly webhookId: string;
}

/**
 * Takes an event on: one dispatch for each webhook it fires, all on disk, or none, when this resolves.
 * Each dispatch holds its payload whole, with its `webhook` part, so that every attempt sends the same bytes.
 */
export async function acceptEvent(
  registry: WebhookRegistry,
  queue: WorkQueue,
  event: EventTarget,
  payload: EventPayload,
  nowMs: number,
): Promise<readonly AcceptedDispatch[]> {
  const webhooks = await registry.watching(event);
  if (webhooks.length === 0) return [];
  const ids = await queue.enqueue(
    webhooks.map(({ id, account }) => ({
      lane: id,
      dueAtMs: nowMs,
      body: {
        account,
        messageId: `msg_${randomBytes(16).toString("hex")}`,
        payload: { ...payload, webhook: { id, version: 3 } },
      } satisfies Dispatch,
    })),
  );
  return webhooks.flatMap(({ id: webhookId }, index) => {
    const id = ids[index];
    return id === undefined ? [] : [{ id, webhookId }];
  });
}
