import { randomInt } from "node:crypto";
import { join } from "node:path";
import process from "node:process";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { httpTarget } from "../support/http-target.ts";
import { hubProcess } from "../support/hub-process.ts";
import { testHub } from "../support/local-hub.ts";

/** Number of kills; ten in the thorough run. */
const rounds = Number(process.env["HOOKLENS_KILL_ROUNDS"] ?? 2);
const webhooks = 8;
/** Events per round; all rounds together stay below the quota. */
const events = Math.floor(900 / rounds);
const callers = 8;

const repo = { type: "model", name: "me/m" };

/** Returns a function that checks, with its own connection, if a dispatch is committed. */
function storeWitness(dataDir: string): (webhookId: string, messageId: string) => boolean {
  const db = new DatabaseSync(join(dataDir, "hub.db"), { readOnly: true });
  onTestFinished(() => db.close());
  const find = db.prepare("SELECT 1 FROM dispatches WHERE webhook = ? AND message_id = ?");
  return (webhookId, messageId) => find.get(webhookId, messageId) !== undefined;
}

test(
  `a hub killed with -9 at ${rounds} random moments loses no event it has accepted, and sends none before it is stored`,
  { timeout: 30_000 * (rounds + 2) },
  async () => {
    const dataDir = freshDataDir();
    let isStored: ReturnType<typeof storeWitness> | null = null;
    const unstored: string[] = [];
    /** Events that each webhook received. */
    const came = new Map<string, Set<number>>();
    const target = await httpTarget((request, response) => {
      const messageId = String(request.headers["webhook-id"]);
      const { n, webhook } = JSON.parse(target.seen.at(-1)?.body ?? "");
      if (isStored?.(webhook.id, messageId) === false) unstored.push(messageId);
      came.set(webhook.id, (came.get(webhook.id) ?? new Set()).add(n));
      response.end();
    });

    const accepted: number[] = [];
    let next = 0;
    for (let round = 0; round < rounds; round += 1) {
      const hub = await hubProcess(dataDir);
      if (round === 0) {
        for (let lane = 0; lane < webhooks; lane += 1) {
          await hub.client.createWebhook({ url: `${target.url}/${lane}`, watched: [repo] });
        }
        isStored = storeWitness(dataDir);
      }
      const killAt = next + randomInt(1, events);
      const end = next + events;
      const kills: Promise<void>[] = [];
      const call = async (): Promise<void> => {
        while (next < end && kills.length === 0) {
          const n = next++;
          if (n === killAt) kills.push(hub.kill());
          // The hub may be gone before its response: then it has promised nothing.
          const answer = await hub.client
            .trigger({ scope: "repo", action: "update", repo, set: { n } })
            .catch(() => null);
          if (answer !== null) accepted.push(n);
        }
      };
      await Promise.all(Array.from({ length: callers }, call));
      await Promise.all(kills);
    }
    expect(accepted.length).toBeGreaterThan(0);

    const { hub, store, client } = await testHub({ dataDir });
    hub.startDispatching();
    await expect
      .poll(() => store.queue.counts(), { timeout: 60_000 })
      .toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
    expect(unstored).toEqual([]);
    const ids = (await client.listWebhooks()).map(({ id }) => id);
    expect(ids).toHaveLength(webhooks);
    for (const id of ids) {
      expect(accepted.filter((n) => !came.get(id)?.has(n))).toEqual([]);
      const { dispatches } = await store.activity.page(id, { before: null, limit: 2000 });
      expect(dispatches.filter(({ state }) => state !== "sent")).toEqual([]);
      expect(dispatches.length).toBeGreaterThanOrEqual(accepted.length);
    }
  },
);
