import { pathToFileURL } from "node:url";
import { builtOrSource } from "./program.ts";

/** Returns the location of a thread's module in the built program if it is up to date, in place of `src/async/thread-file.ts`. */
export function threadFile(name: string, source: string): URL {
  return pathToFileURL(builtOrSource(`dist/${name}.js`, `src/${source}`));
}
