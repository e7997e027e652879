import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join } from "node:path";
import process from "node:process";
import { hiddenSecrets, redactText } from "../text/redact.ts";

/** Levels, from the most to the least verbose. */
const logLevels = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof logLevels)[number];

/** Maximum size of a file before rotation, in bytes. */
const rotateAtBytes = 5 * 1024 * 1024;
/** Number of files: `hooklens.log`, `hooklens.log.1` and `hooklens.log.2`. */
const keptFiles = 3;

export interface LogFile {
  readonly path: string;
  debug(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

/**
 * Returns the path of the log: `$XDG_STATE_HOME/hooklens/hooklens.log`, or under `~/.local/state` if the
 * variable is unset or a relative path, which the XDG specification ignores.
 */
export function logFilePath(env: NodeJS.ProcessEnv = process.env): string {
  const stateHome = env["XDG_STATE_HOME"];
  const base =
    stateHome !== undefined && isAbsolute(stateHome)
      ? stateHome
      : join(env["HOME"] ?? homedir(), ".local", "state");
  return join(base, "hooklens", "hooklens.log");
}

/**
 * Creates a writer of the log of this user's hooklens processes: `2026-11-20T09:14:03.218Z 4711 warn text`,
 * with continuation lines indented and hidden secrets redacted. Each entry opens the file by name and appends, so several processes can
 * write and rotate. Never throws.
 */
export function openLogFile(options: { readonly path?: string; readonly level?: LogLevel } = {}): LogFile {
  const path = options.path ?? logFilePath();
  const lowest = logLevels.indexOf(options.level ?? "info");

  const write = (level: LogLevel, text: string): void => {
    if (logLevels.indexOf(level) < lowest) return;
    const entry = `${new Date().toISOString()} ${process.pid} ${level} ${text.trimEnd().replaceAll("\n", "\n  ")}\n`;
    try {
      appendRotating(path, redactText(entry, hiddenSecrets()));
    } catch {
      // A full or read-only disk cannot be reported anywhere.
    }
  };
  return {
    path,
    debug: (text) => write("debug", text),
    info: (text) => write("info", text),
    warn: (text) => write("warn", text),
    error: (text) => write("error", text),
  };
}

function appendRotating(path: string, entry: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) + entry.length > rotateAtBytes) rotate(path);
  appendFileSync(path, entry, { mode: 0o600 });
}

function rotate(path: string): void {
  for (let index = keptFiles - 2; index >= 0; index -= 1) {
    const from = index === 0 ? path : `${path}.${index}`;
    try {
      renameSync(from, `${path}.${index + 1}`);
    } catch {
      // The file does not exist, or another process has moved it.
    }
  }
}
