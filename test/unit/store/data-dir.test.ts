import { statSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeDataDir, sharedFileSystemName } from "../../../src/store/data-dir.ts";

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "hooklens-"));
});
afterEach(() => rm(home, { recursive: true, force: true }));

const unwritable = expect.objectContaining({ code: "store-unwritable", exitCode: 3 });

it("is created with its parents, for its owner only; a second call changes nothing", () => {
  const dataDir = join(home, "share", "hooklens");
  makeDataDir(dataDir);
  makeDataDir(dataDir);
  expect([dataDir, join(home, "share")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o700]);
});

it("cannot replace a file or be in one", () => {
  const file = join(home, "file");
  writeFileSync(file, "");
  expect(() => makeDataDir(file)).toThrow(unwritable);
  expect(() => makeDataDir(join(file, "below"))).toThrow(unwritable);
});

it.runIf(process.platform === "linux")(
  "is refused in a directory that refuses new files, without an endless loop",
  () => {
    expect(() => makeDataDir("/proc/hooklens")).toThrow(unwritable);
    expect(() => makeDataDir("/proc/hooklens/below")).toThrow(unwritable);
  },
);

it.each([
  [0x6969, "NFS"],
  [0x65735546, "FUSE"],
  [-11317950, "CIFS"],
  [0xef53, null],
  [0x01021994, null],
])("the file system %j is %j", (type, name) => {
  expect(sharedFileSystemName(type)).toBe(name);
});
