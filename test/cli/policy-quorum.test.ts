import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { readSigners } from "../../src/policy-files/keys.ts";
import { readPolicyFile } from "../../src/policy-files/read-policy-file.ts";
import { proveClause } from "../../src/policy/seal/proof.ts";
import { type Receipt, receiptLine } from "../../src/policy/seal/receipt.ts";
import { makeCliHome } from "../support/cli.ts";
import { runAgreed } from "../support/policy/agreed.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";
import { sealAgainstRules } from "../support/policy/receipts.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

const nodes = ["privacy-officer", "security-officer", "clinical-safety"] as const;
const healthcare = shippedPolicy("healthcare");
const keys = join(home, "keys");
let number = 0;
let policy = "";
let receipts = "";
beforeEach(async () => {
  const folder = join(home, String(++number));
  mkdirSync(folder);
  policy = join(folder, "healthcare.yaml");
  receipts = `${policy}.receipts.jsonl`;
  writeFileSync(policy, healthcare);
  if (existsSync(keys)) return;
  for (const node of nodes) await run("keygen", "--node", node, "--keys", keys);
});

const run = (...args: readonly string[]) => runAgreed(args, home);
const seal = (...args: readonly string[]) => run("seal", policy, "--keys", keys, ...args);
const verify = (...args: readonly string[]) => run("verify", receipts, policy, "--keys", keys, ...args);

/** Appends a receipt of the policy as it is, signed by these nodes only. */
async function forge(...signers: readonly string[]): Promise<void> {
  const { check } = await readPolicyFile(policy);
  const prev = JSON.parse(readFileSync(receipts, "utf8").trimEnd().split("\n").at(-1) ?? "") as Receipt;
  const forged = await sealAgainstRules(check.policy ?? never(), prev, readSigners(keys, signers));
  appendFileSync(receipts, receiptLine(forged));
}

function never(): never {
  throw new Error("the policy has errors");
}

/** Returns a directory with the private key of one node, and all public keys. */
function keysOf(node: string): string {
  const own = join(home, `keys of ${node}`);
  mkdirSync(own, { recursive: true });
  for (const each of nodes) copyFileSync(join(keys, `${each}.pub`), join(own, `${each}.pub`));
  copyFileSync(join(keys, `${node}.key`), join(own, `${node}.key`));
  return own;
}

describe("after a receipt of 2-of-3", () => {
  it("an unsigned receipt with a quorum of 0 is no seal, proves nothing, and is not continued", async () => {
    expect(await seal()).toMatchObject({ code: 0 });
    writeFileSync(policy, changed(healthcare, "weight: 0.6", "weight: 0.1"));
    // The policy with a quorum of 0 has an error, which the forger does not mind.
    const { check } = await readPolicyFile(policy);
    const sound = check.policy ?? never();
    const weak = { ...sound, receipt_chain: { ...sound.receipt_chain, quorum: "0-of-3" } };
    const prev = JSON.parse(readFileSync(receipts, "utf8")) as Receipt;
    appendFileSync(receipts, receiptLine(await sealAgainstRules(weak, prev, [])));
    const verified = await run("verify", receipts, "--require-signatures", "--keys", keys);
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(/:2: error: quorum-zero: the quorum 0-of-3 needs no signature$/m);
    expect(verified.stdout).toMatch(
      /:2: error: missing-signature: the receipt is not signed, but the quorum is 2-of-3$/m,
    );
    const proof = join(home, "proof.json");
    writeFileSync(proof, JSON.stringify(await proveClause(weak, "HIPAA-164.312b")));
    const proved = await run("verify", receipts, "--keys", keys, "--proof", proof);
    expect(proved.code).toBe(1);
    expect(proved.stdout).not.toContain("is in the last sealed policy");
    for (const args of [[], ["--propose"]]) {
      const refused = await seal(...args);
      expect(refused.code).toBe(1);
      expect(refused.stderr).toMatch(
        /^error: no receipt was appended to \S+ \(line 2: the quorum 0-of-3 needs no signature; and 1 more\)\. Run hooklens policy verify /,
      );
    }
  });

  it("one node neither lowers the quorum, nor proves with it, nor is continued", async () => {
    expect(await seal()).toMatchObject({ code: 0 });
    writeFileSync(policy, changed(healthcare, "quorum: 2-of-3", "quorum: 1-of-3"));
    const alone = await run("seal", policy, "--keys", keysOf("privacy-officer"));
    expect(alone).toMatchObject({ code: 1, stdout: "" });
    expect(alone.stderr).toMatch(
      /^error: the policy was not sealed \(the quorum of the receipt before is 2-of-3, but only privacy-officer can sign here, /,
    );
    await forge("privacy-officer");
    const verified = await verify();
    expect(verified.code).toBe(1);
    expect(verified.stdout).toMatch(
      /:2: error: old-quorum-missing: the receipt changes the quorum to 1-of-3, but only 1 of the nodes of line 1 signed it, whose quorum is 2-of-3$/m,
    );
    expect((await verify("--prove", "HIPAA-164.312b")).code).toBe(1);
    expect((await seal()).stderr).toMatch(/\(line 2: the receipt changes the quorum to 1-of-3, /);
  });

  it("a proposal that replaces a node is appended when both quorums have signed", async () => {
    expect(await seal()).toMatchObject({ code: 0 });
    await run("keygen", "--node", "auditor", "--keys", keys);
    writeFileSync(policy, changed(healthcare, "- clinical-safety", "- auditor"));
    const proposed = await seal("--propose");
    expect(proposed.stdout).toMatch(/^before +by nobody \(quorum 2-of-3\) of the receipt before$/m);
    const sign = (node: string) => run("sign", `${policy}.proposal.json`, "--node", node, "--keys", keys);
    await sign("auditor");
    const two = await sign("privacy-officer");
    expect(two.stdout).toMatch(/^missing +1 of security-officer, clinical-safety of the quorum before$/m);
    const three = await sign("clinical-safety");
    expect(three.stdout).toMatch(/^signed +by privacy-officer, auditor, clinical-safety \(quorum 2-of-3\)$/m);
    expect(await verify("--require-signatures", "--quorum", "2-of-3")).toMatchObject({ code: 0 });
  });
});

it("verify takes a quorum for the first receipt, and no text that is none", async () => {
  expect(await seal()).toMatchObject({ code: 0 });
  expect(await verify("--quorum", "2-of-3")).toMatchObject({ code: 0 });
  expect((await verify("--quorum", "2-of-2")).stdout).toMatch(
    /:1: error: too-few-signatures: the receipt has 3 nodes, but the required quorum is 2-of-2$/m,
  );
  for (const text of ["0-of-3", "3", "4-of-3", "\u001b[2J"]) {
    const { code, stderr } = await verify("--quorum", text);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /^error: "[^"\u001b]+" is not a quorum\. Give how many of how many nodes have to sign, such as 2-of-3\.\n$/,
    );
  }
});
