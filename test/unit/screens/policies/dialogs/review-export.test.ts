import { join } from "node:path";
import process from "node:process";
import { expect, it } from "vitest";
import { reviewExportForm } from "../../../../../src/screens/policies/dialogs/review-export.ts";

it.each([
  [
    "beside a policy in the working directory",
    join(process.cwd(), "eu", "a.yaml"),
    false,
    join("eu", "a-review.md"),
  ],
  ["beside a policy elsewhere", join("/srv", "eu", "a.yaml"), false, join("/srv", "eu", "a-review.md")],
  ["in the working directory for a bundled policy", join("/usr", "lib", "a.yaml"), true, "a-review.md"],
])("proposes a report %s", (_, policy, isShipped, path) => {
  expect(reviewExportForm({ policy, isShipped, revision: null }).path.value).toBe(path);
});
