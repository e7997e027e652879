import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { reviewPath } from "../../../../src/policy-files/beside-policy.ts";
import { readReview } from "../../../../src/policy-files/review-folder.ts";
import { policyFolder } from "../../../support/policy/policy-folder.ts";

const entry = fileURLToPath(new URL("add-entries.ts", import.meta.url));

it("processes that review one policy at once lose no entry", async () => {
  const path = reviewPath(join(policyFolder({ "p.yaml": "" }), "p.yaml"));
  const children = [1, 2, 3].map(() =>
    spawn(process.execPath, [entry, path, "200"], { stdio: ["ignore", "pipe", "inherit"] }),
  );
  const told = await Promise.all(
    children.map(async (child) => {
      const [lines, [code]] = await Promise.all([text(child.stdout), once(child, "close")]);
      expect(code).toBe(0);
      return lines.trim().split("\n");
    }),
  );
  const { entries, problem } = readReview(path);
  expect(problem).toBeNull();
  const ids = new Set(entries.map(({ id }) => id));
  expect(told.flat().filter((id) => !ids.has(id))).toEqual([]);
  expect(entries).toHaveLength(3 * 200);
}, 60_000);
