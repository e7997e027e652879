import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

export interface ChildEnvironment {
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  remove(): Promise<void>;
}

/**
 * Creates the same environment on every machine: an empty home, a color terminal, UTF-8, UTC, and only PATH from
 * this process. Other variables are absent, above all CI and NO_COLOR, which change the output.
 */
export async function createChildEnvironment(
  overrides: Readonly<Record<string, string | undefined>> = {},
): Promise<ChildEnvironment> {
  const home = await mkdtemp(join(tmpdir(), "hooklens-screen-"));
  const directories = {
    XDG_CONFIG_HOME: join(home, ".config"),
    XDG_DATA_HOME: join(home, ".local", "share"),
    XDG_STATE_HOME: join(home, ".local", "state"),
    XDG_CACHE_HOME: join(home, ".cache"),
    TMPDIR: join(home, "tmp"),
  };
  await mkdir(directories.TMPDIR);
  const wanted = {
    HOME: home,
    ...directories,
    PATH: process.env["PATH"],
    TERM: "xterm-256color",
    TZ: "UTC",
    LANG: "C.UTF-8",
    LC_ALL: "C.UTF-8",
    ...overrides,
  };
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(wanted)) if (value !== undefined) env[name] = value;
  return { home, env, remove: () => rm(home, { recursive: true, force: true, maxRetries: 5 }) };
}
