import { randomBytes } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { wantsScope } from "../../../model/event.ts";
import { type StoredWebhook, storedWebhookSchema } from "../../../model/webhook.ts";
import { VersionConflictError } from "../../errors.ts";
import type { WebhookRegistry } from "../../webhook-registry.ts";
import type { GroupCommit } from "../group-commit.ts";
import type { Row } from "../rows.ts";

/** Creates the registry in hub.db. @param close closes the whole store */
export function createWebhookRegistry(
  db: DatabaseSync,
  commits: GroupCommit,
  close: () => Promise<void>,
): WebhookRegistry {
  const insert = db.prepare(`
    INSERT INTO webhooks (id, account, url, job_source_id, watched, domains, secret, disabled, suspended, held, created_at, version)
    VALUES (:id, :account, :url, :job_source_id, :watched, :domains, :secret, :disabled, :suspended, :held, :created_at, :version)`);
  const replace = db.prepare(`
    UPDATE webhooks SET url = :url, job_source_id = :job_source_id, watched = :watched, domains = :domains, secret = :secret,
      disabled = :disabled, suspended = :suspended, held = :held, created_at = :created_at, version = :version
    WHERE account = :account AND id = :id`);
  const find = db.prepare("SELECT * FROM webhooks WHERE id = ?");
  const ofAccount = db.prepare("SELECT * FROM webhooks WHERE account = ? ORDER BY place");
  const removeOne = db.prepare("DELETE FROM webhooks WHERE account = ? AND id = ?");
  const forget = db.prepare(
    "DELETE FROM watch_keys WHERE webhook = (SELECT place FROM webhooks WHERE id = ?)",
  );
  const watch = db.prepare(
    "INSERT OR IGNORE INTO watch_keys (type, name, webhook) SELECT ?, ?, place FROM webhooks WHERE id = ?",
  );
  const watchers = db.prepare(`
    SELECT id FROM webhooks WHERE place IN (
      SELECT webhook FROM watch_keys WHERE type = :type AND name = :name
      UNION SELECT webhook FROM watch_keys WHERE type IN ('user', 'org') AND name = :owner
    ) ORDER BY place`);

  function read(id: string): StoredWebhook | null {
    const row = find.get(id);
    return row === undefined ? null : webhookFromRow(row);
  }
  const cache = createWebhookCache(db, read);

  function inAccount(account: string, webhook: StoredWebhook | null): StoredWebhook | null {
    return webhook?.account === account ? webhook : null;
  }

  function setWatchKeys({ id, watched, disabled }: StoredWebhook): void {
    forget.run(id);
    for (const { type, name } of disabled ? [] : watched) watch.run(type, name, id);
  }

  return {
    create: (webhook) =>
      commits.add(() => {
        const created: StoredWebhook = {
          ...webhook,
          id: randomBytes(12).toString("hex"),
          disabled: false,
          suspended: false,
          held: false,
          createdAt: new Date().toISOString(),
          version: 1,
        };
        insert.run(webhookToRow(created));
        setWatchKeys(created);
        return created;
      }),
    list: async (account) => ofAccount.all(account).map(webhookFromRow),
    get: async (account, id) => inAccount(account, cache.get(id)),
    update: (account, id, change, version) =>
      commits.add(() => {
        // Reads the row, not the cache, which must not keep a change that is rolled back.
        const stored = inAccount(account, read(id));
        if (stored === null) return null;
        assertVersion(stored, version);
        const updated = { ...stored, ...change, version: stored.version + 1 };
        cache.forget(id);
        replace.run(webhookToRow(updated));
        setWatchKeys(updated);
        return updated;
      }),
    remove: (account, id) =>
      commits.add(() => {
        cache.forget(id);
        return removeOne.run(account, id).changes > 0;
      }),
    watching: async (event) =>
      watchers
        .all({ ...event.repo, owner: ownerOf(event.repo.name) })
        .map((row) => cache.get(String(row["id"])))
        .filter((webhook) => webhook !== null)
        .filter((webhook) => wantsScope(webhook.domains, event.scope)),
    close,
  };
}

function ownerOf(repoName: string): string {
  return repoName.split("/", 1)[0] ?? "";
}

function assertVersion(stored: StoredWebhook, version: number | undefined): void {
  if (version === undefined || version === stored.version) return;
  throw new VersionConflictError({
    what: `webhook ${stored.id} has changed since it was read`,
    why: `it is at version ${stored.version}, not ${version}`,
    hint: "Read it again and repeat the change",
  });
}

/** Number of cached webhooks at which the cache is cleared. */
const maxCached = 5_000;

/** Cache of webhooks. */
interface WebhookCache {
  /** Returns a webhook from the cache or the database. */
  get(id: string): StoredWebhook | null;
  /** Removes a webhook from the cache. Called for every change through this connection. */
  forget(id: string): void;
}

/**
 * Creates a cache of webhooks: every attempt reads its webhook, and parsing the row costs several times as
 * much as reading it. `data_version` changes when another connection commits
 * (https://www.sqlite.org/pragma.html#pragma_data_version).
 */
function createWebhookCache(db: DatabaseSync, read: (id: string) => StoredWebhook | null): WebhookCache {
  const version = db.prepare("PRAGMA data_version");
  const webhooks = new Map<string, StoredWebhook>();
  let seen = version.get()?.["data_version"];

  return {
    get(id) {
      const now = version.get()?.["data_version"];
      if (now !== seen || webhooks.size >= maxCached) webhooks.clear();
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

/** Converts a row, in which lists are JSON text and flags are 0 or 1. */
export function webhookFromRow(row: Row): StoredWebhook {
  return storedWebhookSchema.parse({
    ...row,
    jobSourceId: row["job_source_id"],
    watched: JSON.parse(String(row["watched"])),
    domains: JSON.parse(String(row["domains"])),
    disabled: row["disabled"] === 1,
    suspended: row["suspended"] === 1,
    held: row["held"] === 1,
    createdAt: row["created_at"],
  });
}

/** Returns named parameters for the columns of `webhooks` except `place`. */
function webhookToRow(webhook: StoredWebhook): Record<string, SQLInputValue> {
  return {
    id: webhook.id,
    account: webhook.account,
    url: webhook.url,
    job_source_id: webhook.jobSourceId,
    watched: JSON.stringify(webhook.watched),
    domains: JSON.stringify(webhook.domains),
    secret: webhook.secret,
    disabled: webhook.disabled ? 1 : 0,
    suspended: webhook.suspended ? 1 : 0,
    held: webhook.held ? 1 : 0,
    created_at: webhook.createdAt,
    version: webhook.version,
  };
}
