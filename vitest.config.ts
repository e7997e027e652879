import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Whole-app tests start real processes; more workers than cores only make them wait for each other.
    maxWorkers: 2,
  },
});
