import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { takeRole } from "../../../src/store/sqlite/locks.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

/** A process that tries to take the role, and keeps it if it got it. */
async function holder(
  dataDir: string,
  role: string,
): Promise<{ child: ChildProcessWithoutNullStreams; said: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "hold-role-entry.ts"), dataDir, role]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = (await once(child.stdout, "data")) as [Buffer];
  return { child, said: line.toString().trim() };
}

test("a role is one process's, and no other's until that gives it back", async () => {
  const dataDir = freshDataDir();
  const lock = takeRole(dataDir, "hub");
  expect(lock).not.toBeNull();
  expect(takeRole(dataDir, "hub")).toBeNull();
  expect((await holder(dataDir, "hub")).said).toBe("held");
  expect((await holder(dataDir, "receiver")).said).toBe("taken");
  lock?.release();
  lock?.release();
  expect((await holder(dataDir, "hub")).said).toBe("taken");
});

test.each(["SIGKILL", "SIGTERM"] as const)("a role is free when its holder ended by %s", async (signal) => {
  const dataDir = freshDataDir();
  const { child, said } = await holder(dataDir, "hub");
  expect(said).toBe("taken");
  expect(takeRole(dataDir, "hub")).toBeNull();
  child.kill(signal);
  await once(child, "exit");
  const lock = takeRole(dataDir, "hub");
  expect(lock).not.toBeNull();
  lock?.release();
});

test("of many processes that want a role at once, one gets it", async () => {
  const dataDir = freshDataDir();
  const holders = await Promise.all(Array.from({ length: 6 }, () => holder(dataDir, "receiver")));
  expect(holders.filter(({ said }) => said === "taken")).toHaveLength(1);
});

test("the lock file is for its owner only, also one that an older version left readable", () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir, { mode: 0o755 });
  const file = join(dataDir, "hub.lock");
  takeRole(dataDir, "hub")?.release();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  chmodSync(file, 0o644);
  takeRole(dataDir, "hub")?.release();
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a data directory that cannot be used is an error, not a role that is held", () => {
  const dataDir = freshDataDir();
  writeFileSync(dataDir, "");
  expect(() => takeRole(dataDir, "hub")).toThrow(expect.objectContaining({ code: "store-unwritable" }));
});
