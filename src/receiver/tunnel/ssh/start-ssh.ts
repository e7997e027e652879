import { type ChildProcess, execFile, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { promisify } from "node:util";
import { notFoundStatus } from "./errors.ts";

export interface RunningSsh {
  /** Resolves with the exit status when ssh has ended; null if it was killed. */
  readonly ended: Promise<number | null>;
  /** Ends ssh, by SIGKILL after 2 s. Resolves when it has ended. */
  end(): Promise<void>;
}

/** Time ssh has to end by itself. */
const endTimeoutMs = 2_000;

/** Longest line that is reported, in UTF-16 units; messages of ssh and servers are far shorter. */
const maxLineLength = 8_192;

/**
 * Shell that ends ssh when hooklens dies. After a `kill -9` of hooklens, ssh would keep the tunnel open to
 * whatever uses the port next. The shell reads from a pipe that closes with hooklens, and then ends ssh.
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
 * Starts the system's ssh. `onLine` gets each line of both outputs; of a very long line only the beginning.
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
    // A process group of its own: Ctrl-C is for hooklens, which closes the tunnel after the last response.
    detached: guarded,
    // The fourth is the input of ssh: at its end a server may end the session.
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  for (const pipe of [child.stdin, child.stdio[3]]) {
    pipe?.on("error", () => {
      // Ignored: 'close' follows.
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

/** Returns the version line of the system's ssh; null if there is no ssh. */
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
 * Calls `onLine` for each non-empty line of a stream, without its end. Of a line longer than 8,192 units only
 * the beginning is reported, as soon as it is complete: a line without end would take all memory.
 */
function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = "";
  /** The beginning of the line was reported; its rest is dropped. */
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
    // It has just exited.
  }
}
