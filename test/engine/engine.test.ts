import { writeFileSync, mkdirSync, readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { RoleHeldError } from "../../src/engine/errors.ts";
import { replayDelivery } from "../../src/engine/log-commands.ts";
import { findRole, isRoleHeld } from "../../src/engine/roles/find-role.ts";
import { startEngine } from "../../src/engine/start-engine.ts";
import { version } from "../../src/engine/version.ts";
import { PortTakenError } from "../../src/http/listen.ts";
import { lineLogger } from "../../src/model/logger.ts";
import { openDeliveryLog } from "../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { rawTarget } from "../support/raw-target.ts";
import { deliver, runningEngine } from "../support/running-engine.ts";
import { sqliteAt } from "../support/sqlite-at.ts";
import { takePort } from "../support/taken-port.ts";
import { until } from "../support/until.ts";

const receiver = { port: 0, secret: null, routes: ["inbox"] };
const hub = { port: 0 };

describe("an engine", () => {
  test("has the requested roles and publishes their addresses", async () => {
    const dataDir = freshDataDir();
    const engine = await runningEngine(dataDir, { roles: { hub, receiver } });
    expect(engine.receiver).toMatchObject({ role: "receiver", routes: ["inbox"], pid: process.pid, version });
    expect(engine.hub).toMatchObject({ role: "hub", socket: null, version });
    const asked = await fetch(`${engine.hub?.url}/api/whoami-v2`, {
      headers: { authorization: `Bearer ${engine.hub?.token}` },
    });
    expect(asked.status).toBe(200);
    expect(await deliver(engine.receiver?.url ?? "", { a: 1 })).toBe(200);
    expect((await findRole(sqliteAt(dataDir), "hub", version))?.token).toBe(engine.hub?.token);
  });

  test("creates files that only their owner can read", async () => {
    const dataDir = freshDataDir();
    await runningEngine(dataDir, { roles: { hub, receiver } });
    const open = readdirSync(dataDir).filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0);
    const secret = new Set("hub.db hub-token hub.json deliveries.db receiver.json receiver.sock".split(" "));
    expect(open.filter((name) => secret.has(name))).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  test("releases its roles when it is closed, also twice", async () => {
    const dataDir = freshDataDir();
    const engine = await runningEngine(dataDir, { roles: { hub, receiver } });
    await Promise.all([engine.close(), engine.close()]);
    await engine.close();
    expect([
      await isRoleHeld(sqliteAt(dataDir), "hub"),
      await isRoleHeld(sqliteAt(dataDir), "receiver"),
    ]).toEqual([false, false]);
    const next = await runningEngine(dataDir, { roles: { hub, receiver } });
    expect(next.hub?.token).toBe(engine.hub?.token);
  });

  test("takes no role if one is held, and names the holder", async () => {
    const dataDir = freshDataDir();
    const first = await runningEngine(dataDir);
    const second = startEngine({
      ...sqliteAt(dataDir),
      version,
      roles: { hub, receiver },
      logger: lineLogger(() => undefined),
    });
    await expect(second).rejects.toBeInstanceOf(RoleHeldError);
    await expect(second).rejects.toThrow(`process ${process.pid} at ${first.receiver?.url}`);
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(false);
    expect(await findRole(sqliteAt(dataDir), "receiver", version)).not.toBeNull();
  });

  test.each([
    [{ secret: "seven77", routeSecrets: {} }, 1],
    [{ secret: "eight888", routeSecrets: { inbox: "seven77" } }, 1],
    [{ secret: "eight888", routeSecrets: {} }, 0],
  ])("warns of a secret of fewer than eight characters, without it: %j", async (secrets, count) => {
    const lines: string[] = [];
    const logger = lineLogger((line) => lines.push(line));
    const roles = { receiver: { ...receiver, ...secrets } };
    const engine = await startEngine({ ...sqliteAt(freshDataDir()), version, logger, roles });
    await engine.close();
    expect(lines.filter((line) => line.includes("fewer than 8 characters"))).toHaveLength(count);
    expect(lines.join("\n")).not.toContain("seven77");
  });

  test("does not start on a given port that is taken, and releases the role", async () => {
    const dataDir = freshDataDir();
    const { port } = await takePort();
    const logger = lineLogger(() => undefined);
    const receiving = startEngine({
      ...sqliteAt(dataDir),
      version,
      logger,
      roles: { receiver: { ...receiver, port } },
    });
    await expect(receiving).rejects.toBeInstanceOf(PortTakenError);
    await expect(
      startEngine({ ...sqliteAt(dataDir), version, logger, roles: { receiver, hub: { port } } }),
    ).rejects.toBeInstanceOf(PortTakenError);
    expect([
      await isRoleHeld(sqliteAt(dataDir), "hub"),
      await isRoleHeld(sqliteAt(dataDir), "receiver"),
    ]).toEqual([false, false]);
  });

  test("tells after its end how many deliveries wait in the queue", async () => {
    const down = await rawTarget(() => {});
    await down.close();
    const roles = { receiver: { ...receiver, forward: down.url } };
    const engine = await runningEngine(freshDataDir(), { roles });
    const answer = deliver(engine.receiver?.url ?? "", { a: 1 });
    await until(() => engine.receiver?.waiting === 1);
    await engine.close();
    expect(await answer).toBe(202);
    expect(engine.receiver?.waiting).toBe(1);
  });

  test("marks pending deliveries of the last engine as interrupted, and logs their number", async () => {
    const dataDir = freshDataDir();
    const log = await openDeliveryLog(dataDir);
    // Recent: the retention removes deliveries older than a month.
    const receivedAtMs = Date.now();
    await log.append(newDelivery({ receivedAtMs, outcome: "pending", status: null }));
    await log.append(newDelivery({ receivedAtMs }));
    await log.close();
    const notes: string[] = [];
    const engine = await runningEngine(dataDir, { logger: lineLogger((line) => notes.push(line)) });
    await engine.close();
    expect(notes).toEqual(["1 delivery of the last run was marked as interrupted"]);
    const after = await openDeliveryLog(dataDir);
    expect((await after.get(1))?.outcome).toBe("interrupted");
    expect((await after.get(2))?.outcome).toBe("accepted");
    await after.close();
  });

  test("sets a damaged log aside, and warns at every start while the file exists", async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, "deliveries.db"), "no database ".repeat(1000));
    const notesOfStart = async (): Promise<readonly string[]> => {
      const notes: string[] = [];
      const engine = await startEngine({
        ...sqliteAt(dataDir),
        version,
        roles: { receiver },
        logger: lineLogger((line) => notes.push(line)),
      });
      await engine.close();
      return notes.filter((line) => line.includes("damaged"));
    };
    expect(await notesOfStart()).toEqual([
      expect.stringMatching(/deliveries\.db, which holds the log of deliveries, is damaged: /),
      expect.stringMatching(/\.damaged-.*\.db was set aside\. 0 deliveries were recovered/),
    ]);
    const kept = readdirSync(dataDir).find((name) => name.includes("damaged")) ?? "";
    const reminder = `${join(dataDir, kept)} was set aside`;
    expect(await notesOfStart()).toEqual([expect.stringContaining(reminder)]);
    expect(await notesOfStart()).toEqual([expect.stringContaining(reminder)]);
    renameSync(join(dataDir, kept), join(dataDir, `${kept}.imported`));
    expect(await notesOfStart()).toEqual([]);
  });
});

describe("a replay from a command", () => {
  test("goes through the running receiver", async () => {
    const dataDir = freshDataDir();
    const engine = await runningEngine(dataDir);
    await deliver(engine.receiver?.url ?? "", { a: 1 });
    expect(
      await replayDelivery(
        {
          ...sqliteAt(dataDir),
          version,
          secretOf: () => null,
          known: [],
          logger: lineLogger(() => undefined),
        },
        1,
      ),
    ).toMatchObject({
      seq: 2,
      status: 200,
    });
  });

  test("to a URL is sent by the command itself if no receiver runs", async () => {
    const dataDir = freshDataDir();
    const log = await openDeliveryLog(dataDir);
    await log.append(newDelivery());
    await log.close();
    const elsewhere = await runningEngine(freshDataDir("elsewhere"));
    const to = `${elsewhere.receiver?.url}/webhooks/inbox`;
    const result = await replayDelivery(
      { ...sqliteAt(dataDir), version, secretOf: () => null, known: [], logger: lineLogger(() => undefined) },
      1,
      to,
    );
    expect(result).toEqual({ seq: 2, outcome: "handled", status: 200, error: null });
    expect(await isRoleHeld(sqliteAt(dataDir), "receiver")).toBe(false);
  });

  test("through a route without a receiver is an error, and a missing delivery is named before", async () => {
    const dataDir = freshDataDir();
    const log = await openDeliveryLog(dataDir);
    await log.append(newDelivery());
    await log.close();
    const replay = (seq: number) =>
      replayDelivery(
        {
          ...sqliteAt(dataDir),
          version,
          secretOf: () => null,
          known: [],
          logger: lineLogger(() => undefined),
        },
        seq,
      );
    await expect(replay(1)).rejects.toMatchObject({ code: "engine-gone", exitCode: 3 });
    await expect(replay(1)).rejects.toThrow("Run hooklens receive, or choose a target with --to URL");
    await expect(replay(2)).rejects.toMatchObject({ code: "not-found", exitCode: 1 });
  });
});
