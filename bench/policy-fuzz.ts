import { checkMutated, leastCpuMs, misplaced } from "../test/support/policy/check-mutated.ts";
import { type BenchResult, report, single } from "./result.ts";

export const question = "Does any text crash or slow down the check of a policy?";

/** Number of texts, set by `HOOKLENS_FUZZ_TEXTS`. The tests use the first 20,000. */
const texts = Number(process.env.HOOKLENS_FUZZ_TEXTS ?? 200_000);
const mostCpuMs = 100;

/**
 * Reports the seed of each text that is slow, crashes the check or gets a misplaced finding;
 * `mutatedPolicyText(seed)` creates the text again.
 */
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
  return [
    single(`CPU of the slowest of ${texts.toLocaleString("en")} disturbed texts`, slowestMs, "ms", mostCpuMs),
    single("texts that crash the check, are slow or get a misplaced finding", wrong, "", 0),
  ];
}

if (import.meta.main) report(await run());
