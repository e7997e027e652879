import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "tsdown";
import configs from "../tsdown.config.ts";
import { makeBenchDir } from "./bench-dir.ts";

const root = join(import.meta.dirname, "..");

/** Bundles a minimal Ink app of this directory like hooklens, alone. `remove` deletes it. */
export async function builtMinimal(
  file: string,
): Promise<{ readonly program: string; remove(): Promise<void> }> {
  const { path: folder, remove } = await makeBenchDir("minimal");
  const [program] = configs;
  await build({
    ...program,
    config: false,
    entry: { minimal: join(root, "bench", file) },
    outDir: folder,
    // The chunk of the first frame would contain hooklens, too.
    outputOptions: {},
    logLevel: "silent",
  });
  // Otherwise Node reads the program twice to find out that it is a module.
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  return { program: join(folder, "minimal.js"), remove };
}
