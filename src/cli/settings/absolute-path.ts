import { dirname, resolve } from "node:path";
import { expandHome } from "../../engine/directories.ts";
import type { Setting, SettingContext } from "./setting.ts";

/**
 * Makes a path absolute: relative to the config file if it comes from that file, else to the working
 * directory.
 */
export function absolutePath(dir: Setting<string>, { configPath, env }: SettingContext): Setting<string> {
  const base = dir.source === "profile" || dir.source === "file" ? dirname(configPath) : ".";
  return { ...dir, value: resolve(base, expandHome(dir.value, env)) };
}
