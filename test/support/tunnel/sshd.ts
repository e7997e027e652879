import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { SshTarget } from "../../../src/receiver/tunnel/ssh/target.ts";
import { freePort } from "./free-port.ts";
import { endFamily } from "./process-family.ts";

const program = "/usr/sbin/sshd";
/** Comes with every ssh client. */
const keyMaker = "ssh-keygen";

/** Server of Debian's openssh-server; tests that need it are skipped if it is missing. */
export const sshdIsInstalled = existsSync(program);

export interface Sshd {
  readonly target: SshTarget;
  /** Arguments for ssh: a configuration file with the user's key and the server's known key. */
  readonly arguments: readonly string[];
  /** The same with other settings: `{ IdentityFile: … }`. */
  argumentsWith(settings: Readonly<Record<string, string>>): readonly string[];
  /** Returns a path in the server's directory, which is removed after the test. */
  path(name: string): string;
  /** Makes a key there, with the public half in `NAME.pub`. */
  makeKey(name: string): string;
  /** Ends the server and all its connections, like a power failure. */
  kill(): Promise<void>;
  start(): Promise<void>;
}

export interface SshdOptions {
  /** Address to listen on. @default "127.0.0.1" */
  readonly address?: string;
  /** Lines of sshd_config, which stand over the usual ones. */
  readonly config?: readonly string[];
  /** The name for it. @default the address */
  readonly host?: string;
}

/** Starts a real SSH server on loopback for the current user, with new keys; ended after the test. */
export async function startSshd(options: SshdOptions = {}): Promise<Sshd> {
  const sshd = await openSshd(options);
  onTestFinished(() => sshd[Symbol.asyncDispose]());
  return sshd;
}

/** Starts the same server outside of a test; disposing of it ends it. */
export async function openSshd(options: SshdOptions = {}): Promise<Sshd & AsyncDisposable> {
  const { address = "127.0.0.1", config = [], host = address } = options;
  const directory = mkdtempSync(join(tmpdir(), "hooklens-sshd-"));
  const path = (name: string): string => join(directory, name);
  const port = await freePort(address);
  let server: ChildProcess | null = null;

  function makeKey(name: string): string {
    execFileSync(keyMaker, ["-q", "-t", "ed25519", "-N", "", "-C", name, "-f", path(name)]);
    return path(name);
  }
  makeKey("host-key");
  makeKey("user-key");
  writeFileSync(path("authorized_keys"), readFileSync(path("user-key.pub")));
  writeFileSync(path("known_hosts"), `[${host}]:${port} ${publicKey(path("host-key.pub"))}\n`);
  writeFileSync(path("sshd_config"), serverConfig());
  // sshd as root needs this directory to separate its privileges; the start script of a package would create it.
  if (process.getuid?.() === 0) mkdirSync("/run/sshd", { recursive: true });

  function serverConfig(): string {
    return [
      ...config,
      `Port ${port}`,
      `ListenAddress ${address}`,
      `HostKey ${path("host-key")}`,
      `AuthorizedKeysFile ${path("authorized_keys")}`,
      "StrictModes no",
      "UsePAM no",
      "PidFile none",
      "PasswordAuthentication no",
      "KbdInteractiveAuthentication no",
      "",
    ].join("\n");
  }

  function argumentsWith(settings: Readonly<Record<string, string>>): readonly string[] {
    const all = {
      IdentityFile: path("user-key"),
      IdentitiesOnly: "yes",
      IdentityAgent: "none",
      UserKnownHostsFile: path("known_hosts"),
      GlobalKnownHostsFile: "/dev/null",
      ...settings,
    };
    const file = path(`ssh-config-${Object.keys(settings).join("-")}`);
    writeFileSync(
      file,
      Object.entries(all)
        .map(([name, value]) => `${name} ${value}\n`)
        .join(""),
    );
    return ["-F", file];
  }

  async function start(): Promise<void> {
    server = spawn(program, ["-D", "-e", "-f", path("sshd_config")], { stdio: "ignore" });
    await accepting(address, port);
  }

  async function kill(): Promise<void> {
    if (server !== null) await endFamily(server);
    server = null;
  }

  async function end(): Promise<void> {
    await kill();
    rmSync(directory, { recursive: true });
  }

  await start();
  const target = { user: userInfo().username, host, port, remotePort: null };
  return {
    target,
    arguments: argumentsWith({}),
    argumentsWith,
    path,
    makeKey,
    kill,
    start,
    [Symbol.asyncDispose]: end,
  };
}

/** The type and the key, without the comment. */
export function publicKey(file: string): string {
  return readFileSync(file, "utf8").split(" ").slice(0, 2).join(" ");
}

/** Resolves when a server listens on the port. */
async function accepting(host: string, port: number): Promise<void> {
  for (;;) {
    const accepted = await new Promise<boolean>((resolve) => {
      const socket = connect({ host, port });
      socket.once("connect", () => resolve(true));
      socket.once("error", () => resolve(false));
      socket.once("connect", () => socket.destroy());
    });
    if (accepted) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
