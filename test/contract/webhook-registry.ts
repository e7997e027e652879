import { describe, expect, onTestFinished, test } from "vitest";
import type { EventTarget, NewWebhook, WebhookRegistry } from "../../src/store/webhook-registry.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

export type OpenRegistry = (dataDir: string) => Promise<WebhookRegistry>;

function newWebhook(over: Partial<NewWebhook> = {}): NewWebhook {
  return {
    account: "me",
    url: "http://127.0.0.1:7860/webhooks/inbox",
    jobSourceId: null,
    watched: [{ type: "dataset", name: "acme/corpus" }],
    domains: [],
    secret: null,
    ...over,
  };
}

function eventOn(name: string, scope = "repo.content"): EventTarget {
  return { scope, action: "update", repo: { type: "dataset", name } };
}

/** Tests of every WebhookRegistry. */
export function webhookRegistryContract(name: string, open: OpenRegistry): void {
  async function opened(dataDir: string = freshDataDir()): Promise<WebhookRegistry> {
    const registry = await open(dataDir);
    onTestFinished(() => registry.close());
    return registry;
  }

  describe(`${name}: registry of webhooks`, () => {
    test("stores an enabled webhook with an id like the Hub's", async () => {
      const dataDir = freshDataDir();
      const first = await open(dataDir);
      const given = newWebhook({
        domains: ["repo"],
        secret: "s3cret ünïcode",
        jobSourceId: "job",
        url: null,
      });
      const created = await first.create(given);
      expect(created).toMatchObject({ ...given, disabled: false, suspended: false, version: 1 });
      expect(created.id).toMatch(/^[0-9a-f]{24}$/);
      expect(new Date(created.createdAt).toISOString()).toBe(created.createdAt);
      await first.close();
      expect(await (await opened(dataDir)).get("me", created.id)).toEqual(created);
    });

    test("lists the webhooks of one account in the order of creation", async () => {
      const registry = await opened();
      const [a, , c] = await Promise.all([
        registry.create(newWebhook()),
        registry.create(newWebhook({ account: "other" })),
        registry.create(newWebhook()),
      ]);
      await registry.update("me", a.id, { secret: "new" });
      expect((await registry.list("me")).map(({ id }) => id)).toEqual([a.id, c.id]);
      expect(await registry.list("nobody")).toEqual([]);
      expect(await registry.get("other", a.id)).toBeNull();
    });

    test("changes the given fields only and increments the version", async () => {
      const registry = await opened();
      const created = await registry.create(newWebhook({ secret: "keep" }));
      const updated = await registry.update("me", created.id, { url: "http://example.org/" });
      expect(updated).toEqual({ ...created, url: "http://example.org/", version: 2 });
      expect(await registry.get("me", created.id)).toEqual(updated);
      expect(await registry.update("me", "0".repeat(24), { url: null })).toBeNull();
      expect(await registry.update("other", created.id, { url: null })).toBeNull();
    });

    test("refuses a change with an outdated version", async () => {
      const registry = await opened();
      const { id } = await registry.create(newWebhook());
      const results = await Promise.allSettled([
        registry.update("me", id, { secret: "first" }, 1),
        registry.update("me", id, { secret: "second" }, 1),
      ]);
      expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
      expect(results[1]).toMatchObject({ reason: { code: "version-conflict", exitCode: 1 } });
      expect(await registry.get("me", id)).toMatchObject({ secret: "first", version: 2 });
    });

    test("removes a webhook once", async () => {
      const registry = await opened();
      const { id } = await registry.create(newWebhook());
      expect(await registry.remove("other", id)).toBe(false);
      expect(await registry.remove("me", id)).toBe(true);
      expect(await registry.remove("me", id)).toBe(false);
      expect(await registry.list("me")).toEqual([]);
      expect(await registry.watching(eventOn("acme/corpus"))).toEqual([]);
    });

    describe("watching", () => {
      test("returns webhooks of the repo or its owner, of all accounts, each once, in the order of creation", async () => {
        const registry = await opened();
        const watched = [
          [{ type: "dataset", name: "acme/corpus" }],
          [{ type: "model", name: "acme/corpus" }],
          [{ type: "org", name: "acme" }],
          [
            { type: "user", name: "acme" },
            { type: "dataset", name: "acme/corpus" },
            { type: "dataset", name: "acme/corpus" },
          ],
          [{ type: "org", name: "acme/corpus" }],
          [{ type: "dataset", name: "acme/corpus-2" }],
        ];
        const ids: string[] = [];
        for (const [index, items] of watched.entries()) {
          const created = await registry.create(newWebhook({ watched: items, account: `account-${index}` }));
          ids.push(created.id);
        }
        const fired = await registry.watching(eventOn("acme/corpus"));
        expect(fired.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[3]]);
        expect(await registry.watching(eventOn("acm"))).toEqual([]);
      });

      test("returns webhooks of the domain or without domains; for an unknown domain only the latter", async () => {
        const registry = await opened();
        const wanted = [[], ["repo"], ["discussion"], ["discussions"], ["repo", "discussion"]];
        for (const domains of wanted) await registry.create(newWebhook({ domains }));
        const fired = async (scope: string): Promise<(readonly string[])[]> =>
          (await registry.watching(eventOn("acme/corpus", scope))).map(({ domains }) => domains);
        expect(await fired("repo")).toEqual([[], ["repo"], ["repo", "discussion"]]);
        expect(await fired("repo.newer.scope")).toEqual([[], ["repo"], ["repo", "discussion"]]);
        expect(await fired("discussion.comment")).toEqual([
          [],
          ["discussion"],
          ["discussions"],
          ["repo", "discussion"],
        ]);
        expect(await fired("repository")).toEqual([[]]);
      });

      test("skips disabled webhooks, and uses the current watched items of enabled ones", async () => {
        const registry = await opened();
        const { id } = await registry.create(newWebhook());
        const fires = async (name: string): Promise<boolean> =>
          (await registry.watching(eventOn(name))).length === 1;
        await registry.update("me", id, { disabled: true });
        expect(await fires("acme/corpus")).toBe(false);
        await registry.update("me", id, { watched: [{ type: "dataset", name: "acme/other" }] });
        expect(await fires("acme/other")).toBe(false);
        await registry.update("me", id, { disabled: false });
        expect(await fires("acme/corpus")).toBe(false);
        expect(await fires("acme/other")).toBe(true);
      });

      test("finds a webhook among thousands", async () => {
        const registry = await opened();
        await Promise.all(
          Array.from({ length: 5000 }, (_, index) =>
            registry.create(newWebhook({ watched: [{ type: "dataset", name: `acme/corpus-${index}` }] })),
          ),
        );
        const fired = await registry.watching(eventOn("acme/corpus-4321"));
        expect(fired.map(({ watched }) => watched)).toEqual([
          [{ type: "dataset", name: "acme/corpus-4321" }],
        ]);
      });
    });
  });
}
