import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { failureReason } from "../../../src/policy-files/failure-reason.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

function reasonOf(act: () => void): string {
  try {
    act();
  } catch (error) {
    return failureReason(error);
  }
  throw new Error("nothing failed");
}

it("is the code of a failed file operation, else the message", () => {
  expect(reasonOf(() => readFileSync(join(freshDataDir("reason"), "missing")))).toBe("ENOENT");
  expect(reasonOf(() => JSON.parse("["))).toMatch(/JSON/);
});

it.runIf(existsSync("/dev/full"))("says that the disk is full", () => {
  expect(reasonOf(() => writeFileSync("/dev/full", "text"))).toBe("the disk is full");
});
