import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Entry file of the program: the built one, as users have it, or the source if a file in src is newer than
 * the build.
 */
export function programFile(): string {
  const builtMs = statSync(join(root, "dist", "cli.js"), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const isFresh = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).every(
    (name) => statSync(join(root, "src", name)).mtimeMs < builtMs,
  );
  return isFresh ? join(root, "bin", "hooklens.js") : join(root, "src", "cli", "main.ts");
}
