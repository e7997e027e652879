import { checkMutated, leastCpuMs, misplaced } from "../test/support/policy/check-mutated.ts";
import { type BenchResult, formatResult } from "./result.ts";

export const question = "Does any text crash the check of a policy, or take it long?";

/** The tests take the first 20,000; `HOOKLENS_FUZZ_TEXTS` for another number. */
const texts = Number(process.env.HOOKLENS_FUZZ_TEXTS ?? 1_000_000);
const mostCpuMs = 100;

/** A slow or crashing text is reported by its seed, and so is a misplaced finding; `mutatedPolicyText(seed)` makes the text again. */
export async function run(): Promise<readonly BenchResult[]> {
  let [slowestMs, wrong] = [0, 0];
  for (let seed = 0; seed < texts; seed++) {
    try {
      const check = checkMutated(seed);
      const cpuMs = check.cpuMs < mostCpuMs ? check.cpuMs : leastCpuMs(seed);
      slowestMs = Math.max(slowestMs, cpuMs);
      if (cpuMs < mostCpuMs && misplaced(check).length === 0) continue;
      console.log(`seed ${seed}, ${check.format}: ${cpuMs} ms, ${JSON.stringify(misplaced(check))}`);
    } catch (error) {
      console.log(`seed ${seed}:`, error);
    }
    wrong += 1;
  }
  const limit = { what: "limit", value: mostCpuMs };
  return [
    {
      what: `the slowest of ${texts} disturbed texts, ${wrong} of them wrong`,
      value: slowestMs,
      unit: "ms of processor time",
      limit,
      ratio: slowestMs / mostCpuMs,
      aim: "<= 1x, none wrong",
      ok: wrong === 0 && slowestMs <= mostCpuMs,
    },
  ];
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
