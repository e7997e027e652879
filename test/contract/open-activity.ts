import { onTestFinished } from "vitest";
import type { Activity, NewAttempt, NewDispatch } from "../../src/store/activity.ts";
import type { DispatchQueue } from "../../src/store/dispatch-queue.ts";
import type { WebhookRegistry } from "../../src/store/webhook-registry.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

/** Activity of a hub, with the parts that share its transactions. */
export interface ActivityStore {
  readonly registry: WebhookRegistry;
  readonly queue: DispatchQueue;
  readonly activity: Activity;
}
export type OpenActivity = (dataDir: string) => Promise<ActivityStore>;

/** Quota that nothing reaches. */
export const unlimited = { triggers: Number.POSITIVE_INFINITY, withinMs: 1 };

/** Returns a dispatch of an event of a model. */
export function newDispatch(webhookId: string, createdAtMs = 0, payload = '{"n":1}'): NewDispatch {
  return {
    webhookId,
    account: "me",
    messageId: `msg_${createdAtMs}`,
    event: { scope: "repo", action: "update" },
    repo: { type: "model", name: "me/m" },
    payload,
    createdAtMs,
  };
}

/** Returns a failed attempt, but for these parts. */
export function newAttempt(parts: Partial<NewAttempt> = {}): NewAttempt {
  return {
    target: "http://127.0.0.1/in",
    startedAtMs: 1000,
    durationMs: 20,
    status: 500,
    error: null,
    jobRun: null,
    replay: false,
    headers: [["content-type", "text/plain"]],
    answer: Buffer.from("no"),
    ...parts,
  };
}

/** Opens an Activity until the end of the test, with shortcuts for its webhooks and dispatches. */
export async function openActivity(open: OpenActivity, dataDir: string = freshDataDir()) {
  const store = await open(dataDir);
  onTestFinished(() => store.activity.close());
  const addWebhook = async (): Promise<string> => {
    const { id } = await store.registry.create({
      account: "me",
      url: "http://127.0.0.1/in",
      jobSourceId: null,
      watched: [],
      domains: [],
      secret: null,
    });
    return id;
  };
  const accept = async (...dispatches: NewDispatch[]): Promise<number[]> =>
    (await store.activity.accept(dispatches, unlimited)).map(({ id }) => id);
  const statesOf = async (webhookId: string): Promise<string[]> => {
    const { dispatches } = await store.activity.page(webhookId, { before: null, limit: 100 });
    return dispatches.map(({ state }) => state);
  };
  return { ...store, addWebhook, accept, statesOf };
}
