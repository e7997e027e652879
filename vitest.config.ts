import process from "node:process";
import { defineConfig } from "vitest/config";
import { compileCache } from "./test/support/compile-cache.ts";

// Times on screens are local; tests have the same zone on every machine.
process.env["TZ"] = "UTC";
process.env["NODE_COMPILE_CACHE"] = compileCache;

/** Tests that start whole processes; more workers than cores only make them wait for each other. */
const processes = {
  testTimeout: 30_000,
  hookTimeout: 30_000,
  // A busy machine takes longer than the default second for what a test awaits.
  expect: { poll: { timeout: 10_000 } },
  maxWorkers: 2,
  sequence: { groupOrder: 1 },
};

/** Tests in test/unit that take seconds: whole databases, child processes, every altered byte of a file. */
const slowUnitTests = [
  "test/unit/store/**/*.test.ts",
  "test/unit/policy/fuzz.test.ts",
  "test/unit/policy/seal/altered-bytes.test.ts",
  "test/unit/policy/seal/another-program.test.ts",
  "test/unit/policy-files/append-receipt.test.ts",
  "test/unit/policy-files/reviews/merged-reviews.test.ts",
  "test/unit/policy-files/reviews/two-processes.test.ts",
  "test/unit/terminal/exit-guard.test.ts",
  "test/unit/terminal/keys-fuzz.test.ts",
  "test/unit/terminal/suspend.test.ts",
];

const testsIn = (...folders: readonly string[]) =>
  folders.map((folder) => `test/${folder}/**/*.test.{ts,tsx}`);

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: testsIn("unit"),
          exclude: slowUnitTests,
          testTimeout: 30_000,
          // Most of these tests take less time than loading their modules again.
          isolate: false,
        },
      },
      {
        test: {
          name: "integration",
          include: [...testsIn("contract", "engine", "hub", "library", "receiver", "tui"), ...slowUnitTests],
          ...processes,
        },
      },
      { test: { name: "e2e", include: testsIn("browser", "cli", "faults", "package", "pty"), ...processes } },
      {
        test: {
          name: "cluster",
          include: testsIn("cluster"),
          ...processes,
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
    // The composition roots: what puts the parts together is where wiring goes untested.
    coverage: {
      provider: "v8",
      include: [
        "src/engine/**",
        "src/library/**",
        "src/cli/command-line/**",
        "src/cli/settings/**",
        "src/index.ts",
      ],
      reporter: ["text", "html"],
    },
  },
});
