import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "tsdown";

const root = join(import.meta.dirname, "..");

/** Bundles a minimal Ink app of this directory like hooklens. `remove` deletes it. */
export async function builtMinimal(
  file: string,
): Promise<{ readonly program: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(root, "node_modules", ".bench-minimal-"));
  await build({
    config: join(root, "tsdown.config.ts"),
    entry: { minimal: join(root, "bench", file) },
    outDir: folder,
    logLevel: "silent",
  });
  // Otherwise Node reads the program twice to find out that it is a module.
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  return { program: join(folder, "minimal.js"), remove: () => rm(folder, { recursive: true, force: true }) };
}
