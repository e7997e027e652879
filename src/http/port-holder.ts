import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename } from "node:path";

/** State of a listening socket in /proc/net/tcp. */
const listening = "0A";

/**
 * Returns the program listening on a local TCP port: `process 4711, node,`. Null if unknown: only Linux reports it,
 * for processes of the same user.
 */
export function portHolder(port: number): string | null {
  try {
    const sockets = new Set(["/proc/net/tcp", "/proc/net/tcp6"].flatMap((file) => socketsIn(file, port)));
    const pid = readdirSync("/proc").find((name) => /^\d+$/.test(name) && hasSocket(name, sockets));
    if (pid === undefined) return null;
    // Only the first argument, because others may contain secrets.
    const [program = ""] = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
    return `process ${pid}, ${basename(program)},`;
  } catch {
    // Another system, or the process has ended.
    return null;
  }
}

/** Returns the links of listening sockets in a table. */
function socketsIn(file: string, port: number): readonly string[] {
  const ending = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  return readFileSync(file, "utf8")
    .split("\n")
    .map((row) => row.trim().split(/\s+/))
    .filter(([, local = "", , state]) => local.endsWith(ending) && state === listening)
    .map((row) => `socket:[${row[9]}]`);
}

function hasSocket(pid: string, sockets: ReadonlySet<string>): boolean {
  const directory = `/proc/${pid}/fd`;
  try {
    return readdirSync(directory).some((fd) => sockets.has(readlinkSync(`${directory}/${fd}`)));
  } catch {
    // The process is of another user, or has closed the file.
    return false;
  }
}
