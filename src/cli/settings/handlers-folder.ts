import { readdir } from "node:fs/promises";
import { resolve } from "node:path";
import process from "node:process";
import { expandHome } from "../../engine/directories.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { HandlersFolder } from "../../model/receiver-settings.ts";
import { listHandlers } from "../../receiver/handlers/handler-files.ts";

/** Maximum number of completions of a typed directory. */
const maxFolders = 500;

/**
 * Reads the target of a typed handlers directory, and its completions. A path may begin with ~ or be relative to the
 * working directory. Never throws.
 */
export async function lookAtHandlers(typed: string): Promise<HandlersFolder> {
  const text = typed.trim();
  const parent = text.slice(0, text.lastIndexOf("/") + 1);
  const [folders, handlers] = await Promise.all([
    foldersIn(parent, text.slice(parent.length).startsWith(".")),
    text === "" ? { routes: null, problem: null } : handlersIn(text),
  ]);
  return { typed, folders, ...handlers };
}

async function foldersIn(parent: string, withHidden: boolean): Promise<readonly string[]> {
  try {
    const entries = await readdir(pathOf(parent === "" ? "." : parent), { withFileTypes: true });
    return entries
      .filter((entry) => entry.isDirectory() && (withHidden || !entry.name.startsWith(".")))
      .slice(0, maxFolders)
      .map(({ name }) => `${parent}${name}/`)
      .toSorted();
  } catch {
    // An unreadable directory completes nothing.
    return [];
  }
}

async function handlersIn(text: string): Promise<Pick<HandlersFolder, "routes" | "problem">> {
  try {
    return { routes: [...(await listHandlers(pathOf(text))).keys()], problem: null };
  } catch (error) {
    if (!isHooklensError(error)) throw error;
    return { routes: null, problem: error.why ?? error.message };
  }
}

function pathOf(text: string): string {
  return resolve(expandHome(text, process.env));
}
