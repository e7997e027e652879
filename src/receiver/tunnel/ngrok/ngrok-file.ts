import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import { loadAll, YAMLException } from "js-yaml";
import { NgrokFileError } from "./errors.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where ngrok's agent keeps its configuration, the present place before the one of version 2
 * (https://ngrok.com/docs/agent/config#default-locations).
 */
export function ngrokFilePaths(env: Environment, platform: NodeJS.Platform): readonly string[] {
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
 * The authtoken of the first file that is there and has one.
 * @returns null: none has
 * @throws {NgrokFileError}
 */
export function readNgrokToken(paths: readonly string[]): { token: string; path: string } | null {
  for (const path of paths) {
    const text = readIfThere(path);
    const token = text === null ? null : tokenOf(text, path);
    if (token !== null) return { token, path };
  }
  return null;
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw new NgrokFileError(path, error instanceof Error ? error.message : String(error), error);
  }
}

/** Version 3 has it under `agent`, version 2 and those before at the top. */
function tokenOf(text: string, path: string): string | null {
  const config = loadYaml(text, path);
  if (!isRecord(config)) return null;
  const agent = config["agent"];
  const token = (isRecord(agent) ? agent["authtoken"] : undefined) ?? config["authtoken"];
  return typeof token === "string" && token.trim() !== "" ? token.trim() : null;
}

function loadYaml(text: string, path: string): unknown {
  try {
    // Of an empty file it makes no document, which is no mistake.
    return loadAll(text)[0];
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark === undefined ? "" : ` in line ${error.mark.line + 1}`;
    // The message of the exception quotes the file, and the token may stand there.
    throw new NgrokFileError(path, `it is not YAML: ${error.reason}${line}`);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
