import { readdir } from "node:fs/promises";

/** Size at which a segment of a log is closed. */
export const segmentBytes = 1_000_000;

/** Name of a segment. Names start at 0 and sort in order. */
export function segmentName(index: number): string {
  return `${String(index).padStart(8, "0")}.log`;
}

/** Lists the segments in order. */
export async function listSegments(directory: string): Promise<readonly number[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    // A waiting run has no segments.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => /^\d{8}\.log$/.test(name))
    .map((name) => Number(name.slice(0, 8)))
    .toSorted((a, b) => a - b);
}
