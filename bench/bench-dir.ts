import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Creates a directory for the databases of a bench, which removes it. It is beside the sources, because the
 * system's temporary directory may be in memory, where nothing is durable.
 */
export async function makeBenchDir(name: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(import.meta.dirname, "..", "node_modules", `.bench-${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
