import type { DatabaseSync } from "node:sqlite";
import type { StoredWebhook } from "../ports.ts";

/** More are not remembered: an event and its attempts come back to the same few. */
const most = 5_000;

/** Webhooks as they are in the database now. */
export interface WebhookMemory {
  /** The one with this id, from memory or by reading it. */
  get(id: string): StoredWebhook | null;
  /** To be called with every change that goes through this connection. */
  forget(id: string): void;
}

/**
 * Every attempt reads its webhook, and making one of its row costs several times what the reading does. What other connections change is
 * seen by `data_version`, which SQLite counts for that (https://www.sqlite.org/pragma.html#pragma_data_version).
 */
export function createWebhookMemory(
  db: DatabaseSync,
  read: (id: string) => StoredWebhook | null,
): WebhookMemory {
  const version = db.prepare("PRAGMA data_version");
  const webhooks = new Map<string, StoredWebhook>();
  let seen = version.get()?.["data_version"];

  return {
    get(id) {
      const now = version.get()?.["data_version"];
      if (now !== seen || webhooks.size >= most) webhooks.clear();
      seen = now;
      const known = webhooks.get(id);
      if (known !== undefined) return known;
      const webhook = read(id);
      if (webhook !== null) webhooks.set(id, webhook);
      return webhook;
    },
    forget: (id) => void webhooks.delete(id),
  };
}
