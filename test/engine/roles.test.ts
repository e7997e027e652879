import { mkdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EngineVersionError, RoleHeldError } from "../../src/engine/errors.ts";
import type { RunningRole } from "../../src/engine/role.ts";
import { findRole, isRoleHeld } from "../../src/engine/roles/find-role.ts";
import { holdRole } from "../../src/engine/roles/hold-role.ts";
import { readRuntimeFile, runtimeFilePath, writeRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { sqliteAt } from "../support/sqlite-at.ts";

const version = "1.2.3";
const running: RunningRole = {
  role: "hub",
  pid: 4711,
  version,
  url: "http://127.0.0.1:7870",
  missedPort: null,
  socket: null,
  token: "t",
  startedAt: "2026-11-20T09:14:03.218Z",
};

describe("a role of a data directory", () => {
  test("is free without a directory, and the check creates none", async () => {
    const dataDir = freshDataDir();
    expect(await findRole(sqliteAt(dataDir), "hub", version)).toBeNull();
    expect(() => statSync(dataDir)).toThrow("ENOENT");
  });

  test("is found with its holder's address while it is held, and is free afterwards", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(sqliteAt(dataDir), "hub");
    held.announce(running);
    expect(await findRole(sqliteAt(dataDir), "hub", version)).toEqual(running);
    expect(await findRole(sqliteAt(dataDir), "receiver", version)).toBeNull();
    expect(statSync(runtimeFilePath(dataDir, "hub")).mode & 0o777).toBe(0o600);
    await held.release();
    expect(await findRole(sqliteAt(dataDir), "hub", version)).toBeNull();
    expect(readRuntimeFile(dataDir, "hub")).toBeNull();
  });

  test("is free after its holder was killed, and the next holder removes the runtime file", async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    writeRuntimeFile(dataDir, running);
    expect(await findRole(sqliteAt(dataDir), "hub", version)).toBeNull();
    const held = await holdRole(sqliteAt(dataDir), "hub");
    expect(readRuntimeFile(dataDir, "hub")).toBeNull();
    await held.release();
  });

  test("is waited for until its holder publishes its address", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(sqliteAt(dataDir), "hub");
    const finding = findRole(sqliteAt(dataDir), "hub", version);
    held.announce(running);
    expect(await finding).toEqual(running);
    await held.release();
  });

  test("is waited for while a command holds it", async () => {
    const dataDir = freshDataDir();
    const command = await holdRole(sqliteAt(dataDir), "hub");
    const next = holdRole(sqliteAt(dataDir), "hub");
    await command.release();
    await (await next).release();
    expect(await isRoleHeld(sqliteAt(dataDir), "hub")).toBe(false);
  });

  test("cannot be taken twice, and the error names the holder", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(sqliteAt(dataDir), "hub");
    held.announce(running);
    const second = holdRole(sqliteAt(dataDir), "hub");
    await expect(second).rejects.toBeInstanceOf(RoleHeldError);
    await expect(second).rejects.toThrow(/process 4711 at http:\/\/127\.0\.0\.1:7870.*kill 4711/);
    expect(await findRole(sqliteAt(dataDir), "hub", version)).toEqual(running);
    await held.release();
  });

  test("released twice does not remove the runtime file of the next holder", async () => {
    const dataDir = freshDataDir();
    const first = await holdRole(sqliteAt(dataDir), "hub");
    await first.release();
    const second = await holdRole(sqliteAt(dataDir), "hub");
    second.announce(running);
    await first.release();
    expect(await findRole(sqliteAt(dataDir), "hub", version)).toEqual(running);
    await second.release();
  });

  test("held by another version is an error with a hint", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(sqliteAt(dataDir), "hub");
    held.announce(running);
    const finding = findRole(sqliteAt(dataDir), "hub", "2.0.0");
    await expect(finding).rejects.toBeInstanceOf(EngineVersionError);
    await expect(finding).rejects.toThrow(
      "the running hub is hooklens 1.2.3 (process 4711; this is 2.0.0). Stop it (kill 4711), then retry, or use that version.",
    );
    await held.release();
  });

  test("is taken by exactly one of many simultaneous processes", async () => {
    const dataDir = freshDataDir();
    const takers = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, index) => {
        await isRoleHeld(sqliteAt(dataDir), "hub");
        const held = await holdRole(sqliteAt(dataDir), "hub");
        held.announce({ ...running, pid: index + 1 });
        return held;
      }),
    );
    const losses = takers.filter((taker) => taker.status === "rejected");
    expect(losses.map(({ reason }) => reason instanceof RoleHeldError)).toEqual(Array(7).fill(true));
    for (const taker of takers) if (taker.status === "fulfilled") await taker.value.release();
  });
});
