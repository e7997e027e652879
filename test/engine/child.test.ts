import { readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import { EngineGoneError } from "../../src/engine/errors.ts";
import { findRole, isRoleHeld } from "../../src/engine/roles/find-role.ts";
import { version } from "../../src/engine/version.ts";
import { appProcess, isAlive } from "../support/app-process.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { deliver, runningEngine } from "../support/running-engine.ts";
import { shared } from "../support/shared.ts";
import { sqliteAt } from "../support/sqlite-at.ts";

const waiting = { timeout: 15_000, interval: 20 };

describe("the engine of an app", () => {
  test("is a child with both roles", async () => {
    const dataDir = freshDataDir();
    const line = await appProcess(dataDir).next();
    expect(line).toMatchObject({ started: true, lost: [] });
    expect(line.hub.pid).toBe(line.receiver.pid);
    expect(await findRole(sqliteAt(dataDir), "hub", version)).toEqual(line.hub);
    expect(await findRole(sqliteAt(dataDir), "receiver", version)).toEqual(line.receiver);
    expect(await deliver(line.receiver.url, { a: 1 })).toBe(200);
  });

  test("ends when the app ends", async () => {
    const dataDir = freshDataDir();
    const app = appProcess(dataDir);
    const { hub } = await app.next();
    app.process.stdin?.end();
    await vi.waitFor(() => expect(isAlive(hub.pid)).toBe(false), waiting);
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(false);
    expect(await isRoleHeld(sqliteAt(dataDir), "receiver")).toBe(false);
  });

  test("ends when the app is killed by SIGKILL", async () => {
    const dataDir = freshDataDir();
    const app = appProcess(dataDir);
    const { hub } = await app.next();
    await app.kill("SIGKILL");
    await vi.waitFor(() => expect(isAlive(hub.pid)).toBe(false), waiting);
    expect(await isRoleHeld(sqliteAt(dataDir), "receiver")).toBe(false);
  });

  test("killed by SIGKILL is noticed by its followers, and restarted by the app with all deliveries", async () => {
    const dataDir = freshDataDir();
    const app = appProcess(dataDir);
    const first = await app.next();
    await deliver(first.receiver.url, { a: 1 });
    const following = (async () => {
      const updates = connectReceiver(first.receiver).updates(new AbortController().signal);
      for await (const { seq } of updates) if (seq === 1) process.kill(first.receiver.pid, "SIGKILL");
    })();
    await expect(following).rejects.toBeInstanceOf(EngineGoneError);
    const second = await app.next();
    expect(second.lost).toEqual(["hub", "receiver"]);
    expect(second.started).toBe(true);
    expect(second.receiver.pid).not.toBe(first.receiver.pid);
    expect((await connectReceiver(second.receiver).state()).position.seq).toBe(1);
  });

  test("is shared by two apps that start simultaneously", async () => {
    const dataDir = freshDataDir();
    const lines = await Promise.all([appProcess(dataDir).next(), appProcess(dataDir).next()]);
    expect(lines.filter(({ started }) => started)).toHaveLength(1);
    expect(new Set(lines.flatMap(({ hub, receiver }) => [hub.pid, receiver.pid])).size).toBe(1);
  });

  test("of another app is replaced when that app ends", async () => {
    const dataDir = freshDataDir();
    const first = appProcess(dataDir);
    const { hub } = await first.next();
    const second = appProcess(dataDir);
    expect(await second.next()).toMatchObject({ started: false, hub: { pid: hub.pid } });
    await first.kill("SIGKILL");
    // The app may notice the loss of one role before the other. In the end, the new child holds both.
    let line = await second.next();
    while (line.hub.pid === hub.pid || line.receiver.pid === hub.pid) line = await second.next();
    expect(isAlive(line.hub.pid)).toBe(true);
    expect(isAlive(line.receiver.pid)).toBe(true);
  });

  test("has the roles that no other process holds", async () => {
    const dataDir = freshDataDir();
    const engine = await runningEngine(dataDir);
    const line = await appProcess(dataDir).next();
    expect(line.started).toBe(true);
    expect(line.receiver.pid).toBe(process.pid);
    expect(line.receiver.url).toBe(engine.receiver?.url);
    expect(line.hub.pid).not.toBe(process.pid);
  });

  describe("with a secret", () => {
    const secret = "s3cret-that-nobody-may-see";
    const started = shared(async () => {
      const dataDir = freshDataDir();
      const { logFile, next } = appProcess(dataDir, secret);
      return { dataDir, logFile, receiver: (await next()).receiver };
    });

    test.runIf(process.platform === "linux")("is in a process group of its own", () => {
      const { receiver } = started();
      const group = readFileSync(`/proc/${receiver.pid}/stat`, "utf8").split(") ")[1]?.split(" ")[2];
      expect(Number(group)).toBe(receiver.pid);
    });

    test.runIf(process.platform === "linux")("does not show its secret in its command line", () => {
      const { receiver } = started();
      const commandLine = readFileSync(`/proc/${receiver.pid}/cmdline`, "utf8");
      expect(commandLine).toContain("--roles\0hub,receiver");
      expect(commandLine).not.toContain("s3cret");
    });

    test("gets the secret and writes it to no file", async () => {
      const { dataDir, logFile, receiver } = started();
      expect((await connectReceiver(receiver).state()).secretSet).toBe(true);
      expect(await deliver(receiver.url, { a: 1 })).toBe(401);
      expect(readFileSync(`${dataDir}/receiver.json`, "utf8")).not.toContain(secret);
      expect(readFileSync(logFile, "utf8")).not.toContain(secret);
    });
  });
});
