import { accessSync, constants, statSync } from "node:fs";
import process from "node:process";
import { logFilePath } from "../../../engine/log-file.ts";
import type { HooklensError } from "../../../model/errors.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { listSettings } from "../../settings/setting-list.ts";
import type { Environment } from "../../settings/setting.ts";
import type { Settings } from "../../settings/settings.ts";
import { type Finding, failure, ok, warn } from "./finding.ts";
import { nearestExisting } from "./storage.ts";

/** Checks Node, the config file and the log file, and lists the settings that differ from their defaults. */
export function checkSetup(settings: Settings, configError: HooklensError | null): readonly Finding[] {
  const { configFile } = settings;
  return [
    // bin/hooklens.js rejects an older Node.
    ok("node", process.versions.node),
    configError === null ? checkConfigFile(configFile) : failure("config file", configError),
    ok("settings", settingsText(settings)),
    checkLogFile(logFilePath()),
  ];
}

function checkConfigFile({ path, found, holdsSecret }: Settings["configFile"]): Finding {
  const check = "config file";
  if (!found) return ok(check, `none (${path})`);
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  return holdsSecret && (mode & 0o077) !== 0
    ? warn(check, `${path} contains secrets and can be read by others`, `chmod 600 ${shellWord(path)}`)
    : ok(check, path);
}

/** Checks that the log file can be written; no other part of hooklens reports that. Creates nothing. */
function checkLogFile(path: string): Finding {
  const check = "log file";
  const fix = "Make its directory writable, or set XDG_STATE_HOME to another";
  const nearest = nearestExisting(path);
  try {
    // `accessSync` does not distinguish files from directories, which need different permissions.
    const isFile = nearest === path;
    if (statSync(nearest).isDirectory() === isFile) {
      return warn(check, `${path} cannot be used: ${nearest} is ${isFile ? "a directory" : "a file"}`, fix);
    }
    accessSync(nearest, isFile ? constants.W_OK : constants.W_OK | constants.X_OK);
    return ok(check, path);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return warn(check, `${path} cannot be written: ${why}`, fix);
  }
}

/** Lists the settings that have a source other than the default; secrets without their values. */
function settingsText(settings: Settings): string {
  const set = listSettings(settings)
    // Findings about hub and storage name these settings with their sources.
    .filter(({ name, source }) => source !== "default" && !/^(?:endpoint|token|dataDir)$/.test(name))
    .map(({ name, value, from, isSecret }) => `${name}${isSecret ? "" : ` ${value ?? "none"}`} by ${from}`);
  const profile = settings.profile === null ? [] : [`profile ${settings.profile}`];
  return [...profile, ...set].join(", ") || "all defaults";
}

/** Checks that the terminal meets the needs of the app: type, size and encoding. */
export function checkTerminal(env: Environment): Finding {
  const { stdin, stdout } = process;
  const check = "terminal";
  if (!stdin.isTTY || !stdout.isTTY) {
    return warn(check, "none on stdin or stdout", "Run the app in a terminal; commands need none");
  }
  const { columns, rows } = stdout;
  const size = `${env["TERM"] || "no TERM"}, ${columns}x${rows}, ${2 ** stdout.getColorDepth()} colors`;
  if (env["TERM"] === undefined || env["TERM"] === "" || env["TERM"] === "dumb") {
    return warn(check, size, "Set TERM to your terminal's type, for example xterm-256color");
  }
  if (columns < 40 || rows < 10)
    return warn(check, size, "Enlarge the window: the app needs 40x10, better 80x24");
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  if (!/utf-?8/i.test(locale)) {
    return warn(
      check,
      `${size}, locale "${locale}": hooklens writes UTF-8 all the same`,
      "Set LANG to a UTF-8 locale such as C.UTF-8 if characters are wrong",
    );
  }
  return ok(check, `${size}, UTF-8`);
}
