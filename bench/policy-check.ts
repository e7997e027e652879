import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { makeBenchDir } from "./bench-dir.ts";
import { builtProgram } from "./empty-node.ts";
import { writePolicies } from "./policy-files.ts";
import { exhaustive, installPeers } from "./policy-peers.ts";
import { type BenchLine, type BenchResult, compareRounds, pairsOf, report } from "./result.ts";

export const question =
  "How long does `policy check` of ten thousand files take on one core, compared with other programs and with only reading and validating them?";

const files = 10_000;
const rounds = 3;
const fewer = 1_000;
const timer = "/usr/bin/time";
/** Maximum ratios of the time to that of the program which reports all errors too. */
const aims = { json: 0.45, yaml: 0.9 };
const limit = join(import.meta.dirname, "policy-limit.ts");

/**
 * Runs every command several times in turn, so that all meet the same noise. Measures whole processes, from
 * start to end.
 */
export async function run(): Promise<readonly BenchLine[]> {
  const dir = await makeBenchDir("policies");
  try {
    return [...speed(dir.path), ...memory(dir.path)];
  } finally {
    await dir.remove();
  }
}

function speed(dir: string): readonly BenchLine[] {
  const peers = installPeers();
  return (["json", "yaml"] as const).flatMap((format): readonly BenchLine[] => {
    const folder = filled(dir, format, files);
    const what = `policy check of ${files.toLocaleString("en")} ${format.toUpperCase()} files`;
    const beside = {
      ...peers?.commands(folder, format),
      "read, parse and validate alone": [process.execPath, limit, folder],
    };
    const ours: number[] = [];
    const times = new Map<string, number[]>(Object.keys(beside).map((peer) => [peer, []]));
    for (let round = 0; round < rounds; round += 1) {
      ours.push(timeOf(checkCommand(folder)));
      for (const [peer, command] of Object.entries(beside)) times.get(peer)?.push(timeOf(command));
    }
    return [
      ...[...times].map(([peer, values]) =>
        compareRounds({
          what,
          unit: "ms",
          pairs: pairsOf(ours, values),
          peer,
          aim: peer === exhaustive ? { most: aims[format] } : null,
        }),
      ),
      ...(peers === null
        ? [{ what: `${what}, other programs`, why: "skipped: they cannot be installed" }]
        : []),
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

if (import.meta.main) report(await run());
