import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const prefix = "deliveries-journal-";

/** The file of a generation; they count up, and each begins where the one before ends. */
export function journalFile(dataDir: string, generation: number): string {
  return join(dataDir, `${prefix}${generation}`);
}

/** The generations that have a file, in their order. None where there is no directory. */
export function generationsIn(dataDir: string): readonly number[] {
  let names: string[];
  try {
    names = readdirSync(dataDir);
  } catch {
    return [];
  }
  return names
    .filter((name) => name.startsWith(prefix) && /^[1-9]\d*$/.test(name.slice(prefix.length)))
    .map((name) => Number(name.slice(prefix.length)))
    .toSorted((one, other) => one - other);
}

/** Removes the files before a generation, all but the first, which can be used again. @returns the generation of that one */
export function keepOneSpare(dataDir: string, before: number): number | undefined {
  const [spare, ...others] = generationsIn(dataDir).filter((each) => each < before);
  // Writer and tables do it, each as far as it knows: one can be faster.
  for (const each of others) rmSync(journalFile(dataDir, each), { force: true });
  return spare;
}
