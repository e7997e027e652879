import { spawn, type ChildProcess } from "node:child_process";
import { readLines } from "./read-lines.ts";

/** What `sh` ends with when it finds no ssh; a spawn that finds none is told the same way. */
export const notFoundStatus = 127;

export interface RunningSsh {
  /** Resolves when it is gone, with the status it left, or null when it was killed. */
  readonly ended: Promise<number | null>;
  /** Ends it, with force when it does not want to. Resolves when it is gone. */
  end(): Promise<void>;
}

/** How long it may take to end by itself. */
const patienceMs = 2_000;

/**
 * ssh alone does not end with the process that started it: after a `kill -9` of ours the tunnel would stay open, to whoever
 * takes the port next. So a shell stands between. It reads from a pipe that closes with us, however we end, and then ends ssh.
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

/** Starts the system's ssh. `onLine` gets each line it or the server says, of both of its outputs; of a very long one its beginning. */
export function startSsh(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  onLine: (line: string) => void,
): RunningSsh {
  const guarded = process.platform !== "win32";
  const [command, ...rest] = guarded ? ["/bin/sh", "-c", guard, "sh", "ssh", ...args] : ["ssh", ...args];
  const child = spawn(command, rest, {
    env: { ...env },
    // In a group of its own: Ctrl-C in the terminal is for us, who close the tunnel when all is answered.
    detached: guarded,
    // The fourth is what ssh reads: at its end a server may take the session for over.
    stdio: ["pipe", "pipe", "pipe", "pipe"],
  });
  for (const pipe of [child.stdin, child.stdio[3]]) {
    pipe?.on("error", () => {
      // It has ended; `close` tells.
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
    const timer = setTimeout(() => killGroup(child), patienceMs);
    await ended;
    clearTimeout(timer);
  }
  return { ended, end };
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
  } catch {
    // It ended in this very moment.
  }
}
