import process from "node:process";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { compileCache } from "./test/support/compile-cache.ts";

// Times on screens are local; tests have the same zone on every machine.
process.env["TZ"] = "UTC";
process.env["NODE_COMPILE_CACHE"] = compileCache;

/** A busy machine takes longer than the defaults for what a test awaits. */
const patient = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } };

/** Tests that keep a core busy. Projects with the same `groupOrder` run together and share the workers. */
const computing = { ...patient, maxWorkers: 2, sequence: { groupOrder: 0 } };

/** Tests that wait for screens, timers and servers. Four workers on two cores let single waits run out. */
const waiting = { ...patient, maxWorkers: 2, sequence: { groupOrder: 1 } };

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

/**
 * Threads of the build cost half the CPU to start, and React without its checks less to draw. Projects with the same
 * `resolve` share Vitest's cache of transformed modules, and so need the same JSX.
 */
const built = {
  resolve: {
    alias: [
      {
        find: /^.*\/async\/thread-file\.ts$/,
        replacement: fileURLToPath(import.meta.resolve("./test/support/built-thread-file.ts")),
      },
    ],
  },
  oxc: { jsx: { development: false } },
};

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
          ...computing,
          // Most of these tests take less time than loading their modules again.
          isolate: false,
        },
      },
      { test: { name: "cli", include: testsIn("cli"), ...computing, isolate: false } },
      // Two clusters of three servers each are enough for two cores.
      { test: { name: "cluster", include: testsIn("cluster"), ...computing } },
      {
        ...built,
        test: {
          name: "integration",
          include: [...testsIn("contract", "engine", "hub", "library", "receiver", "tui"), ...slowUnitTests],
          ...waiting,
          isolate: false,
        },
      },
      {
        ...built,
        test: {
          name: "stories",
          include: testsIn("stories"),
          ...waiting,
          isolate: false,
          // Ink reads how many colors the terminal has when it is loaded.
          env: { NODE_ENV: "production", FORCE_COLOR: "3" },
        },
      },
      { test: { name: "e2e", include: testsIn("browser", "faults", "package", "pty"), ...waiting } },
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
