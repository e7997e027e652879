import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { hourOf } from "../../../src/model/webhook-activity.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { hubMigrations } from "../../../src/store/sqlite/hub/migrations/index.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

test("the hours and the last attempt of older versions are taken over", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir, { recursive: true });
  const nowMs = Date.now();
  const db = new DatabaseSync(join(dataDir, "hub.db"));
  migrate(
    db,
    hubMigrations.filter(({ version }) => version <= 5),
    "hub.db",
  );
  db.exec(`
    INSERT INTO webhooks (id, account, watched, domains, disabled, suspended, created_at, version)
      VALUES ('w1', 'me', '[]', '[]', 0, 0, '2026-11-20T10:00:00.000Z', 3);
    INSERT INTO dispatches (id, webhook, account, message_id, scope, action, repo_type, repo_name, created_at, outcome, last_at, last_status)
      VALUES (1, 'w1', 'me', 'm1', 'repo', 'update', 'model', 'me/m', ${nowMs - 172_800_000}, 'sent', ${nowMs - 172_800_000}, 200),
        (2, 'w1', 'me', 'm2', 'repo', 'update', 'model', 'me/m', ${nowMs}, 'dead', ${nowMs}, 403);
    INSERT INTO dispatch_attempts (dispatch, target, started_at, duration_ms, status, replay, headers, answer)
      VALUES (1, 'http://127.0.0.1/in', ${nowMs - 172_800_000}, 1, 200, 0, '[]', ''),
        (2, 'http://127.0.0.1/in', ${nowMs}, 1, 403, 0, '[]', ''), (2, 'http://127.0.0.1/in', ${nowMs}, 1, 403, 1, '[]', '');
    INSERT INTO webhook_sending (webhook, failures, failing_since) VALUES ('w1', 1, ${nowMs});
  `);
  db.close();

  const store = await openHubStore(dataDir);
  onTestFinished(() => store.close());
  const quota = { triggers: 1000, withinMs: 86_400_000 };
  const query = { account: "me", since: null, limit: 10, nowMs, quota };
  expect((await store.activity.activities(query)).activities).toMatchObject([
    {
      webhookId: "w1",
      hours: [{ hour: hourOf(nowMs), attempts: 2, failed: 2 }],
      last: { at: new Date(nowMs).toISOString(), status: 403, ok: false },
      failures: 1,
      events: { "repo.update": 1 },
    },
  ]);
});
