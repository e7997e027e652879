import { readdirSync } from "node:fs";
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
