import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { firstReviewPath, readReview, reviewPath } from "../../../../src/policy-files/review-folder.ts";
import { policyFolder } from "../../../support/policy/policy-folder.ts";

const entry = fileURLToPath(new URL("add-entries.ts", import.meta.url));

it("processes that review one policy at once lose no entry, while they convert its version 1", async () => {
  const mark = {
    kind: "flagged",
    clause_id: "CL-100",
    clause_sha256: "1".repeat(64),
    by: "cy",
    at: "2026-11-20T09:14:03.218Z",
  };
  const marks = Array.from({ length: 50 }, (_, index) => ({ ...mark, by: `cy ${index}` }));
  const first = JSON.stringify({ format: "hooklens-review", version: 1, marks });
  const path = reviewPath(join(policyFolder({ "p.yaml": "", "p.yaml.review.json": first }), "p.yaml"));
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
  expect(existsSync(firstReviewPath(path))).toBe(false);
  const ids = new Set(entries.map(({ id }) => id));
  expect(told.flat().filter((id) => !ids.has(id))).toEqual([]);
  expect(entries).toHaveLength(3 * 200 + marks.length);
}, 60_000);
