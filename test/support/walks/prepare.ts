import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ScreenOptions } from "../screen/screen.ts";
import type { Walk } from "./walk.ts";

/** Writes the files of a walk, and returns the options of its screen. */
export function prepare({ files }: Walk, directory: string): ScreenOptions {
  for (const [path, text] of Object.entries(files(directory))) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
  return { columns: 120, rows: 30, env: { XDG_CONFIG_HOME: join(directory, "config") } };
}
