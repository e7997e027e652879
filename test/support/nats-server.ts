import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  accessSync,
  constants,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { onRelease } from "./shared.ts";
import { freePort } from "./tunnel/free-port.ts";

/** Directories of system programs, which are not in the PATH of every user. */
const systemDirectories = ["/usr/sbin", "/usr/local/sbin"];

/** Path of nats-server, or of the one in `HOOKLENS_NATS_SERVER`; null if there is none, which skips tests. */
export const natsServerFile: string | null =
  process.env["HOOKLENS_NATS_SERVER"] ??
  [...(process.env["PATH"] ?? "").split(delimiter), ...systemDirectories]
    .map((directory) => join(directory, "nats-server"))
    .find(isExecutable) ??
  null;

if (natsServerFile === null) {
  process.stderr.write(
    "no nats-server is installed: its tests are skipped. Install it, or set HOOKLENS_NATS_SERVER to its path\n",
  );
}

/** Real nats-server with JetStream, on ports of 127.0.0.1 and a directory of its own. */
export interface NatsServer {
  readonly name: string;
  /** Port of clients. */
  readonly port: number;
  /** `nats://127.0.0.1:PORT` */
  readonly url: string;
  /** Base URL of its monitoring: `/varz`, `/jsz`, `/healthz`. */
  readonly monitorUrl: string;
  /** Kills it with SIGKILL, as a crash does. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Stops it with SIGSTOP: its connections stay open and silent. Resolves when all its threads have stopped. */
  pause(): Promise<void>;
  /** Continues it after `pause`. */
  resume(): void;
  /** Starts it again after `kill`, on the same ports and files. Resolves when it is healthy. */
  restart(): Promise<void>;
  /** Ends it and removes its files, where no test does. */
  close(): Promise<void>;
}

/** Servers that replicate to each other. */
export interface NatsCluster {
  readonly servers: readonly NatsServer[];
  /** `nats://127.0.0.1:PORT,127.0.0.1:PORT,…`, all of them */
  readonly url: string;
  /** Ends them and removes their files, where no test does. */
  close(): Promise<void>;
}

export interface NatsServerOptions {
  /** Text added to the configuration of each server, such as accounts; replaces nothing. */
  readonly config?: string;
}

/**
 * Starts a server, ended after the test or the tests that share it. Resolves when it accepts connections and JetStream
 * is ready.
 */
export async function startNatsServer(options: NatsServerOptions = {}): Promise<NatsServer> {
  const { servers, close } = await startServers(1, options);
  const [server] = servers;
  if (!server) throw new Error("no server");
  return { ...server, close };
}

/**
 * Starts a cluster, ended after the test or the tests that share it. Resolves when it has a leader and JetStream is
 * ready on each server.
 */
export function startNatsCluster({
  size = 3,
  ...options
}: NatsServerOptions & { readonly size?: number } = {}): Promise<NatsCluster> {
  return startServers(size, options);
}

async function startServers(size: number, { config = "" }: NatsServerOptions): Promise<NatsCluster> {
  const dir = mkdtempSync(join(tmpdir(), "hooklens-nats-"));
  const ports = await freePorts(3 * size);
  const routePorts = ports.splice(0, size);
  const servers = routePorts.map((routePort, index) =>
    defineServer(join(dir, `n${index + 1}`), {
      name: `n${index + 1}`,
      ports: { client: ports[2 * index] ?? 0, monitor: ports[2 * index + 1] ?? 0 },
      config: size === 1 ? config : `${clusterConfig(routePort, routePorts)}\n${config}`,
    }),
  );
  async function close(): Promise<void> {
    await Promise.all(servers.map((server) => server.close()));
    rmSync(dir, { recursive: true, force: true });
  }
  onRelease(close);
  await Promise.all(servers.map((server) => server.restart()));
  return { servers, url: `nats://${servers.map(({ port }) => `127.0.0.1:${port}`).join(",")}`, close };
}

interface ServerDefinition {
  readonly name: string;
  readonly ports: { readonly client: number; readonly monitor: number };
  readonly config: string;
}

/** Returns a server that `restart` starts. */
function defineServer(dir: string, { name, ports, config }: ServerDefinition): NatsServer {
  const configFile = `${dir}.conf`;
  const monitorUrl = `http://127.0.0.1:${ports.monitor}`;
  let child: ChildProcess | null = null;
  let output = "";
  writeFileSync(configFile, serverConfig(dir, { name, ports, config }));

  async function kill(): Promise<void> {
    const ended = child;
    child = null;
    if (ended === null || ended.exitCode !== null || ended.signalCode !== null) return;
    const gone = once(ended, "exit");
    ended.kill("SIGKILL");
    await gone;
  }

  return {
    name,
    port: ports.client,
    url: `nats://127.0.0.1:${ports.client}`,
    monitorUrl,
    kill,
    async pause() {
      const { pid } = child ?? {};
      if (pid === undefined) throw new Error(`${name} does not run`);
      process.kill(pid, "SIGSTOP");
      const untilMs = performance.now() + stopLimitMs;
      while (!isStopped(pid)) {
        if (performance.now() > untilMs) throw new Error(`${name} does not stop`);
        await pause(1);
      }
    },
    resume: () => void child?.kill("SIGCONT"),
    async restart() {
      if (natsServerFile === null) throw new Error("no nats-server is installed");
      const started = spawn(natsServerFile, ["-c", configFile], { stdio: ["ignore", "ignore", "pipe"] });
      child = started;
      started.stderr.setEncoding("utf8").on("data", (text: string) => {
        output = (output + text).slice(-10_000);
      });
      started.on("error", (error) => {
        output += String(error);
      });
      await untilHealthy(monitorUrl, () => {
        if (started.pid === undefined || started.exitCode !== null) {
          throw new Error(`${name} did not start:\n${output}`);
        }
        return child === started;
      });
    },
    close: kill,
  };
}

/** Time in which all threads of a server stop, in milliseconds. */
const stopLimitMs = 5_000;

/**
 * Returns true if each thread of a process is stopped: a thread that is in the kernel stops only when it returns, and
 * may answer until then. Only Linux tells it; elsewhere returns true.
 */
function isStopped(pid: number): boolean {
  if (process.platform !== "linux") return true;
  return readdirSync(`/proc/${pid}/task`).every((thread) => {
    try {
      return /^State:\s+T/m.test(readFileSync(`/proc/${pid}/task/${thread}/status`, "utf8"));
    } catch {
      // The thread has ended since.
      return true;
    }
  });
}

/**
 * Resolves when the server accepts requests of JetStream, or when `goesOn` returns false. Its streams may still catch
 * up: nats-server 2.9.10 reports an idle consumer as "not current" for ever after a restart, so that they are no part
 * of this.
 */
async function untilHealthy(monitorUrl: string, goesOn: () => boolean): Promise<void> {
  while (goesOn()) {
    const response = await fetch(`${monitorUrl}/healthz?js-server-only=true`, {
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    if (response?.ok === true) return;
    await pause(20);
  }
}

function serverConfig(dir: string, { name, ports, config }: ServerDefinition): string {
  return `listen: "127.0.0.1:${ports.client}"
http: "127.0.0.1:${ports.monitor}"
server_name: ${name}
max_payload: 8MB
jetstream { store_dir: ${JSON.stringify(dir)} }
${config}
`;
}

function clusterConfig(port: number, all: readonly number[]): string {
  const routes = all.map((other) => `"nats://127.0.0.1:${other}"`).join(", ");
  return `cluster { name: hooklens, listen: "127.0.0.1:${port}", routes: [${routes}] }`;
}

async function freePorts(count: number): Promise<number[]> {
  const free = new Set<number>();
  while (free.size < count) free.add(await freePort());
  return [...free];
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
