import { type ChildProcess, execFile, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { notFoundStatus } from "./errors.ts";

export interface RunningSsh {
  /** Resolves with the exit status when ssh has ended; null if it was killed. */
  readonly ended: Promise<number | null>;
  /** Ends ssh, with SIGKILL after 2 s. Resolves when it has ended. */
  end(): Promise<void>;
}

/** Limit for ssh to end by itself, in milliseconds. */
const endTimeoutMs = 2_000;

/** Maximum length of a reported line, in UTF-16 units; messages of ssh and servers are far shorter. */
const maxLineLength = 8_192;

/**
 * Shell script that ends ssh when hooklens dies. After a `kill -9` of hooklens, ssh would keep the tunnel
 * open to whatever uses the port next. The shell reads from a pipe that closes with hooklens, and then ends
 * ssh.
 */
const guard = [
  "exec 4<&0",
  '"$@" <&3 3<&- 4<&- & ssh=$!',
  '{ read -r _ <&4; kill "$ssh"; } 3<&- >/dev/null 2>&1 & watch=$!',
  "exec 3<&- 4<&-",
  'wait "$ssh"; status=$?',
  'kill "$watch" 2>/dev/null',
  'exit "$status"',
].join("\n");

/**
 * Starts the system's ssh. Calls `onLine` with each line of both outputs; with only the beginning of a very
 * long line.
 */
export function startSsh(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onLine: (line: string) => void,
): RunningSsh {
  const guarded = process.platform !== "win32";
  const [command, ...rest] = guarded ? ["/bin/sh", "-c", guard, "sh", "ssh", ...args] : ["ssh", ...args];
  const child = spawn(command, rest, {
    env: { ...env },
    // In its own process group: Ctrl+C is for hooklens, which closes the tunnel after the last response.
    detached: guarded,
    // The fourth pipe is the input of ssh. When it ends, a server may end the session.
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  for (const pipe of [child.stdin, child.stdio[3]]) {
    pipe?.on("error", () => {
      // Errors are ignored, because 'close' follows.
    });
  }
  readLines(child.stdout, onLine);
  readLines(child.stderr, onLine);
  const ended = new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(notFoundStatus));
    child.once("close", (status) => resolve(status));
  });

  async function end(): Promise<void> {
    if (guarded) child.stdin.end();
    else child.kill();
    child.stdio[3]?.destroy();
    const timer = setTimeout(() => killGroup(child), endTimeoutMs);
    await ended;
    clearTimeout(timer);
  }
  return { ended, end };
}

/**
 * Returns the version line of the system's ssh; null if there is no ssh, and `ssh is installed` if it reports
 * no version.
 */
export async function sshVersion(): Promise<string | null> {
  try {
    // ssh prints its version on stderr.
    const { stderr } = await promisify(execFile)("ssh", ["-V"], { timeout: 5_000 });
    return stderr.trim();
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? null : "ssh is installed";
  }
}

/**
 * Calls `onLine` for each non-empty line of a stream, without its end. Reports only the first 8,192 units of
 * a longer line, as soon as they have arrived, because a line without an end would take all memory.
 */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = "";
  /** True if the beginning of the line was reported; its rest is dropped. */
  let isReported = false;

  function end(): void {
    if (!isReported && rest !== "") onLine(rest);
    rest = "";
    isReported = false;
  }

  function add(part: string): void {
    if (isReported) return;
    rest += part;
    if (rest.length < maxLineLength) return;
    onLine(rest.slice(0, maxLineLength));
    rest = "";
    isReported = true;
  }

  stream.setEncoding("utf8");
  stream.on("data", (text: string) => {
    const [first = "", ...others] = text.split(/[\r\n]/);
    add(first);
    for (const line of others) {
      end();
      add(line);
    }
  });
  stream.on("end", end);
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  } catch {
    // ssh has just exited.
  }
}
