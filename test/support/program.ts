import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** True if no file in src is newer than the build. Read once: a story starts several threads, and src has many files. */
const isFresh = isBuildFresh();

function isBuildFresh(): boolean {
  const builtMs = statSync(join(root, "dist", "cli.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).every(
    (name) => statSync(join(root, "src", name)).mtimeMs < builtMs,
  );
}

/** Returns a file of the build, as users have it, or its source if a file in src is newer than the build. */
export function builtOrSource(built: string, source: string): string {
  return join(root, isFresh ? built : source);
}

/** Entry file of the program. */
export function programFile(): string {
  return builtOrSource("bin/hooklens.js", "src/cli/main.ts");
}
