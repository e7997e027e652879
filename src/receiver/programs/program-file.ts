import { stat } from "node:fs/promises";
import { basename } from "node:path";
import type { Logger } from "../../model/logger.ts";
import type { HandlerRoute } from "../handlers/handler-route.ts";
import { openProgram, type ProgramOptions } from "./program-action.ts";
import { type Program, programFault } from "./program.ts";

export interface ProgramFileOptions extends Omit<ProgramOptions, "onLine"> {
  /** Logger of saves and of error output, as info, and of a missing interpreter, as a warning. */
  readonly logger: Logger;
  /** Called after each change of the state. */
  readonly onChange: () => void;
}

/** Opens the route of a file in a directory of handlers that a program runs: each run reads it anew. */
export function openProgramFile(program: Program, path: string, options: ProgramFileOptions): HandlerRoute {
  const { logger, onChange } = options;
  const file = basename(path);
  const { action, close } = openProgram(program, { ...options, onLine: (line) => logger.info(line) });
  let savedMs: number | null = null;
  let error: string | null = null;
  let loads = 0;

  async function look(): Promise<void> {
    const found = await stat(path).catch(() => null);
    // The file is missing while an editor replaces it.
    if (found === null) return;
    const fault = programFault(program);
    if (found.mtimeMs === savedMs && fault === error) return;
    if (fault !== null) logger.warn(`${file} is broken: ${fault}. Its deliveries fail until it is fixed`);
    else logger.info(`${file} is ${loads === 0 ? "loaded" : "reloaded"}`);
    savedMs = found.mtimeMs;
    error = fault;
    loads += 1;
    onChange();
  }

  return {
    action,
    state: () => ({ error, ready: error === null, readyAt: null, loads }),
    load: look,
    look,
    noteSlow() {},
    close,
  };
}
