// Prints the slowest test files of a JSON report and, as the last line, "N passed, N failed". A skipped test proves
// nothing and counts as failed: what the optional parts need has to be there.
// Usage: node .ci/report.js REPORT EXIT_STATUS_OF_VITEST
import { readFileSync } from "node:fs";
import process from "node:process";

const [, , file, vitestStatus] = process.argv;
const mayBeSkipped = [
  !process.env.HOOKLENS_PYTHON && /\/test\/hub\/python\.test\.ts$/,
  process.env.HOOKLENS_NO_MOUNT && /\/test\/faults\/(?:full-disk|surroundings)\.test\.ts$/,
].filter(Boolean);
const print = (line) => process.stdout.write(`${line}\n`);

let passed = 0;
let failed = 0;
try {
  const report = JSON.parse(readFileSync(file, "utf8"));
  const skipped = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(
      ({ status }) =>
        status !== "passed" && status !== "failed" && !mayBeSkipped.some((pattern) => pattern.test(name)),
    ),
  );
  passed = report.numPassedTests;
  failed = report.numFailedTests + skipped.length;
  const secondsOf = ({ startTime, endTime }) => (endTime - startTime) / 1000;
  const slowest = report.testResults.sort((a, b) => secondsOf(b) - secondsOf(a)).slice(0, 10);
  print("The ten slowest test files:");
  for (const result of slowest) {
    const name = result.name.slice(result.name.indexOf("/test/") + 1);
    print(`${secondsOf(result).toFixed(1).padStart(7)} s  ${name}`);
  }
} catch (error) {
  print(`the tests left no report: ${error.message}`);
}
if (failed === 0 && (Number(vitestStatus) !== 0 || passed === 0)) failed = 1;
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
