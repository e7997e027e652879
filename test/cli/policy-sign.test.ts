import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { makeCliHome } from "../support/cli.ts";
import { runAgreed } from "../support/policy/agreed.ts";
import { changed, shippedPolicy } from "../support/policy/policy-folder.ts";
import { programFile } from "../support/program.ts";

const { home, remove } = makeCliHome();
afterAll(remove);

const nodes = ["privacy-officer", "security-officer", "clinical-safety"] as const;
const healthcare = shippedPolicy("healthcare");
let number = 0;
let folder = "";
let policy = "";
let proposal = "";
let receipts = "";
beforeEach(() => {
  folder = join(home, String(++number));
  mkdirSync(folder);
  policy = join(folder, "healthcare.yaml");
  proposal = `${policy}.proposal.json`;
  receipts = `${policy}.receipts.jsonl`;
  writeFileSync(policy, healthcare);
});

const run = (...args: readonly string[]) => runAgreed(args, home);

/** Makes keys in one directory per node, with all public keys in each, as on machines of their own. */
async function makeKeys(): Promise<void> {
  for (const node of nodes) await run("keygen", "--node", node, "--keys", join(folder, node));
  for (const node of nodes) {
    for (const other of nodes) {
      if (other !== node) copyFileSync(join(folder, node, `${node}.pub`), join(folder, other, `${node}.pub`));
    }
  }
}

const sign = (node: string, file = proposal, ...args: readonly string[]) =>
  run("sign", file, ...args, "--node", node, "--keys", join(folder, node));

describe("a proposed seal", () => {
  it("is appended when the quorum has signed, and names who is missing until then", async () => {
    await makeKeys();
    const proposed = await run("seal", policy, "--propose");
    expect(proposed).toMatchObject({ code: 0, stderr: "" });
    expect(proposed.stdout).toMatch(/^missing +2 of privacy-officer, security-officer, clinical-safety$/m);
    const one = await sign("security-officer");
    expect(one).toMatchObject({ code: 0, stderr: "" });
    expect(one.stdout).toMatch(/^signed +by security-officer \(quorum 2-of-3\)$/m);
    expect(one.stdout).toMatch(/^missing +1 of privacy-officer, clinical-safety$/m);
    expect(existsSync(receipts)).toBe(false);
    const two = await sign("clinical-safety");
    expect(two.stdout).toMatch(/^signed +by security-officer, clinical-safety \(quorum 2-of-3\)$/m);
    expect(existsSync(proposal)).toBe(false);
    const keys = ["--keys", join(folder, "privacy-officer")];
    const verified = await run("verify", receipts, policy, "--require-signatures", ...keys);
    expect(verified).toMatchObject({ code: 0, stderr: "" });
    expect(verified.stdout).toContain("1 receipt valid");
    expect(await run("sign", proposal)).toMatchObject({ code: 1 });
  });

  it("does not count a signature whose key is unknown, and appends once it is known", async () => {
    await run("keygen", "--node", "privacy-officer", "--keys", join(folder, "privacy-officer"));
    await run("keygen", "--node", "clinical-safety", "--keys", join(folder, "clinical-safety"));
    await run("seal", policy, "--propose");
    await sign("privacy-officer");
    const { code, stdout } = await sign("clinical-safety");
    expect(code).toBe(0);
    expect(stdout).toContain("warning: privacy-officer signed, but none of its keys is known here, so its");
    expect(stdout).toMatch(/^missing +1 of privacy-officer, security-officer$/m);
    copyFileSync(
      join(folder, "privacy-officer", "privacy-officer.pub"),
      join(folder, "clinical-safety", "privacy-officer.pub"),
    );
    const counted = await run(
      "sign",
      proposal,
      "--keys",
      join(folder, "clinical-safety"),
      "--format",
      "json",
    );
    expect(JSON.parse(counted.stdout)).toMatchObject({
      proposal: null,
      signed: ["privacy-officer", "clinical-safety"],
      receipts,
      receipt: { version: 2, signers: ["privacy-officer", "clinical-safety"] },
    });
  });

  it("is refused if the policy changed, naming the clause, and nothing is written", async () => {
    await makeKeys();
    await run("seal", policy, "--propose");
    const before = readFileSync(proposal, "utf8");
    writeFileSync(policy, changed(healthcare, "weight: 0.6", "weight: 0.5"));
    const { code, stderr } = await sign("privacy-officer");
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: .*healthcare\.yaml\.proposal\.json was not signed \(clause HIPAA-164\.\w+ changed since it was proposed\)\. Restore the policy, or propose the policy again with hooklens policy seal --propose --force\.\n$/,
    );
    expect(readFileSync(proposal, "utf8")).toBe(before);
    expect((await run("seal", policy, "--propose")).stderr).toMatch(/proposal\.json exists\. Sign it with/);
    expect(await run("seal", policy, "--propose", "--force")).toMatchObject({ code: 0 });
    expect(await sign("privacy-officer")).toMatchObject({ code: 0 });
  });

  it("is refused if the policy was sealed in the meantime", async () => {
    await makeKeys();
    await run("seal", policy, "--propose");
    expect(await run("seal", policy, "--keys", join(folder, "none"))).toMatchObject({ code: 0 });
    const { code, stderr } = await sign("privacy-officer");
    expect(code).toBe(1);
    expect(stderr).toMatch(/\(it follows no receipt, but the chain here ends with receipt [0-9a-f]{12}\)/);
  });

  it("of a policy with errors, for a stranger and without a key is refused in one line", async () => {
    await makeKeys();
    await run("seal", policy, "--propose");
    expect((await sign("\u001b[31mevil\nnode")).stderr).toMatch(
      /^error: ␛\[31mevil node is not a node of the policy\. Choose one of privacy-officer, .*\n$/,
    );
    const keyless = await run("sign", proposal, "--node", "privacy-officer", "--keys", join(folder, "none"));
    expect(keyless.stderr).toMatch(
      /^error: privacy-officer has no private key in .*keygen --node privacy-officer\.\n$/,
    );
    writeFileSync(policy, changed(healthcare, "label: Robustness", "label: Security"));
    expect((await sign("privacy-officer")).stderr).toMatch(/^error: .* was not sealed \(line \d+: /);
    expect((await run("seal", policy, "--propose", "--force")).stderr).toMatch(/was not sealed \(line \d+: /);
    writeFileSync(proposal, "<<<<<<< HEAD\n");
    expect((await sign("privacy-officer")).stderr).toMatch(/cannot be read \(it is not JSON\)/);
  });

  it("is signed without the policy, with a note, and appended where the policy is", async () => {
    await makeKeys();
    const stick = join(folder, "usb-stick.json");
    await run("seal", policy, "--propose", "-o", stick);
    const away = await sign("privacy-officer", stick);
    expect(away.stderr).toContain("The policy is not beside");
    await sign("security-officer", stick);
    expect(existsSync(receipts)).toBe(false);
    const { code, stdout } = await run("sign", stick, policy, "--keys", join(folder, "privacy-officer"));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^signed +by privacy-officer, security-officer /m);
    expect(existsSync(receipts)).toBe(true);
    expect(existsSync(stick)).toBe(false);
  });

  it("notes comments and layout that differ", async () => {
    await makeKeys();
    await run("seal", policy, "--propose");
    writeFileSync(policy, `# reviewed\n${healthcare}`);
    expect((await sign("privacy-officer")).stderr).toMatch(
      /^Comments or layout of .* differ from the proposal/,
    );
  });

  it("takes the signatures of copies, but not those of another proposal", async () => {
    await makeKeys();
    await run("seal", policy, "--propose");
    const copy = join(folder, "copy.json");
    copyFileSync(proposal, copy);
    await sign("privacy-officer", copy, policy);
    const other = join(folder, "other.json");
    await run("seal", policy, "--propose", "-o", other);
    expect((await sign("security-officer", proposal, "--merge", other)).stderr).toMatch(
      /^error: the signatures of .*other\.json were not added \(it proposes another receipt than /,
    );
    const { stdout } = await run(
      "sign",
      proposal,
      "--merge",
      copy,
      "--node",
      "security-officer",
      "--keys",
      join(folder, "security-officer"),
    );
    expect(stdout).toMatch(/^signed +by privacy-officer, security-officer /m);
    expect(existsSync(receipts)).toBe(true);
  });

  it("--force and --output belong to --propose", async () => {
    expect(await run("seal", policy, "--force")).toMatchObject({ code: 2 });
    expect(existsSync(receipts)).toBe(false);
  });
});

/** Commands of docs/receipts.md, each block with the machine of its first line. */
function documentedBlocks(): readonly { readonly machine: string; readonly script: string }[] {
  const text = readFileSync(join(import.meta.dirname, "../../docs/receipts.md"), "utf8");
  return [...text.matchAll(/^```sh\n# (\S+)\n([\s\S]*?)^```$/gm)].map(([, machine = "", script = ""]) => ({
    machine,
    script,
  }));
}

describe("on three machines", () => {
  const machines = ["author", "privacy-officer", "security-officer"] as const;

  /** Returns the environment of a machine, which has a home of its own. */
  function environment(machine: string): NodeJS.ProcessEnv {
    const own = join(folder, machine);
    return {
      PATH: `${join(folder, "bin")}:${process.env["PATH"] ?? ""}`,
      HOME: own,
      LC_ALL: "C",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: devNull,
      GIT_AUTHOR_NAME: machine,
      GIT_AUTHOR_EMAIL: "x@example.org",
      GIT_COMMITTER_NAME: machine,
      GIT_COMMITTER_EMAIL: "x@example.org",
    };
  }

  function onMachine(machine: string, script: string): string {
    const env = environment(machine);
    const cwd = join(folder, machine, "policies");
    const { status, stdout, stderr } = spawnSync("sh", ["-ec", script], { cwd, env, encoding: "utf8" });
    expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: "" });
    return stdout;
  }

  /** Gives each machine a clone of one repository with the policy. */
  function setUp(): void {
    mkdirSync(join(folder, "bin"));
    writeFileSync(
      join(folder, "bin", "hooklens"),
      `#!/bin/sh\ncase "$2" in seal | sign) set -- "$@" --yes --quiet ;; esac\nexec "${process.execPath}" "${programFile()}" "$@"\n`,
      { mode: 0o755 },
    );
    const origin = join(folder, "origin.git");
    const git = (cwd: string, ...args: readonly string[]) =>
      execFileSync("git", args, { cwd, env: environment("author"), stdio: "pipe" });
    git(folder, "init", "-q", "--bare", "-b", "main", origin);
    for (const machine of machines) {
      mkdirSync(join(folder, machine));
      git(folder, "clone", "-q", origin, join(folder, machine, "policies"));
      if (machine !== "author") continue;
      const clone = join(folder, machine, "policies");
      copyFileSync(policy, join(clone, "healthcare.yaml"));
      git(clone, "checkout", "-qb", "main");
      git(clone, "add", ".");
      git(clone, "commit", "-qm", "Add the policy");
      git(clone, "push", "-qu", "origin", "main");
    }
  }

  it("the commands of docs/receipts.md propose, sign, append and verify", () => {
    setUp();
    const blocks = documentedBlocks();
    expect(blocks.map(({ machine }) => machine)).toEqual([
      "privacy-officer",
      "security-officer",
      "author",
      "privacy-officer",
      "security-officer",
      "author",
    ]);
    const outputs = blocks.map(({ machine, script }) => onMachine(machine, script));
    expect(outputs[3]).toMatch(/^missing +1 of security-officer, clinical-safety$/m);
    expect(outputs[4]).toContain("Sealed HIPAA/HITECH (healthcare) in healthcare.yaml.receipts.jsonl");
    expect(outputs[5]).toMatch(/1 receipt valid[\s\S]*The policy is unchanged since it was sealed\.\n$/);
    expect(existsSync(join(folder, "author", "policies", "healthcare.yaml.proposal.json"))).toBe(false);
  });

  it("signatures on two branches merge in git without conflict, and reach the quorum", () => {
    setUp();
    const [keys1 = "", keys2 = "", propose = ""] = documentedBlocks().map(({ script }) => script);
    onMachine("privacy-officer", keys1);
    onMachine("security-officer", keys2);
    onMachine("author", propose);
    for (const node of ["privacy-officer", "security-officer"]) {
      onMachine(
        node,
        `git pull -q --rebase
         git checkout -qb ${node}
         hooklens policy sign healthcare.yaml.proposal.json --node ${node}
         git commit -qam "Sign as ${node}"
         git push -q origin ${node}`,
      );
    }
    const merged = onMachine(
      "author",
      `git pull -q --rebase
       git merge -q origin/privacy-officer
       git merge -q origin/security-officer -m "Merge the signatures"
       mkdir -p ~/.config/hooklens/keys && cp keys/*.pub ~/.config/hooklens/keys/
       hooklens policy sign healthcare.yaml.proposal.json`,
    );
    expect(merged).toMatch(/^signed +by privacy-officer, security-officer \(quorum 2-of-3\)$/m);
    const verified = onMachine(
      "author",
      "hooklens policy verify *.jsonl healthcare.yaml --require-signatures",
    );
    expect(verified).toContain("1 receipt valid");
  });
});
