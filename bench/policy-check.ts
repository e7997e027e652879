import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { makeBenchDir } from "./bench-dir.ts";
import { builtProgram } from "./empty-node.ts";
import { writePolicies } from "./policy-files.ts";
import { installPeers } from "./policy-peers.ts";
import { type BenchResult, formatResult, median } from "./result.ts";

export const question =
  "How long does `policy check` of ten thousand files take on one core, compared with other programs and with only reading and validating them?";

const files = 10_000;
const rounds = 3;
const fewer = 1_000;
const timer = "/usr/bin/time";
const limit = join(import.meta.dirname, "policy-limit.ts");

/**
 * Runs every command several times in turn, so that all meet the same noise. Measures whole processes, from
 * start to end.
 */
export async function run(): Promise<readonly BenchResult[]> {
  const dir = await makeBenchDir("policies");
  try {
    return [...speed(dir.path), ...memory(dir.path)];
  } finally {
    await dir.remove();
  }
}

function speed(dir: string): readonly BenchResult[] {
  const peers = installPeers();
  return (["json", "yaml"] as const).flatMap((format) => {
    const folder = filled(dir, format, files);
    const commands = {
      ours: checkCommand(folder),
      exhaustive: peers.sourcemeta(folder, format),
      fast: peers.sourcemeta(folder, format, ["--fast"]),
      ajvCli: peers.ajvCli(folder, format),
      limit: [process.execPath, limit, folder],
    };
    const tookMs = { ours: [0], exhaustive: [0], fast: [0], ajvCli: [0], limit: [0] };
    for (const name of Object.keys(tookMs) as (keyof typeof commands)[]) tookMs[name].pop();
    for (let round = 0; round < rounds; round += 1) {
      for (const name of Object.keys(commands) as (keyof typeof commands)[]) {
        tookMs[name].push(timeOf(commands[name]));
      }
    }
    const value = median(tookMs.ours);
    const beside = (what: string, times: readonly number[], aim: number | null): BenchResult => {
      const ratio = value / median(times);
      return {
        what: `policy check of ${files} ${format.toUpperCase()} files`,
        value,
        unit: "ms",
        limit: { what, value: median(times) },
        ratio,
        aim: aim === null ? "for comparison" : `<= ${aim}x`,
        ok: aim === null || ratio <= aim,
      };
    };
    return [
      beside("@sourcemeta/jsonschema, exhaustive", tookMs.exhaustive, format === "json" ? 0.45 : 0.9),
      beside("@sourcemeta/jsonschema --fast", tookMs.fast, null),
      beside("ajv-cli", tookMs.ajvCli, null),
      beside("read, parse and validate alone", tookMs.limit, null),
    ];
  });
}

/**
 * Compares the heap after a check of few and of ten times as many files; it must not grow with them. Peak
 * memory is not compared, because the system reports that of a larger parent process.
 */
function memory(dir: string): readonly BenchResult[] {
  return (["json", "yaml"] as const).map((format) => {
    const few = memoryOf(checkCommand(filled(dir, format, fewer)));
    const many = memoryOf(checkCommand(join(dir, `${format}-${files}`)));
    return {
      what: `memory kept, ${files} ${format.toUpperCase()} files`,
      value: many / 1e6,
      unit: "MB",
      limit: { what: `${fewer} files`, value: few / 1e6 },
      ratio: many / few,
      aim: "<= 1.1x",
      ok: many / few <= 1.1,
    };
  });
}

function filled(dir: string, format: "json" | "yaml", count: number): string {
  const folder = join(dir, `${format}-${count}`);
  mkdirSync(folder);
  writePolicies(folder, format, count);
  return folder;
}

function checkCommand(folder: string): readonly string[] {
  return [process.execPath, builtProgram(), "policy", "check", folder, "--format", "json"];
}

/** Returns the command limited to one core, if the system has `taskset`. */
function onOneCore(command: readonly string[]): readonly [string, ...string[]] {
  const [program = "", ...args] = command;
  return existsSync("/usr/bin/taskset")
    ? ["/usr/bin/taskset", "-c", "0", program, ...args]
    : [program, ...args];
}

/**
 * Returns the processor time of a command in milliseconds, which other work of the machine does not affect;
 * the elapsed time if the system does not report it.
 */
function timeOf(command: readonly string[]): number {
  const [program, ...args] = onOneCore(command);
  const startedMs = performance.now();
  if (!existsSync(timer)) {
    spawnSync(program, args, { stdio: "ignore" });
    return performance.now() - startedMs;
  }
  const { stderr } = spawnSync(timer, ["-f", "%U %S", program, ...args], {
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8",
    maxBuffer: 1_000_000_000,
  });
  const seconds = /([\d.]+) ([\d.]+)\s*$/.exec(stderr);
  if (seconds === null) throw new Error(`${program} was not timed: ${stderr}`);
  return 1_000 * (Number(seconds[1]) + Number(seconds[2]));
}

/** Returns the size of the heap at the end of a command, in bytes. */
function memoryOf([node = "", ...args]: readonly string[]): number {
  const telling = "process.on('exit',()=>{gc();process.stderr.write(`${process.memoryUsage().heapUsed}`)})";
  const options = ["--expose-gc", "--import", `data:text/javascript,${telling}`];
  const [program, ...rest] = onOneCore([node, ...options, ...args]);
  const { stderr } = spawnSync(program, rest, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8" });
  return Number(/(\d+)$/.exec(stderr)?.[1]);
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
