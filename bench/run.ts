import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Bench, formatResult } from "./result.ts";

/**
 * Names of the benches to run, all if empty: `npm run bench -- keys first-frame`. The process exits with code
 * 1 if an aim is missed.
 */
const wanted = process.argv.slice(2);
const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith(".ts")).toSorted();
let missed = 0;
for (const name of names) {
  if (wanted.length > 0 && !wanted.includes(name.replace(/\.ts$/, ""))) continue;
  if (!(await isBench(name))) continue;
  const bench = (await import(join(import.meta.dirname, name))) as Bench;
  console.log(`\n${name}: ${bench.question}`);
  for (const result of await bench.run()) {
    console.log(formatResult(result));
    if (!result.ok) missed += 1;
  }
}
if (missed > 0) {
  console.log(`\n${missed} ${missed === 1 ? "aim" : "aims"} missed`);
  process.exitCode = 1;
}

/**
 * Returns true for a file with a question; the others are parts of benches. Reads the file instead of
 * importing it, because some files start processes when they are loaded.
 */
async function isBench(name: string): Promise<boolean> {
  return /^export const question\b/m.test(await readFile(join(import.meta.dirname, name), "utf8"));
}
