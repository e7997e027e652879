import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { loadAll, YAMLException } from "js-yaml";
import { readTextWithin } from "../../../files/read-file.ts";
import { errorText } from "../../../model/errors.ts";
import { ngrokErrors } from "./errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export interface FoundToken {
  readonly token: string;
  /** Origin of the token, for the user. */
  readonly source: string;
}

/**
 * Returns the authtoken from NGROK_AUTHTOKEN, else from the configuration of hooklens, else from that of
 * ngrok's agent.
 * @throws {TunnelError} ngrok-token-missing, ngrok-file
 */
export function findNgrokToken(
  env: Environment,
  configured: string | null,
  platform: NodeJS.Platform = process.platform,
): FoundToken {
  const fromEnv = env["NGROK_AUTHTOKEN"]?.trim();
  if (fromEnv) return { token: fromEnv, source: "NGROK_AUTHTOKEN" };
  const fromConfig = configured?.trim();
  if (fromConfig) return { token: fromConfig, source: "the configuration" };
  const fromFile = readNgrokToken(ngrokFilePaths(env, platform));
  if (fromFile === null) throw ngrokErrors.tokenMissing();
  return { token: fromFile.token, source: fromFile.path };
}

/**
 * Returns the locations of the ngrok agent's configuration, the current one before that of version 2
 * (https://ngrok.com/docs/agent/config#default-locations).
 */
function ngrokFilePaths(env: Environment, platform: NodeJS.Platform): readonly string[] {
  const home = env["HOME"] || env["USERPROFILE"] || homedir();
  const old = join(home, ".ngrok2", "ngrok.yml");
  if (platform === "win32") {
    return [join(env["LOCALAPPDATA"] || join(home, "AppData", "Local"), "ngrok", "ngrok.yml"), old];
  }
  const { XDG_CONFIG_HOME: xdg } = env;
  const config = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".config");
  const linux = join(config, "ngrok", "ngrok.yml");
  if (platform !== "darwin") return [linux, old];
  return [join(home, "Library", "Application Support", "ngrok", "ngrok.yml"), linux, old];
}

/**
 * Returns the authtoken of the first existing file that has one; null if none has.
 * @throws {TunnelError} ngrok-file
 */
function readNgrokToken(paths: readonly string[]): { token: string; path: string } | null {
  for (const path of paths) {
    const text = readIfThere(path);
    const token = text === null ? null : tokenOf(text, path);
    if (token !== null) return { token, path };
  }
  return null;
}

function readIfThere(path: string): string | null {
  try {
    return readTextWithin(path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw ngrokErrors.file(path, errorText(error), error);
  }
}

/**
 * Returns the authtoken of a configuration; null if it has none. Version 3 has it under `agent`, earlier
 * versions at the top level.
 */
function tokenOf(text: string, path: string): string | null {
  const config = loadYaml(text, path);
  if (!isRecord(config)) return null;
  const agent = config["agent"];
  const token = (isRecord(agent) ? agent["authtoken"] : undefined) ?? config["authtoken"];
  return typeof token === "string" && token.trim() !== "" ? token.trim() : null;
}

function loadYaml(text: string, path: string): unknown {
  try {
    // An empty file has no document and is valid.
    return loadAll(text)[0];
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? "" : ` in line ${error.mark.line + 1}`;
    // The exception's message quotes the file, which may contain the token.
    throw ngrokErrors.file(path, `it is not YAML: ${error.reason}${line}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
