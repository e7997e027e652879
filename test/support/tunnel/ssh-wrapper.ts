import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { Sshd } from "./sshd.ts";

/**
 * The environment of a program whose `ssh` is the real one with a server's key and known host: OpenSSH looks up the home of a user in
 * the system's list and not in HOME, so that a configuration of one's own cannot be put there.
 */
export function sshEnvironment(sshd: Sshd): Readonly<Record<string, string>> {
  const real = execFileSync("sh", ["-c", "command -v ssh"], { encoding: "utf8" }).trim();
  const directory = sshd.path("bin");
  mkdirSync(directory);
  const wrapper = sshd.path("bin/ssh");
  writeFileSync(wrapper, `#!/bin/sh\nexec ${real} ${sshd.arguments.join(" ")} "$@"\n`);
  chmodSync(wrapper, 0o755);
  return { PATH: `${directory}:${process.env["PATH"] ?? ""}` };
}
