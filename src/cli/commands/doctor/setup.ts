import { accessSync, constants, statSync } from "node:fs";
import process from "node:process";
import { logFilePath } from "../../../engine/log-file.ts";
import type { HooklensError } from "../../../model/errors.ts";
import { limitNames, limitTable, showLimit } from "../../../receiver/limits.ts";
import { shellWord } from "../../../text/shell-word.ts";
import type { Setting } from "../../settings/layers.ts";
import type { Environment, Settings } from "../../settings/settings.ts";
import { type Finding, failure, ok, warn } from "./finding.ts";
import { nearestExisting } from "./storage.ts";

/** Checks Node, the config file and the log file, and lists the source of each setting that is not at its default. */
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
    ? warn(check, `${path} holds secrets and can be read by others`, `chmod 600 ${shellWord(path)}`)
    : ok(check, path);
}

/** Checks that the log file can be written, since nothing else reports that. Creates nothing. */
function checkLogFile(path: string): Finding {
  const check = "log file";
  const fix = "Make its directory writable, or set XDG_STATE_HOME to another";
  const nearest = nearestExisting(path);
  try {
    // Files and directories need different permissions, and permissions do not tell them apart.
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

/** Lists the settings that are not at their default; secrets without their value. */
function settingsText(settings: Settings): string {
  const shown: readonly (readonly [string, Setting<unknown>, boolean?])[] = [
    ["local", settings.local],
    ["store", settings.store],
    ["policies", settings.policies],
    ["receiver.host", settings.receiver.host],
    ["receiver.port", settings.receiver.port],
    ["receiver.secret", settings.receiver.secret, true],
    ["receiver.routeSecrets", settings.receiver.routeSecrets, true],
    ["receiver.handlers", settings.receiver.handlers],
    ["receiver.forward", settings.receiver.forward],
    ["receiver.open", settings.receiver.open],
    ["receiver.trustedProxies", settings.receiver.trustedProxies],
    ...limitNames.map((name) => {
      const { value, ...setting } = settings.receiver.limits[name];
      const shown = value === null ? null : showLimit(name, value);
      return [`receiver.${limitTable[name].setting}`, { ...setting, value: shown }] as const;
    }),
    ["tunnel.provider", settings.tunnel.provider],
    ["tunnel.domain", settings.tunnel.domain],
    ["tunnel.authtoken", settings.tunnel.authtoken, true],
    ["tunnel.trafficPolicy", settings.tunnel.trafficPolicy],
    ["hub.host", settings.hub.host],
    ["hub.port", settings.hub.port],
    ["hub.token", settings.hub.token, true],
    ["deliveries.keepDays", settings.deliveries.keepDays],
    ["deliveries.keepBytes", settings.deliveries.keepBytes],
    ["noColor", settings.noColor],
  ];
  const set = shown
    .filter(([, { source }]) => source !== "default")
    .map(([name, { value, from }, secret]) => `${name}${secret ? "" : ` ${String(value)}`} by ${from}`);
  const profile = settings.profile === null ? [] : [`profile ${settings.profile}`];
  return [...profile, ...set].join(", ") || "all at their defaults";
}

/** Checks what the app and colors need of the terminal. */
export function checkTerminal(env: Environment): Finding {
  const { stdin, stdout } = process;
  const check = "terminal";
  if (!stdin.isTTY || !stdout.isTTY) {
    return warn(check, "none on stdin or stdout", "The app needs one; commands do not");
  }
  const { columns, rows } = stdout;
  const size = `${env["TERM"] || "no TERM"}, ${columns}x${rows}, ${2 ** stdout.getColorDepth()} colors`;
  if (env["TERM"] === undefined || env["TERM"] === "" || env["TERM"] === "dumb") {
    return warn(check, size, "Set TERM to your terminal's type, for example xterm-256color");
  }
  if (columns < 40 || rows < 10)
    return warn(check, size, "The app needs 40x10, better 80x24: make the window larger");
  const locale = env["LC_ALL"] || env["LC_CTYPE"] || env["LANG"] || "";
  if (!/utf-?8/i.test(locale)) {
    return warn(check, `${size}, locale "${locale}"`, "Set LANG to a UTF-8 locale such as C.UTF-8");
  }
  return ok(check, `${size}, UTF-8`);
}
