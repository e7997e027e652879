import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Beside the sources, because the system's temporary directory may be in memory, where nothing is durable. */
const parent = join(import.meta.dirname, "..", "node_modules");

const prefixOf = (pid: number | undefined) => `.bench-${pid}-`;

/** Creates a directory for the databases or programs of a bench, which removes it. */
export async function makeBenchDir(name: string): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(parent, `${prefixOf(process.pid)}${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Removes the directories of a bench whose process was killed; its programs may still write into them for a moment. */
export async function removeBenchDirs(pid: number | undefined): Promise<void> {
  const names = (await readdir(parent)).filter((name) => name.startsWith(prefixOf(pid)));
  const options = { recursive: true, force: true, maxRetries: 10 };
  await Promise.all(names.map((name) => rm(join(parent, name), options)));
}
