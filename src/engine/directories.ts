import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** A base directory of this user. A relative one counts as not set, as the XDG specification (0.8, "Environment variables") asks. */
function baseDirectory(env: Environment, variable: string, fallback: readonly string[]): string {
  const given = env[variable];
  return given !== undefined && isAbsolute(given) ? given : join(env["HOME"] || homedir(), ...fallback);
}

/** `$XDG_CONFIG_HOME/hooklens/config.yaml` */
export function configFilePath(env: Environment): string {
  return join(baseDirectory(env, "XDG_CONFIG_HOME", [".config"]), "hooklens", "config.yaml");
}

/** `$XDG_CONFIG_HOME/hooklens/keys`: those of the nodes that sign receipts. */
export function defaultKeysDir(env: Environment): string {
  return join(baseDirectory(env, "XDG_CONFIG_HOME", [".config"]), "hooklens", "keys");
}

/** `$XDG_DATA_HOME/hooklens` */
export function defaultDataDir(env: Environment): string {
  return join(baseDirectory(env, "XDG_DATA_HOME", [".local", "share"]), "hooklens");
}

/** `~/x` as the shell would have it; anything else is left alone. */
export function expandHome(path: string, env: Environment): string {
  return path === "~" || path.startsWith("~/") ? join(env["HOME"] || homedir(), path.slice(1)) : path;
}

/** Where the log is when nobody but the environment says so: `HOOKLENS_DATA_DIR`, else the default. Absolute; a variable that is empty counts as not set. */
export function dataDirOf(env: Environment): string {
  return resolve(expandHome(env["HOOKLENS_DATA_DIR"]?.trim() || defaultDataDir(env), env));
}
