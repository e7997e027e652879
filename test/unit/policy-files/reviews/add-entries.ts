import { randomBytes } from "node:crypto";
// Adds entries to a review as fast as it can, and prints the ID of each that is on the disk.
import process from "node:process";
import { addEntry } from "../../../../src/policy-files/review-folder.ts";
import { entryId } from "../../../../src/policy/review/review-text.ts";

const [, , path = "", count = "0"] = process.argv;
for (let index = 0; index < Number(count); index += 1) {
  const at = new Date().toISOString();
  const id = entryId(at, randomBytes(4).toString("hex"));
  const [clauseId, by] = ["CL-100", `process ${process.pid}`];
  addEntry(path, { id, kind: "approved", clauseId, clauseHash: "1".repeat(64), to: null, text: "", by, at });
  process.stdout.write(`${id}\n`);
}
