import { mkdirSync, readdirSync, statSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunningRole } from "../../../src/engine/role.ts";
import {
  readRuntimeFile,
  runtimeFilePath,
  writeRuntimeFile,
} from "../../../src/engine/roles/runtime-file.ts";

const running: RunningRole = {
  role: "receiver",
  pid: 4711,
  version: "1.0.0",
  url: "http://127.0.0.1:7860",
  missedPort: null,
  socket: "/run/receiver.sock",
  token: null,
  startedAt: "2026-11-20T09:14:03.218Z",
};
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "hooklens-"));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test("a written file can be read, by its owner only", () => {
  writeRuntimeFile(dataDir, running);
  expect(readRuntimeFile(dataDir, "receiver")).toEqual(running);
  expect(statSync(runtimeFilePath(dataDir, "receiver")).mode & 0o777).toBe(0o600);
});

test("a file that cannot be written is an error of one line without a leftover draft", () => {
  // A directory replaces the file: unlike a full disk, this failure is possible everywhere.
  mkdirSync(runtimeFilePath(dataDir, "receiver"));
  expect(() => writeRuntimeFile(dataDir, running)).toThrow(
    expect.objectContaining({
      code: "runtime-file",
      exitCode: 3,
      message: expect.not.stringContaining("\n"),
    }),
  );
  expect(readdirSync(dataDir)).toEqual(["receiver.json"]);
});
