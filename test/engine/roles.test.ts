import { mkdirSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EngineVersionError, RoleHeldError } from "../../src/engine/errors.ts";
import { findRole, isRoleHeld } from "../../src/engine/roles/find-role.ts";
import { holdRole } from "../../src/engine/roles/hold-role.ts";
import type { RunningRole } from "../../src/engine/roles/role.ts";
import { readRuntimeFile, runtimeFilePath, writeRuntimeFile } from "../../src/engine/roles/runtime-file.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";

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
  test("is free where there is no directory yet, and looking does not make one", async () => {
    const dataDir = freshDataDir();
    expect(await findRole(dataDir, "hub", version)).toBeNull();
    expect(() => statSync(dataDir)).toThrow("ENOENT");
  });

  test("is found with its holder's address while it is held, and free again after", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(dataDir, "hub");
    held.announce(running);
    expect(await findRole(dataDir, "hub", version)).toEqual(running);
    expect(await findRole(dataDir, "receiver", version)).toBeNull();
    expect(statSync(runtimeFilePath(dataDir, "hub")).mode & 0o777).toBe(0o600);
    held.release();
    expect(await findRole(dataDir, "hub", version)).toBeNull();
    expect(readRuntimeFile(dataDir, "hub")).toBeNull();
  });

  test("is free where a killed holder left its runtime file, and the next holder removes that", async () => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    writeRuntimeFile(dataDir, running);
    expect(await findRole(dataDir, "hub", version)).toBeNull();
    const held = await holdRole(dataDir, "hub");
    expect(readRuntimeFile(dataDir, "hub")).toBeNull();
    held.release();
  });

  test("is waited for while its holder has not yet said where it is", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(dataDir, "hub");
    const finding = findRole(dataDir, "hub", version);
    held.announce(running);
    expect(await finding).toEqual(running);
    held.release();
  });

  test("is waited for while a command has it for the length of a call", async () => {
    const dataDir = freshDataDir();
    const command = await holdRole(dataDir, "hub");
    const next = holdRole(dataDir, "hub");
    command.release();
    (await next).release();
    expect(isRoleHeld(dataDir, "hub")).toBe(false);
  });

  test("cannot be taken twice, and the error says who has it", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(dataDir, "hub");
    held.announce(running);
    const second = holdRole(dataDir, "hub");
    await expect(second).rejects.toBeInstanceOf(RoleHeldError);
    await expect(second).rejects.toThrow(/process 4711 at http:\/\/127\.0\.0\.1:7870.*kill 4711/);
    expect(await findRole(dataDir, "hub", version)).toEqual(running);
    held.release();
  });

  test("released twice does not take the next holder's runtime file away", async () => {
    const dataDir = freshDataDir();
    const first = await holdRole(dataDir, "hub");
    first.release();
    const second = await holdRole(dataDir, "hub");
    second.announce(running);
    first.release();
    expect(await findRole(dataDir, "hub", version)).toEqual(running);
    second.release();
  });

  test("held by another version is an error of one line that says what to do", async () => {
    const dataDir = freshDataDir();
    const held = await holdRole(dataDir, "hub");
    held.announce(running);
    const finding = findRole(dataDir, "hub", "2.0.0");
    await expect(finding).rejects.toBeInstanceOf(EngineVersionError);
    await expect(finding).rejects.toThrow(
      "the running hub is hooklens 1.2.3 (process 4711; this is 2.0.0). Stop it (kill 4711) and try again, or use that version.",
    );
    held.release();
  });

  test("is won by exactly one of many who look and take at once", async () => {
    const dataDir = freshDataDir();
    const takers = await Promise.allSettled(
      Array.from({ length: 8 }, async (_, index) => {
        isRoleHeld(dataDir, "hub");
        const held = await holdRole(dataDir, "hub");
        held.announce({ ...running, pid: index + 1 });
        return held;
      }),
    );
    const losses = takers.filter((taker) => taker.status === "rejected");
    expect(losses.map(({ reason }) => reason instanceof RoleHeldError)).toEqual(Array(7).fill(true));
    for (const taker of takers) if (taker.status === "fulfilled") taker.value.release();
  });
});
