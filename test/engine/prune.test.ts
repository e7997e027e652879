import { existsSync } from "node:fs";
import { request } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { pruneDeliveries } from "../../src/engine/log-commands.ts";
import { retentionOf } from "../../src/engine/retention.ts";
import { isRoleHeld } from "../../src/engine/roles/find-role.ts";
import { version } from "../../src/engine/version.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import { lineLogger } from "../../src/model/logger.ts";
import type { PrunePolicy } from "../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../src/store/sqlite/deliveries/delivery-reader.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { runningEngine } from "../support/running-engine.ts";
import { sqliteAt } from "../support/sqlite-at.ts";

const everything: PrunePolicy = { beforeMs: Number.MAX_SAFE_INTEGER, maxBytes: null };

async function logOf(count: number): Promise<string> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  await Promise.all(Array.from({ length: count }, () => log.append(newDelivery())));
  await log.close();
  return dataDir;
}

/** Starts an engine without retention. */
function keepingEngine(dataDir: string): Promise<Engine> {
  const routes = ["inbox"];
  return runningEngine(dataDir, {
    roles: { receiver: { port: 0, secret: null, routes, retention: retentionOf(0, 0) } },
  });
}

async function countOf(dataDir: string): Promise<number> {
  const reader = openDeliveryReader(dataDir);
  try {
    return await reader.count(emptyFilter);
  } finally {
    await reader.close();
  }
}

describe("pruning from another process", () => {
  test.each([true, false])("is the same with and without a running receiver (%s)", async (runs) => {
    const dataDir = await logOf(600);
    if (runs) await keepingEngine(dataDir);
    const planned = await pruneDeliveries(
      { ...sqliteAt(dataDir), version, dryRun: true, logger: lineLogger(() => undefined) },
      everything,
    );
    expect(planned.deliveries).toBe(600);
    expect(await countOf(dataDir)).toBe(600);
    expect(
      await pruneDeliveries(
        { ...sqliteAt(dataDir), version, dryRun: false, logger: lineLogger(() => undefined) },
        everything,
      ),
    ).toEqual(planned);
    expect(await countOf(dataDir)).toBe(0);
    expect(await isRoleHeld(sqliteAt(dataDir), "receiver")).toBe(runs);
  });

  test("creates no log", async () => {
    const dataDir = freshDataDir();
    expect(
      await pruneDeliveries(
        { ...sqliteAt(dataDir), version, dryRun: false, logger: lineLogger(() => undefined) },
        everything,
      ),
    ).toEqual({
      deliveries: 0,
      bytes: 0,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  test("is refused without one of its parameters", async () => {
    const engine = await keepingEngine(await logOf(3));
    const socketPath = engine.receiver?.socket ?? "";
    const answer = await new Promise<{ status: number | undefined; text: string }>((resolve, reject) => {
      const asking = request({ socketPath, method: "POST", path: "/prune" }, (response) => {
        let text = "";
        response.on("data", (chunk) => (text += String(chunk)));
        response.on("end", () => resolve({ status: response.statusCode, text }));
      });
      asking.once("error", reject);
      asking.end("{}");
    });
    expect(answer).toMatchObject({ status: 500, text: expect.stringContaining("pruning needs beforeMs") });
  });

  test("ends with the engine, and leaves the rest in the log", async () => {
    const dataDir = await logOf(20_000);
    const engine = await keepingEngine(dataDir);
    if (engine.receiver === null) throw new Error("this engine has no receiver");
    const pruning = connectReceiver(engine.receiver).prune(everything, false);
    const reader = openDeliveryReader(dataDir);
    onTestFinished(() => reader.close());
    await expect.poll(() => reader.count(emptyFilter), { interval: 1 }).toBeLessThan(20_000);
    await engine.close();
    const { deliveries } = await pruning;
    expect(deliveries).toBeLessThan(20_000);
    expect(await countOf(dataDir)).toBe(20_000 - deliveries);
  });
});
