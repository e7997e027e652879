import { once } from "node:events";
import { createServer } from "node:http";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isRoleHeld } from "../../src/engine/roles/find-role.ts";
import { version } from "../../src/engine/version.ts";
import { withHub } from "../../src/engine/with-hub.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { runningEngine } from "../support/running-engine.ts";
import { sqliteAt } from "../support/sqlite-at.ts";

const watched = [{ type: "dataset", name: "me/corpus" }];
const update = { scope: "repo.content", action: "update", repo: { type: "dataset", name: "me/corpus" } };

/** Starts a server that records the paths of its POST requests. */
async function sink(): Promise<{ url: string; paths: string[] }> {
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? "");
    request.resume();
    response.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}`, paths };
}

describe("a command on the local hub", () => {
  test("is served by the command if no hub runs, and the next command sees its changes", async () => {
    const dataDir = freshDataDir();
    const made = await withHub({ ...sqliteAt(dataDir), version }, (client, running) => {
      expect(running).toBeNull();
      return client.createWebhook({ url: "http://127.0.0.1:9/x", watched });
    });
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(false);
    const listed = await withHub({ ...sqliteAt(dataDir), version }, (client) => client.listWebhooks());
    expect(listed.map(({ id }) => id)).toEqual([made.id]);
  });

  test("does not hold the hub while it waits for the user, and uses a hub that starts meanwhile", async () => {
    const dataDir = freshDataDir();
    await withHub({ ...sqliteAt(dataDir), version }, async (client) => {
      const made = await client.createWebhook({ url: "http://127.0.0.1:9/x", watched });
      const engine = await runningEngine(dataDir, { roles: { hub: { port: 0, token: "another-token" } } });
      await client.disableWebhook(made.id);
      const asked = await fetch(`${engine.hub?.url}/api/settings/webhooks/${made.id}`, {
        headers: { authorization: "Bearer another-token" },
      });
      expect(await asked.json()).toMatchObject({ webhook: { id: made.id, disabled: true } });
    });
  });

  test("serves calls that overlap from one hub, and releases the role after the last", async () => {
    const dataDir = freshDataDir();
    await withHub({ ...sqliteAt(dataDir), version }, async (client) => {
      const made = await Promise.all(
        Array.from({ length: 20 }, (_, at) =>
          client.createWebhook({ url: `http://127.0.0.1:9/${at}`, watched }),
        ),
      );
      expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(false);
      expect(await client.listWebhooks()).toEqual(made);
    });
  });

  test("releases the role after an error", async () => {
    const dataDir = freshDataDir();
    const asked = withHub({ ...sqliteAt(dataDir), version }, (client) =>
      client.getWebhook("63900000000000000000de93"),
    );
    await expect(asked).rejects.toMatchObject({ exitCode: 1 });
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(false);
  });

  test("uses the running hub with its token", async () => {
    const dataDir = freshDataDir();
    const engine = await runningEngine(dataDir, { roles: { hub: { port: 0, token: "a-token-of-my-own" } } });
    await withHub({ ...sqliteAt(dataDir), version }, async (client, running) => {
      expect(running?.pid).toBe(process.pid);
      expect(client.endpoint).toBe(engine.hub?.url);
      expect(await client.listWebhooks()).toEqual([]);
    });
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(true);
  });

  test("leaves its dispatches in the queue until a hub runs", async () => {
    const dataDir = freshDataDir();
    const { url, paths } = await sink();
    await withHub({ ...sqliteAt(dataDir), version }, async (client) => {
      await client.createWebhook({ url: `${url}/hook`, watched });
      expect((await client.trigger(update)).dispatches).toHaveLength(1);
    });
    expect(paths).toEqual([]);
    await runningEngine(dataDir, { roles: { hub: { port: 0 } } });
    await vi.waitFor(() => expect(paths).toEqual(["/hook"]), { timeout: 10_000 });
  });

  test("waits for another command that holds the hub", async () => {
    const dataDir = freshDataDir();
    const create = (name: string): Promise<unknown> =>
      withHub({ ...sqliteAt(dataDir), version }, (client) =>
        client.createWebhook({ url: `http://127.0.0.1:9/${name}`, watched }),
      );
    await Promise.all(["a", "b", "c", "d"].map(create));
    const listed = await withHub({ ...sqliteAt(dataDir), version }, (client) => client.listWebhooks());
    expect(new Set(listed.map(({ url }) => url))).toEqual(
      new Set(["a", "b", "c", "d"].map((name) => `http://127.0.0.1:9/${name}`)),
    );
  });
});
