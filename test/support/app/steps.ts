import { createHash } from "node:crypto";
import type { Webhook } from "../../../src/model/webhook.ts";
import type { OpenApp } from "./open-app.ts";

/** Returns an ID like the Hub's: equal for equal repo names only. */
function idOf(name: string): string {
  return createHash("sha256").update(name).digest("hex").slice(0, 24);
}

/** Returns a payload of the most common kind. */
export function contentPayload(
  repo = "me/corpus",
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    event: { action: "update", scope: "repo.content" },
    repo: { type: "dataset", name: repo, id: idOf(repo), private: false },
    webhook: { id: "6390e855e30d9209411de93b", version: 3 },
    ...more,
  };
}

/** POSTs to the app's receiver and returns the status. */
export async function post(
  { receiver }: Pick<OpenApp, "receiver">,
  body: unknown = contentPayload(),
  { path = "/webhooks/inbox", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const response = await fetch(`${receiver}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response.status;
}

/** Matches the ID of a webhook or a run in a list, whole or shortened. */
export function listedId(id: string): RegExp {
  return new RegExp(`${id.slice(0, 4)}[0-9a-f]*…?[0-9a-f]*${id.slice(-5)}`);
}

/**
 * Creates a webhook through the hub, by default for the app's receiver, and waits until the list shows it.
 */
export async function addWebhook(
  app: OpenApp,
  watched = "dataset:me/corpus",
  url?: string,
): Promise<Webhook> {
  const [type = "", name = ""] = watched.split(":");
  const webhook = await app.hub.createWebhook({
    url: url ?? `${app.receiver}/webhooks/inbox`,
    watched: [{ type, name }],
    domains: ["repo", "discussion"],
  });
  app.screen.press("1", "f5");
  await app.screen.waitFor(listedId(webhook.id));
  return webhook;
}

/**
 * Deletes the webhooks of the hub, and shows the empty list of the Webhooks screen. Meanwhile another screen is shown,
 * so that the app reads no activity of a deleted webhook.
 */
export async function withoutWebhooks({ screen, hub }: OpenApp): Promise<void> {
  screen.press("2");
  await screen.waitFor("[2 Deliveries");
  for (const { id } of await hub.listWebhooks()) await hub.deleteWebhook(id);
  screen.press("f5");
  await screen.waitFor(/ 1 Webhooks 0 /);
  screen.press("1");
  await screen.waitFor("No webhooks yet");
}

/** Shows the Deliveries screen with one delivery per repo, the last one at the top. */
export async function showDeliveries(app: OpenApp, repos: readonly string[]): Promise<void> {
  for (const repo of repos) await post(app, contentPayload(repo));
  app.screen.press("2");
  const last = repos.at(-1);
  await app.screen.waitFor(last === undefined ? "No deliveries yet" : `dataset:${last}`);
}
