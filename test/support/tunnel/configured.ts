import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { onRelease } from "../shared.ts";
import { sshEnvironment } from "./ssh-wrapper.ts";
import type { Sshd } from "./sshd.ts";

/** The environment of a program whose config file names a tunnel through a server. */
export interface ConfiguredTunnel {
  readonly env: Readonly<Record<string, string>>;
  /** As `--tunnel` names it, with the port to open at the server; without one, any. */
  choice(remotePort?: number): string;
  /** Names another port of the server from the next start on. */
  configure(remotePort?: number): void;
}

export function configuredTunnel(sshd: Sshd): ConfiguredTunnel {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-config-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, "hooklens"));
  const { user, host, port } = sshd.target;
  const choice = (remotePort?: number) =>
    `ssh://${user}@${host}:${port}${remotePort === undefined ? "" : `/?port=${remotePort}`}`;
  function configure(remotePort?: number): void {
    const file = join(directory, "hooklens", "config.yaml");
    writeFileSync(file, `receiver: {open: true}\ntunnel:\n  provider: "${choice(remotePort)}"\n`);
  }
  configure();
  return { env: { ...sshEnvironment(sshd), XDG_CONFIG_HOME: directory }, choice, configure };
}

/** Creates the environment of a program with this configuration file, which is removed after the test or the tests that share it. */
export function configuration(text: string): Readonly<Record<string, string>> {
  const directory = mkdtempSync(join(tmpdir(), "hooklens-config-"));
  onRelease(() => rmSync(directory, { recursive: true }));
  mkdirSync(join(directory, "hooklens"));
  writeFileSync(join(directory, "hooklens", "config.yaml"), text);
  return { XDG_CONFIG_HOME: directory };
}
