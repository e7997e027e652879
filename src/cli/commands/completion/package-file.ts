import { readFileSync } from "node:fs";

/** Reads a file of the package, which is beside dist/ in the package and beside src/ in the repository. */
export function readPackageFile(path: string): string {
  const root = import.meta.url.endsWith(".ts") ? "../../../../" : "../";
  return readFileSync(new URL(root + path, import.meta.url), "utf8");
}
