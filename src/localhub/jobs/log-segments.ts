import { readdir } from "node:fs/promises";

/** A piece of a log is closed when it has this much. */
export const segmentBytes = 1_000_000;

/** The name of a piece of a log; they count from 0, and sort as they count. */
export function segmentName(index: number): string {
  return `${String(index).padStart(8, "0")}.log`;
}

/** The pieces that are there, in order. */
export async function listSegments(directory: string): Promise<readonly number[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    // A run that waits has none yet.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => /^\d{8}\.log$/.test(name))
    .map((name) => Number(name.slice(0, 8)))
    .toSorted((a, b) => a - b);
}
