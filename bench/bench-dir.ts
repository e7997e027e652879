import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * A directory for a bench's databases, to be removed by it. Beside the sources and not in the system's directory for such things, which
 * may be in memory, where nothing is durable.
 */
export async function makeBenchDir(name: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(import.meta.dirname, "..", "node_modules", `.bench-${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
