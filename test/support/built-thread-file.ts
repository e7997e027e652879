import { pathToFileURL } from "node:url";

/** Returns the location of a thread's module in the built program, in place of `src/async/thread-file.ts`. */
export function threadFile(name: string): URL {
  return pathToFileURL(`${import.meta.dirname}/../../dist/${name}.js`);
}
