import { fork } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { removeBenchDirs } from "./bench-dir.ts";
import { describeConditions, describeMachine, readCommit } from "./machine.ts";
import { benchNames, type Measurements, pageOf } from "./page.ts";
import { type Bench, type BenchLine, formatLine } from "./result.ts";

/**
 * `npm run bench -- [NAME...] [--write]` runs the named benches, or all of them, each in a process of its own. `--write`
 * replaces their results in bench/results.json and writes docs/performance.md from it. The process exits with code 1 if an
 * aim is missed or a bench fails.
 */
const { values: flags, positionals } = parseArgs({
  options: { write: { type: "boolean", default: false } },
  allowPositionals: true,
});

const resultsFile = join(import.meta.dirname, "results.json");
const pageFile = join(import.meta.dirname, "..", "docs", "performance.md");

/** Time after which a bench is killed, in minutes. */
const limitMinutes = (name: string) => (name === "memory" ? 45 : 10);

const unknown = positionals.filter((name) => !benchNames.includes(name));
if (unknown.length > 0) throw new Error(`no bench has the name ${unknown.join(", ")}`);

const conditions = flags.write ? await describeConditions() : "";
let missed = 0;
for (const name of positionals.length > 0 ? positionals : benchNames) {
  const { question } = (await import(join(import.meta.dirname, `${name}.ts`))) as Bench;
  console.log(`\n${name}: ${question}`);
  const startedMs = performance.now();
  const lines = await measure(name);
  console.log(`     took ${Math.round((performance.now() - startedMs) / 1_000)} s`);
  missed += lines.filter((line) => "value" in line && !line.ok).length;
  if (flags.write) {
    const date = new Date().toISOString().slice(0, 10);
    const measurements = JSON.parse(await readFile(resultsFile, "utf8")) as Measurements;
    const measurement = {
      question,
      date,
      commit: readCommit(),
      machine: describeMachine(),
      conditions,
      lines,
    };
    const written = { ...measurements, [name]: measurement };
    await writeFile(resultsFile, `${JSON.stringify(written, null, 2)}\n`);
    await writeFile(pageFile, pageOf(written));
  }
}
if (missed > 0) {
  console.log(`\n${missed} ${missed === 1 ? "aim" : "aims"} missed`);
  process.exitCode = 1;
}

/** Runs a bench, whose process prints its results, until its end or the limit. */
async function measure(name: string): Promise<readonly BenchLine[]> {
  // In a process group of its own, so that the servers and senders that it started are killed with it.
  const bench = fork(join(import.meta.dirname, `${name}.ts`), { detached: true });
  const kill = (): void => {
    try {
      process.kill(-(bench.pid ?? Number.NaN), "SIGKILL");
    } catch {
      // All of them have ended.
    }
  };
  const interrupt = (): void => {
    kill();
    process.exit(1);
  };
  process.once("SIGINT", interrupt);
  let lines: readonly BenchLine[] | null = null;
  bench.once("message", (message) => (lines = message as readonly BenchLine[]));
  const limit = setTimeout(kill, limitMinutes(name) * 60_000);
  const [code, signal] = (await once(bench, "exit")) as [number | null, NodeJS.Signals | null];
  clearTimeout(limit);
  process.off("SIGINT", interrupt);
  kill();
  await removeBenchDirs(bench.pid);
  if (lines !== null) return lines;
  const why =
    signal === "SIGKILL" ? `took more than ${limitMinutes(name)} minutes` : `ended with ${code ?? signal}`;
  const line = { what: name, why: `not measured: ${why}` };
  console.log(formatLine(line));
  process.exitCode = 1;
  return [line];
}
