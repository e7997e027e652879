import { existsSync, readdirSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openStore } from "../../src/engine/stores.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { newDelivery } from "../support/new-delivery.ts";

function storeOf() {
  const { home, dataDir, remove, ...rest } = makeCliHome();
  onTestFinished(remove);
  return {
    ...rest,
    home,
    dataDir,
    store: (...args: readonly string[]) => runInProcess(["store", ...args], { home }),
  };
}

test("store init on SQLite creates nothing, and has none of the limits of a server", async () => {
  const { store, dataDir } = storeOf();
  expect(await store("init")).toMatchObject({
    code: 0,
    stdout: "SQLite needs no preparation: hooklens receive creates its files.\n",
  });
  expect(existsSync(dataDir)).toBe(false);
  const refused = await store("init", "--replicas", "3");
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /^error: SQLite has no replicas and no limits of a server \(.*--store nats:/,
  );
});

test.each([
  [["--replicas", "2"], '"2" is not a number of replicas'],
  [["--max-age", "soon"], '"soon" is not a value for --max-age'],
  [["--max-bytes", "much"], '"much" is not a value for --max-bytes'],
  [["--max-ack-pending", "0"], '"0" is not a value for --max-ack-pending'],
  [["--ack-wait", "60"], '"60" is not a value for --ack-wait'],
])("store init %j is wrong usage", async (args, message) => {
  const { store } = storeOf();
  const { code, stderr } = await store("init", ...args);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
});

test("store status on SQLite says what a 2xx survives, and what the files hold", async () => {
  const { store, dataDir } = storeOf();
  expect(JSON.parse((await store("status", "--format", "json")).stdout)).toMatchObject({
    store: "sqlite",
    server: null,
    parts: [{ name: "deliveries.db", messages: 0, bytes: 0 }, { name: "search.db" }],
    problems: [],
  });
  expect(existsSync(dataDir)).toBe(false);
  const log = await (await openStore({ dataDir, store: "sqlite" })).deliveries.openLog();
  await log.append(newDelivery());
  await log.forwards.enqueue([{ lane: "1", body: null, dueAtMs: Date.now() + 60_000 }]);
  await log.close();

  const { code, stdout } = await store("status");
  expect(code).toBe(0);
  expect(stdout).toContain("a 2xx survives a crash and a power cut");
  expect(stdout).toMatch(/deliveries\.db +1 /);
  expect(stdout).toContain("1 wait, 0 under way\n");
  expect(stdout).toContain("Running receivers: 0");
  expect(await store("status", "--monitor", "http://127.0.0.1:8222")).toMatchObject({ code: 2 });
});

test("store bench measures SQLite on the disk of the data directory, and leaves nothing there", async () => {
  const { store, dataDir } = storeOf();
  const { code, stdout } = await store("bench", "--seconds", "1", "--format", "json");
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    store: "sqlite",
    inFlight: 64,
    failures: 0,
    deliveries: expect.any(Number),
    p50Ms: expect.any(Number),
  });
  expect(JSON.parse(stdout).deliveries).toBeGreaterThan(0);
  expect(readdirSync(dataDir)).toEqual([]);
});
