import type { Header } from "./delivery.ts";
import { documentedEvents, type EventName, wantsScope } from "./event.ts";
import type { WatchedItem } from "./watched-item.ts";
import type { Webhook } from "./webhook.ts";

/** Header of a test, sent by hooklens in place of the hub. */
export const testHeader: Header = ["X-Hooklens-Test", "1"];

/** Returns true for the headers of a test. */
export function isTest(headers: readonly Header[]): boolean {
  const [testName] = testHeader;
  return headers.some(([name]) => name.toLowerCase() === testName.toLowerCase());
}

/** Returns the index in `documentedEvents` of the first event that triggers a webhook. */
export function firstEventIndex({ domains }: Pick<Webhook, "domains">): number {
  return Math.max(
    0,
    documentedEvents.findIndex(({ scope }) => wantsScope(domains, scope)),
  );
}

/** Returns the first event that triggers a webhook. */
export function firstEvent(webhook: Pick<Webhook, "domains">): EventName {
  return documentedEvents[firstEventIndex(webhook)] ?? { scope: "repo.content", action: "update" };
}

/** Returns the first repo that a webhook watches; for an owner, one of the owner's models. */
export function firstRepo({ watched }: Pick<Webhook, "watched">, account: string): WatchedItem {
  const [item] = watched;
  if (item === undefined) return { type: "model", name: `${account}/demo` };
  return item.type === "user" || item.type === "org"
    ? { type: "model", name: `${item.name}/demo` }
    : { type: item.type, name: item.name };
}
