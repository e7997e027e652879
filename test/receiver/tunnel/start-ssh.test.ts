import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { startSsh } from "../../../src/receiver/tunnel/ssh/start-ssh.ts";

/** Returns the lines that are reported of an ssh that is this shell script, after it has exited. */
async function linesOf(script: string): Promise<readonly string[]> {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-ssh-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const ssh = join(directory, "ssh");
  writeFileSync(ssh, `#!/bin/sh\n${script}\n`);
  chmodSync(ssh, 0o755);
  const lines: string[] = [];
  const env = { ...process.env, PATH: `${directory}:${process.env["PATH"] ?? ""}` };
  await startSsh([], env, (line) => lines.push(line)).ended;
  return lines;
}

test("output of ssh is emitted line by line, with any line ending or none", async () => {
  const lines = await linesOf(String.raw`printf 'one\r\ntwo\n\nthr'; sleep 0.1; printf 'ee\rfour'`);
  expect(lines).toEqual(["one", "two", "three", "four"]);
});

test("only the beginning of an endless line is emitted, and the next line is complete", async () => {
  const endless = "head -c 20000000 /dev/zero | tr '\\0' x";
  const lines = await linesOf(`${endless} >&2; printf '\\nthe last\\n' >&2`);
  expect(lines.map((line) => line.slice(0, 10))).toEqual(["xxxxxxxxxx", "the last"]);
  expect(lines[0]).toHaveLength(8_192);
});
