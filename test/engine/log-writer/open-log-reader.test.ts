import { existsSync, writeFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { openLogReader } from "../../../src/engine/log-writer/open-log-reader.ts";
import { runtimeFilePath } from "../../../src/engine/roles/runtime-file.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import { generationsIn } from "../../../src/store/journal/journal-files.ts";
import { takeRole } from "../../../src/store/sqlite/role-lock.ts";
import { rowEntry } from "../../support/journal-entries.ts";
import { unapplied } from "./killed.ts";

test("a reader finds what a killed receiver acknowledged, and leaves the role free, with no trace of the holder that was killed", async () => {
  const dataDir = await unapplied([[rowEntry(1)], [rowEntry(2)]]);
  // A receiver that starts meanwhile would take this for who holds the role, and give up.
  writeFileSync(runtimeFilePath(dataDir, "receiver"), "{}");
  const reader = await openLogReader(dataDir);
  onTestFinished(() => reader.close());
  expect(await reader.count(emptyFilter)).toBe(2);
  expect(generationsIn(dataDir)).toEqual([]);
  expect(existsSync(runtimeFilePath(dataDir, "receiver"))).toBe(false);
  const role = takeRole(dataDir, "receiver");
  expect(role).not.toBeNull();
  role?.release();
});

test("a reader beside a receiver leaves its journal and its runtime file alone", async () => {
  const dataDir = await unapplied([[rowEntry(1)]]);
  writeFileSync(runtimeFilePath(dataDir, "receiver"), "{}");
  const role = takeRole(dataDir, "receiver");
  onTestFinished(() => role?.release());
  const reader = await openLogReader(dataDir);
  onTestFinished(() => reader.close());
  expect(generationsIn(dataDir)).toEqual([1]);
  expect(existsSync(runtimeFilePath(dataDir, "receiver"))).toBe(true);
  expect(await reader.count(emptyFilter)).toBe(0);
});
