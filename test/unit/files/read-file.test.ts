import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readFileWithin, readTextWithin } from "../../../src/files/read-file.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

function emptyFolder(): string {
  const folder = freshDataDir("files");
  mkdirSync(folder);
  return folder;
}

it("reads a file up to its limit, also through a link", () => {
  const folder = emptyFolder();
  const path = join(folder, "file");
  writeFileSync(path, "äbc");
  symlinkSync("file", join(folder, "link"));
  expect(readTextWithin(path, 4)).toBe("äbc");
  expect(readFileWithin(join(folder, "link"))).toEqual(Buffer.from("äbc"));
  expect(() => readFileWithin(path, 3)).toThrow("it has more than 3 bytes");
});

it("reads a file of the system, whose size is 0", () => {
  expect(readTextWithin("/proc/self/status")).toContain("Name:");
  expect(() => readFileWithin("/proc/self/status", 10)).toThrow("it has more than 10 bytes");
});

it("refuses at once what may never end", async () => {
  const folder = emptyFolder();
  const [pipe, socket] = [join(folder, "pipe"), join(folder, "socket")];
  execFileSync("mkfifo", [pipe]);
  symlinkSync(pipe, join(folder, "link"));
  const server = createServer().listen(socket);
  await new Promise((resolve) => server.once("listening", resolve));
  for (const path of [pipe, join(folder, "link"), socket, "/dev/zero"]) {
    expect(() => readFileWithin(path)).toThrow("it is not a file");
  }
  await new Promise((resolve) => server.close(resolve));
});

it("keeps the code of a failed read", () => {
  const folder = emptyFolder();
  expect(() => readFileWithin(folder)).toThrow("EISDIR");
  expect(() => readFileWithin(join(folder, "gone"))).toThrow("ENOENT");
});
