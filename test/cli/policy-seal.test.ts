import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeCliHome } from "../support/cli.ts";
import { runAgreed } from "../support/policy/agreed.ts";
import { newSigner, receiptsText, sealAll } from "../support/policy/receipts.ts";
import { toJson, toYaml, validPolicy } from "../support/policy/valid-policy.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

const keys = join(home, ".config", "hooklens", "keys");
let number = 0;
let policy = "";
let receipts = "";
beforeEach(() => {
  policy = join(home, `policy-${++number}.yaml`);
  receipts = `${policy}.receipts.jsonl`;
  writeFileSync(policy, toYaml(validPolicy()));
});

function run(...args: readonly string[]) {
  return runAgreed(args, home);
}

/** Seals the policy and returns the ID of the receipt. */
async function seal(...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run("seal", policy, "--format", "quiet", ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.trim();
}

/** Returns the findings of `verify` as `line kind`, and its exit code. */
async function verify(...args: readonly string[]): Promise<readonly [code: number | null, found: string[]]> {
  const { code, stdout } = await run("verify", receipts, ...args, "--format", "json");
  const { findings, valid } = JSON.parse(stdout) as {
    readonly valid: boolean;
    readonly findings: readonly { readonly line: number | null; readonly kind: string }[];
  };
  expect(valid).toBe(code === 0);
  return [code, findings.map(({ line, kind }) => `${line ?? "-"} ${kind}`)];
}

describe("without keys", () => {
  it("seals without signatures, with a note, and verify warns about it", async () => {
    const { code, stdout, stderr } = await run("seal", policy);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Sealed HIPAA\/HITECH \(healthcare\) in .*policy-\d+\.yaml\.receipts\.jsonl$/m);
    expect(stdout).toMatch(/^unsigned +no key of its nodes is in .*create one with .*keygen --node NAME$/m);
    expect(await verify()).toEqual([0, ["1 unsigned"]]);
    expect(await verify("--require-signatures")).toEqual([1, ["1 missing-signature"]]);
    const text = await run("verify", receipts, policy);
    expect(text.stdout).toMatch(/:1: warning: unsigned: the receipt is not signed; the quorum is 3-of-5$/m);
    expect(text.stdout).toMatch(/^The policy is unchanged since it was sealed\.$/m);
  });

  it("gives the whole receipt to a program, and its id to a loop", async () => {
    const { stdout } = await run("seal", policy, "--format", "json");
    const answer = JSON.parse(stdout) as { receipts: string; receipt: { id: string } };
    expect(answer).toMatchObject({
      receipts,
      receipt: { prev: null, algorithm: "SHA3-256", chaining: "merkle_dag", coverage: 10, signatures: [] },
    });
    expect(JSON.parse(readFileSync(receipts, "utf8"))).toEqual(answer.receipt);
    const id = await seal();
    expect(JSON.parse(readFileSync(receipts, "utf8").split("\n")[1]!)).toMatchObject({
      id,
      prev: answer.receipt.id,
    });
  });

  it("two seals of one document agree, also as JSON, with comments and in another order", async () => {
    const other = join(home, `other-${number}.json`);
    writeFileSync(other, toJson(Object.fromEntries(Object.entries(validPolicy()).toReversed())));
    const commented = join(home, `commented-${number}.yaml`);
    writeFileSync(commented, `# reviewed\n${toYaml(validPolicy())}`);
    const roots = await Promise.all(
      [policy, other, commented].map(async (path) => {
        const { stdout } = await run("seal", path, "--format", "json");
        return (JSON.parse(stdout) as { receipt: { root: string } }).receipt.root;
      }),
    );
    expect(new Set(roots).size).toBe(1);
  });

  it("five at once make one chain", async () => {
    const ids = await Promise.all([1, 2, 3, 4, 5].map(() => seal()));
    const written = lines().map((line) => (JSON.parse(line) as { id: string }).id);
    // Two processes that seal in the same millisecond after the same receipt create an identical one and
    // share it.
    expect(new Set(ids)).toEqual(new Set(written));
    expect(new Set(written).size).toBe(written.length);
    expect(await verify("--head", written.at(-1) ?? "")).toEqual([0, [`${written.length} unsigned`]]);
    expect(
      readdirSync(home).filter((name) => name.startsWith(`policy-${number}.yaml.receipts`)),
    ).toHaveLength(1);
  });
});

function lines(): readonly string[] {
  return readFileSync(receipts, "utf8").split("\n").slice(0, -1);
}

function putLines(all: readonly (string | undefined)[]): void {
  writeFileSync(receipts, all.map((line) => `${line}\n`).join(""));
}

describe("changes of the receipts", () => {
  it("is named: dropped, reordered, replayed, inserted, altered, cut off, half-written", async () => {
    await seal();
    await seal();
    const head = await seal();
    const [a, b, c] = lines();
    putLines([a, c]);
    expect(await verify()).toEqual([1, ["2 dropped", "2 unsigned"]]);
    putLines([b, a, c]);
    expect((await verify())[1]).toContain("2 reordered");
    putLines([a, b, c, a]);
    expect((await verify())[1]).toContain("4 replayed");
    const [foreign] = await sealAll([validPolicy()]);
    putLines([a, b, receiptsText([foreign!]).trimEnd(), c]);
    expect((await verify())[1]).toContain("3 inserted");
    putLines([a, b?.replace(/"root":"./, '"root":"-'), c]);
    expect(await verify()).toEqual([1, ["2 unreadable-line", "3 unsigned"]]);
    putLines([a, b?.replace('"coverage":10', '"coverage":11'), c]);
    expect((await verify())[1]).toContain("2 altered-payload");
    putLines([a, b]);
    expect(await verify("--head", head)).toEqual([1, ["2 unsigned", "- cut-off"]]);
    writeFileSync(receipts, `${a}\n${b}\n${c?.slice(0, 100)}`);
    expect(await verify()).toEqual([1, ["2 unsigned", "3 half-written"]]);
    expect(await run("seal", policy)).toMatchObject({ code: 1 });
  });

  it("a clock set back is named, and seal waits until it is right", async () => {
    const [future] = await sealAll([validPolicy()]);
    const late = { ...future!, sealedAt: "2999-01-01T00:00:00.000Z" };
    writeFileSync(receipts, receiptsText([late]));
    expect((await verify())[1]).toContain("1 altered-id");
    writeFileSync(receipts, receiptsText(await sealAll([validPolicy()], [], Date.UTC(2999, 0, 1))));
    const { code, stderr } = await run("seal", policy);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: the policy was not sealed \(the last receipt was sealed at 2999-01-01T00:00:00.000Z, /,
    );
  });

  it("a policy that changed is named by its clause", async () => {
    await seal();
    const changed = validPolicy();
    changed.regulatory_clauses[2]!.lambda_axes[0]!.weight = 0.1;
    writeFileSync(policy, toYaml(changed));
    const { code, stdout } = await run("verify", receipts, policy);
    expect(code).toBe(1);
    expect(stdout).toMatch(/:1: error: policy-changed: clause HC-164\.302 changed since the last seal$/m);
    writeFileSync(policy, `# only a comment\n${toYaml(validPolicy())}`);
    const same = await run("verify", receipts, policy);
    expect(same.code).toBe(0);
    expect(same.stdout).toMatch(
      /^The policy is unchanged since it was sealed; only comments or layout of its file differ\.$/m,
    );
    writeFileSync(policy, "nothing: of a policy\n");
    expect(await verify(policy)).toEqual([1, ["1 unsigned", "- policy-changed"]]);
  });
});

describe("with keys", () => {
  const nodes = validPolicy().receipt_chain.nodes;

  it("keygen makes one for its owner only, and replaces none unasked", async () => {
    const own = join(home, "own-keys");
    const made = await run("keygen", "--node", "../up", "--keys", own, "--format", "json");
    const key = JSON.parse(made.stdout) as { privateFile: string; fingerprint: string; node: string };
    expect(key).toMatchObject({ node: "../up", privateFile: join(own, "%2E.%2Fup.key") });
    expect(statSync(key.privateFile).mode & 0o777).toBe(0o600);
    const again = await run("keygen", "--node", "../up", "--keys", own);
    expect(again).toMatchObject({ code: 1, stdout: "" });
    expect(again.stderr).toMatch(/^error: the node \.\.\/up already has a key.* Add --force to replace it/);
    const forced = await run("keygen", "--node", "../up", "--keys", own, "--force", "--format", "quiet");
    expect(forced).toMatchObject({ code: 0, stderr: "" });
    expect(forced.stdout.trim()).not.toBe(key.fingerprint);
    expect(await run("keygen")).toMatchObject({ code: 2 });
    expect(await run("keygen", "--node", "")).toMatchObject({ code: 2 });
  });

  it("all nodes sign; too few cannot; missing, wrong and unknown are named", async () => {
    for (const node of nodes.slice(0, 2)) await run("keygen", "--node", node);
    const few = await run("seal", policy);
    expect(few.code).toBe(1);
    expect(few.stderr).toMatch(
      /its quorum is 3-of-5, but only covered-entity, business-associate can sign here, each with its own key/,
    );
    for (const node of nodes.slice(2)) await run("keygen", "--node", node);
    expect(readdirSync(keys)).toHaveLength(2 * nodes.length);
    await seal();
    expect(await verify()).toEqual([0, []]);
    expect(await verify("--keys", join(home, "none"))).toEqual([
      1,
      [...nodes.map(() => "1 unknown-key"), "1 too-few-signatures"],
    ]);
    const [line] = lines();
    const receipt = JSON.parse(line!) as { signatures: unknown[] };
    putLines([JSON.stringify({ ...receipt, signatures: receipt.signatures.slice(1) })]);
    expect(await verify()).toEqual([1, ["1 missing-signature"]]);
    putLines([JSON.stringify({ ...receipt, signatures: receipt.signatures.slice(3) })]);
    expect((await verify())[1]).toContain("1 too-few-signatures");
    const stranger = newSigner(nodes[0]!).publicKey.export({ type: "spki", format: "pem" });
    writeFileSync(join(keys, `${nodes[0]}.pub`), stranger);
    putLines([line]);
    expect(await verify()).toEqual([1, ["1 wrong-key"]]);
  });
});

describe("a proof of a clause", () => {
  it("is written, and checked without the policy", async () => {
    await seal("--keys", join(home, "none"));
    const proof = join(home, "proof.json");
    const written = await run(
      "verify",
      receipts,
      policy,
      "--keys",
      join(home, "none"),
      "--prove",
      "HC-164.303",
    );
    expect(written).toMatchObject({ code: 0, stderr: "" });
    writeFileSync(proof, written.stdout);
    const checked = await run("verify", receipts, "--keys", join(home, "none"), "--proof", proof);
    expect(checked.stdout).toMatch(/^The proof is valid: clause HC-164\.303 is in the last sealed policy/m);
    expect(checked.code).toBe(0);
    const alone = await run("verify", proof);
    expect(alone).toMatchObject({ code: 2, stdout: "" });
    expect(alone.stderr).toBe(
      `error: ${proof} has no receipts (it is the proof of clause HC-164.303). ` +
        `Run hooklens policy verify RECEIPTS --proof ${proof}; --keys DIR names the directory of the signers' public keys.\n`,
    );

    writeFileSync(proof, written.stdout.replace("Clause number 4", "Clause number 5"));
    expect(await verify("--keys", join(home, "none"), "--proof", proof)).toEqual([
      1,
      ["1 unsigned", "- not-included"],
    ]);
    writeFileSync(proof, "{}");
    expect(await run("verify", receipts, "--proof", proof)).toMatchObject({ code: 2 });
    expect(
      await run("verify", receipts, policy, "--keys", join(home, "none"), "--prove", "HC-1"),
    ).toMatchObject({
      code: 1,
    });
  });
});

describe("a proof without the keys of the signers", () => {
  it("is judged by itself, and one line says that no signature can be checked", async () => {
    const dir = join(home, `keys-${number}`);
    const names = ["auditor", "archive", "regulator"];
    for (const node of names) await run("keygen", "--node", node, "--keys", dir);
    await seal("--keys", dir);
    const proof = join(home, `proof-${number}.json`);
    const written = await run("verify", receipts, policy, "--keys", dir, "--prove", "HC-164.303");
    writeFileSync(proof, written.stdout);
    const without = ["verify", receipts, "--keys", join(home, "none"), "--proof", proof];
    const holds = await run(...without);
    expect(holds.code).toBe(1);
    expect(holds.stdout).toMatch(
      /^head .*\nThe proof holds by itself: its hashes lead from clause HC-164\.303 to the root of the last receipt\.\n$/,
    );
    expect(holds.stderr).toMatch(
      /^error: the signatures of \S+ cannot be checked \(no public key of (?:\w+, ){2}\w+ is known here\)\. Give .* --keys DIR\.\n$/,
    );
    for (const name of names) expect(holds.stderr).toContain(name);

    writeFileSync(proof, written.stdout.replace("Clause number 4", "Clause number 5"));
    const altered = await run(...without);
    expect(altered.code).toBe(1);
    expect(altered.stdout).toMatch(
      /: error: not-included: the hashes of the proof do not lead .*\n1 error in 1 receipt\n/,
    );
    expect(altered.stdout).not.toContain("The proof");
    expect(altered.stderr).toMatch(/^error: the signatures of .*\n$/);
    const { stdout } = await run(...without, "--format", "json");
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, findings: { length: 5 } });
  });
});

describe("what cannot be sealed or verified", () => {
  it.each([
    ["a policy with errors", () => toYaml({ ...validPolicy(), jurisdiction: 7 })],
    [
      "a policy that breaks a rule",
      () => toYaml(validPolicy({ receipt_chain: { ...validPolicy().receipt_chain, quorum: "6-of-5" } })),
    ],
    ["a text that is none", () => "a: [1"],
  ])("%s is not sealed", async (_, text) => {
    writeFileSync(policy, text());
    const { code, stdout, stderr } = await run("seal", policy);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^error: \S+ was not sealed \(line \d+: .*\)\. Run hooklens policy check \S+ for details\.\n$/,
    );
    expect(readdirSync(home)).not.toContain(`policy-${number}.yaml.receipts.jsonl`);
  });

  it("a missing file is reported on one line", async () => {
    for (const args of [
      ["seal", join(home, "missing.yaml")],
      ["verify", join(home, "missing.jsonl")],
    ]) {
      const { code, stderr } = await run(...args);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: [^\n]+\n$/);
    }
    expect(await run("seal", "-")).toMatchObject({ code: 2 });
    writeFileSync(receipts, "");
    expect(await run("verify", receipts, "--head", "abc")).toMatchObject({ code: 2 });
    expect(await verify()).toEqual([1, ["- no-receipts"]]);
  });

  it("names with escape sequences reach no terminal as such", async () => {
    const hostile = validPolicy();
    hostile.receipt_chain.nodes = ["\u001b[2J", "b", "c", "d", "e"];
    writeFileSync(
      receipts,
      receiptsText(await sealAll([hostile], [newSigner("b"), newSigner("c"), newSigner("\u001b[2J")])),
    );
    const { code, stdout } = await run("verify", receipts);
    expect(code).toBe(1);
    expect(stdout).toContain("␛[2J signed");
    expect(stdout).not.toContain("\u001b");
  });
});
