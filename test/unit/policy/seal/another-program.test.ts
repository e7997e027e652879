import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { chainings } from "../../../../src/policy/policy.ts";
import { sealAll } from "../../../support/policy/receipts.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

const program = fileURLToPath(new URL("../../../support/policy/receipt_root.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

// BLAKE3 is not in Python's library.
const combinations = (["SHA-256", "SHA3-256", "SHA3-512"] as const).flatMap((algorithm) =>
  chainings.map((chaining) => [algorithm, chaining] as const),
);

it.runIf(hasPython).each(combinations)(
  "a program written after docs/receipts.md alone comes to the same root and id: %s, %s",
  async (algorithm, chaining) => {
    const policy = validPolicy();
    policy.receipt_chain.algorithm = algorithm;
    policy.receipt_chain.chaining = chaining;
    const [receipt] = await sealAll([policy]);
    const { stdout, stderr } = spawnSync("python3", [program], {
      input: JSON.stringify({ policy, sealedAt: receipt!.sealedAt }),
      encoding: "utf8",
    });
    expect(stderr).toBe("");
    expect(JSON.parse(stdout)).toEqual({ root: receipt!.root, id: receipt!.id });
  },
);
