import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import process from "node:process";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Returns a base directory of this user. Ignores relative paths, as the XDG specification requires (0.8,
 * "Environment variables").
 */
function baseDirectory(env: Environment, variable: string, fallback: readonly string[]): string {
  const given = env[variable];
  return given !== undefined && isAbsolute(given) ? given : join(env["HOME"] || homedir(), ...fallback);
}

/** Returns the path of the configuration: `$XDG_CONFIG_HOME/hooklens/config.yaml`. */
export function configFilePath(env: Environment): string {
  return join(baseDirectory(env, "XDG_CONFIG_HOME", [".config"]), "hooklens", "config.yaml");
}

/** Returns the directory of the keys that sign receipts: `$XDG_CONFIG_HOME/hooklens/keys`. */
export function defaultKeysDir(env: Environment): string {
  return join(baseDirectory(env, "XDG_CONFIG_HOME", [".config"]), "hooklens", "keys");
}

/** Returns the default data directory: `$XDG_DATA_HOME/hooklens`. */
export function defaultDataDir(env: Environment): string {
  return join(baseDirectory(env, "XDG_DATA_HOME", [".local", "share"]), "hooklens");
}

/** Returns the absolute path of a typed path; `~/` is the home directory, as in a shell. */
export function typedPath(typed: string): string {
  return resolve(expandHome(typed.trim(), process.env));
}

/** Expands `~` and `~/x` as a shell does. */
export function expandHome(path: string, env: Environment): string {
  return path === "~" || path.startsWith("~/") ? join(env["HOME"] || homedir(), path.slice(1)) : path;
}

/**
 * Returns the absolute path of `HOOKLENS_DATA_DIR`, or of the default data directory if the variable is unset
 * or empty.
 */
export function dataDirOf(env: Environment): string {
  return resolve(expandHome(env["HOOKLENS_DATA_DIR"]?.trim() || defaultDataDir(env), env));
}
