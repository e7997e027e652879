import { existsSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { StoreGoneError } from "../../../src/store/errors.ts";
import { backupLog } from "../../../src/store/sqlite/deliveries/damage/backup.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { listSetAside } from "../../../src/store/sqlite/set-aside.ts";
import { allSeqs } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

async function openLog(dataDir: string): Promise<DeliveryLog> {
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  return log;
}

/** Resolves with the reason when a log can no longer store. */
function ended(log: DeliveryLog): Promise<string> {
  return new Promise((resolve) => {
    log.onStoring(() => {
      const storing = log.storing();
      if (!storing.ok && storing.isFinal) resolve(storing.reason);
    });
  });
}

const deleteLog = (dataDir: string): void => {
  for (const name of readdirSync(dataDir).filter((each) => each.startsWith("deliveries.db")))
    rmSync(join(dataDir, name));
};

const cases: readonly [what: string, act: (dataDir: string) => void, reason: string][] = [
  ["deleted with its WAL", deleteLog, "was deleted or moved away; what it held is in"],
  [
    "deleted alone",
    (dataDir) => rmSync(join(dataDir, "deliveries.db")),
    "was deleted or moved away; what it held is in",
  ],
  [
    "moved away",
    (dataDir) => renameSync(join(dataDir, "deliveries.db"), join(dataDir, "elsewhere.db")),
    "was deleted or moved away",
  ],
  [
    "replaced by a backup",
    (dataDir) => renameSync(join(dataDir, "backup.db"), join(dataDir, "deliveries.db")),
    "was replaced by another file; what it held is in",
  ],
];

test.each(cases)("a log that is %s stores nothing more, and loses nothing", async (_, act, reason) => {
  const dataDir = freshDataDir();
  const log = await openLog(dataDir);
  await log.append(newDelivery());
  await backupLog(dataDir, join(dataDir, "backup.db"), { force: false });
  for (let n = 0; n < 20; n += 1) await log.append(newDelivery({ body: new Uint8Array(9000) }));
  act(dataDir);
  const end = ended(log);
  await expect(log.append(newDelivery())).rejects.toThrow(StoreGoneError);
  await expect(log.append(newDelivery())).rejects.toThrow("Restart hooklens");
  expect(await end).toContain(reason);
  await log.close();

  const next = await openLog(dataDir);
  const [kept, ...others] = listSetAside(dataDir);
  expect(others).toEqual([]);
  await next.import(kept?.path ?? "");
  expect(await allSeqs(next)).toHaveLength(21);
  expect((await next.append(newDelivery())).seq).toBeGreaterThan(21);
});

test.each([
  ["deleted", (dataDir: string) => rmSync(dataDir, { recursive: true }), 0],
  ["moved", (dataDir: string) => renameSync(dataDir, `${dataDir}-moved`), 3],
])("a log whose directory is %s ends without a delivery, and makes nothing there", async (_, act, left) => {
  const dataDir = freshDataDir();
  const log = await openLog(dataDir);
  for (let n = 0; n < 3; n += 1) await log.append(newDelivery());
  const end = ended(log);
  act(dataDir);
  expect(await end).toContain("with its directory");
  await log.close();
  expect(existsSync(dataDir)).toBe(false);
  expect(await allSeqs(await openLog(`${dataDir}-moved`))).toHaveLength(left);
});

test("a hub.db that is deleted takes no more changes, and its data are in the next one", async () => {
  const dataDir = freshDataDir();
  const webhook = {
    account: "me",
    url: "https://example.org/",
    jobSourceId: null,
    watched: [{ type: "dataset", name: "me/corpus" } as const],
    domains: ["repo" as const],
    secret: null,
  };
  const lines: string[] = [];
  const record = (line: string): void => void lines.push(line);
  const hub = await openHubStore(dataDir, { info: record, warn: record, error: record });
  await hub.registry.create(webhook);
  rmSync(join(dataDir, "hub.db"));
  await expect(hub.registry.create(webhook)).rejects.toThrow(StoreGoneError);
  await hub.close();
  expect(lines).toEqual([
    expect.stringMatching(/hub\.db was deleted or moved away; what it held is in .*hub\.damaged-/),
  ]);
  const next = await openHubStore(dataDir);
  onTestFinished(() => next.close());
  expect(await next.registry.list("me")).toHaveLength(1);
});
