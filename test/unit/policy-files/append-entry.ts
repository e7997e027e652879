import { dirname } from "node:path";
import { appendReceipt } from "../../../src/policy-files/append-receipt.ts";
// Seals policies at the end of a chain until it is killed, and prints the id of each receipt that is on the disk.
import { seal } from "../../../src/policy/seal/seal.ts";
import { validPolicy } from "../../support/policy/valid-policy.ts";

const [, , path = ""] = process.argv;
// With content of its own: what two seal in one millisecond would be one receipt.
const policy = validPolicy({ jurisdiction: `process ${process.pid}` });
for (;;) {
  const { id } = await appendReceipt(path, dirname(path), (after) =>
    seal(policy, { ...after, nowMs: Date.now() }),
  );
  process.stdout.write(`${id}\n`);
}
