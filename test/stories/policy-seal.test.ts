import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { makeKey } from "../../src/policy-files/keys.ts";
import type { OpenApp } from "../support/app/open-app.ts";
import { sharedEngine } from "../support/app/shared-engine.ts";
import { makeCliHome, runInProcess } from "../support/cli.ts";
import { gitPolicies } from "../support/policy/git-policies.ts";
import { policyApps } from "../support/policy/policy-apps.ts";
import { changed, policyFolder, shippedPolicy } from "../support/policy/policy-folder.ts";

const { openBundled, openPolicy } = policyApps(sharedEngine());

const healthcare = shippedPolicy("healthcare");
const keysOf = (home: string) => join(home, ".config", "hooklens", "keys");

/** Opens `p.yaml` of a directory on a machine with the private key of a node. */
async function openAs(node: string, folder: string): Promise<OpenApp> {
  const app = await openPolicy(folder);
  makeKey(keysOf(app.screen.home), node, { replace: false });
  return app;
}

/** Gives a machine the public key of a node. */
function trust(home: string, node: string, signer: string): void {
  const name = `${node}.pub`;
  writeFileSync(join(keysOf(home), name), readFileSync(join(keysOf(signer), name)));
}

it("seals a policy on two machines, says what changed since, and proves a clause to a third", async () => {
  const { folder, save } = await gitPolicies({ "p.yaml": healthcare });
  const path = join(folder, "p.yaml");
  const ann = await openAs("privacy-officer", folder);
  const ben = await openAs("security-officer", folder);
  trust(ann.screen.home, "security-officer", ben.screen.home);
  trust(ben.screen.home, "privacy-officer", ann.screen.home);

  ann.screen.press("m", "s");
  await ann.screen.waitFor("┌ Seal p.yaml");
  await ann.screen.waitFor(/sealed +· not sealed/);
  await ann.screen.waitFor("▲ 12 of 12 clauses and the general provisions not approved");
  await ann.screen.waitFor(/❯ key here +privacy-officer/);
  await ann.screen.waitFor("no key here: hooklens policy keygen --node security-officer creates one");
  ann.screen.press("enter");
  await ann.screen.waitFor("No seal is proposed");
  ann.screen.press("c");
  await ann.screen.waitFor("┌ Propose a seal of p.yaml?");
  expect(existsSync(`${path}.proposal.json`)).toBe(false);
  ann.screen.press("y");
  await ann.screen.waitFor(/proposed \d\d:\d\d, 0 of 2 signatures/);
  ann.screen.press("enter");
  await ann.screen.waitFor("┌ Sign p.yaml as privacy-officer?");
  await ann.screen.waitFor("This is signature 1 of 2.");
  await ann.screen.waitFor("A receipt cannot be removed.");
  ann.screen.press("y");
  await ann.screen.waitFor("missing 1 of security-officer, clinical-safety");
  await ann.screen.waitFor(/❯ ✓ signed +privacy-officer/);
  ann.screen.press("j", "j");
  await ann.screen.waitFor("no key here: hooklens policy keygen --node clinical-safety creates one");
  ann.screen.press("enter");
  await ann.screen.waitFor("┌ Sign p.yaml as clinical-safety?");
  ann.screen.press("y");
  await ann.screen.waitFor("clinical-safety has no private key in");

  await ben.screen.waitFor(/sealed +⋯ proposed/);
  ben.screen.press("m", "s");
  await ben.screen.waitFor(/❯ key here +security-officer/);
  ben.screen.press("enter");
  await ben.screen.waitFor("This completes the quorum and appends the receipt.");
  ben.screen.press("y");
  await ben.screen.waitFor(/Sealed p\.yaml: receipt [0-9a-f]{12} appended/);
  expect(existsSync(`${path}.proposal.json`)).toBe(false);
  expect(readFileSync(`${path}.receipts.jsonl`, "utf8").trimEnd().split("\n")).toHaveLength(1);
  await save();

  await ann.screen.waitFor(/by privacy-officer, security-officer \(2\/3\)/);
  ann.screen.press("esc", "m", "v");
  await ann.screen.waitFor("── proof of HIPAA-164.308a1A ─");
  await ann.screen.waitFor(/way +link 3 of 16 of the document, SHA3-256/);
  ann.screen.press("x");
  await ann.screen.waitFor("Saved p.yaml.HIPAA-164.308a1A.proof.json");
  const third = makeCliHome();
  onTestFinished(() => third.remove());
  mkdirSync(keysOf(third.home), { recursive: true });
  trust(third.home, "privacy-officer", ann.screen.home);
  trust(third.home, "security-officer", ben.screen.home);
  const verify = () =>
    runInProcess(
      ["policy", "verify", `${path}.receipts.jsonl`, "--proof", `${path}.HIPAA-164.308a1A.proof.json`],
      third,
    );
  const verified = await verify();
  expect(verified).toMatchObject({ code: 0, stderr: "" });
  expect(verified.stdout).toContain("clause HIPAA-164.308a1A is in the last sealed policy");

  // The receipts on the screen follow another editor.
  writeFileSync(path, changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400"));
  await ann.screen.waitFor("── changed since the seal ─");
  await ann.screen.waitFor(/▼ weakened +receipt_retention_days 2192 → 400/);
  // The clause is the same in the sealed version, which git has.
  await ann.screen.waitFor("The clause is the same in the sealed version.");
  rmSync(`${path}.HIPAA-164.308a1A.proof.json`);
  ann.screen.press("x");
  await expect.poll(() => existsSync(`${path}.HIPAA-164.308a1A.proof.json`)).toBe(true);
  expect(await verify()).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(path, changed(healthcare, "title: Risk analysis", "title: Risks"));
  await ann.screen.waitFor(
    "No signed receipt seals the present clause, or no commit has the sealed version.",
  );
  ann.screen.press("x");
  await ann.screen.waitFor(/^ ▲ No signed receipt seals the present clause/);
  await ann.screen.waitFor(/sealed +↺ \d\d:\d\d, changed since/);
});

it("shows a key that is created while the dialog is open", async () => {
  const { folder } = await gitPolicies({ "p.yaml": healthcare });
  const { screen } = await openPolicy(folder);
  screen.press("m", "s");
  await screen.waitFor(/❯ no key here +privacy-officer/);
  makeKey(keysOf(screen.home), "privacy-officer", { replace: false });
  await screen.waitFor(/❯ key here +privacy-officer/);
});

it("selects the next node that can sign here after each signature", async () => {
  const folder = policyFolder({ "p.yaml": healthcare });
  const { screen } = await openAs("clinical-safety", folder);
  makeKey(keysOf(screen.home), "security-officer", { replace: false });
  screen.press("m", "s");
  await screen.waitFor(/❯ key here +security-officer/);
  screen.press("c", "y");
  await screen.waitFor(/0 of 2 signatures/);
  screen.press("enter", "y");
  await screen.waitFor(/❯ key here +clinical-safety/);
  screen.press("enter", "y");
  await screen.waitFor(/Sealed p\.yaml: receipt [0-9a-f]{12} appended/);
});

it("refuses to seal a policy with errors, and content that changed since it was shown", async () => {
  const folder = policyFolder({ "p.yaml": changed(healthcare, "label: Robustness", "label: Security") });
  const path = join(folder, "p.yaml");
  const { screen } = await openAs("privacy-officer", folder);
  screen.press("m", "v");
  await screen.waitFor("The policy is not sealed");
  screen.press("m", "s");
  await screen.waitFor("It has errors, so it cannot be sealed.");
  screen.press("c");
  await screen.waitFor("The policy has errors");
  writeFileSync(path, healthcare);
  await screen.waitUntil((now) => !now.text().includes("It has errors"));
  screen.press("c");
  await screen.waitFor("┌ Propose a seal of p.yaml?");
  screen.press("y");
  await screen.waitFor(/proposed \d\d:\d\d/);
  writeFileSync(path, changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400"));
  await screen.waitFor("its proposal is out of date");
  // The file is empty for a moment, which is an error, too.
  await screen.waitFor("retention 400 days");
  // The dialog reads what a signer should know after the policy, and refuses until then.
  await expect
    .poll(() => {
      screen.press("enter");
      return screen.text();
    })
    .toContain("No seal is proposed");
  screen.press("c");
  await screen.waitFor("This replaces the existing proposal and its 0 signatures.");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("is replaced"));
  expect(existsSync(`${path}.receipts.jsonl`)).toBe(false);
});

it("says that the bundled policies are not sealed in place", async () => {
  const { screen } = await openBundled({ columns: 120, rows: 40 });
  screen.press("m", "s");
  await screen.waitFor("Bundled policies are read-only");
});

it("opens no dialog over another screen, dialog or the list, to which a key behind m s leads", async () => {
  const folder = policyFolder({ "p.yaml": healthcare });
  const { screen } = await openPolicy(folder);
  const wasOpened = () => screen.raw.includes("Seal p.yaml");
  screen.send("ms1");
  await screen.waitFor("[1 Webhooks");
  screen.send("3ms?");
  await screen.waitFor("┌ Help");
  screen.press("esc");
  screen.send("msq");
  await screen.waitFor("1 policy");
  // Checked after the thread has answered the calls before this one.
  screen.press("enter", "c");
  await screen.waitFor("Comment on HIPAA-164.308a1A");
  expect(wasOpened()).toBe(false);
  screen.press("esc", "m", "s");
  await screen.waitFor("┌ Seal p.yaml");
  expect(wasOpened()).toBe(true);
  // The dialog takes the keys of other screens.
  screen.press("1");
  screen.press("esc");
  await screen.waitUntil((now) => !now.text().includes("┌ Seal p.yaml"));
  await screen.waitFor("[3 Policies");
});

it("names flagged clauses and weaker values in red before it proposes and signs", async () => {
  const { folder } = await gitPolicies({ "p.yaml": healthcare });
  writeFileSync(
    join(folder, "p.yaml"),
    changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400"),
  );
  const { screen } = await openAs("privacy-officer", folder);
  screen.press("g", "g", "i");
  await screen.waitFor("Flag HIPAA-164.308a1A");
  screen.type("No owner");
  screen.press("enter");
  await screen.waitFor(/^[│┃]?❯⚑ 308a1A /);
  screen.press("m", "s");
  await screen.waitFor("┌ Seal p.yaml");
  const isAsked = async (title: RegExp) => {
    await screen.waitFor(title);
    const top = screen.row(title);
    const rows = [1, 2, 3, 4].map((row) => screen.line(top + row));
    const signs = ["▼ 1 value weaker than in HEAD", "· receipt_retention_days 2192 → 400"];
    for (const [index, text] of [...signs, "⚑ flagged: HIPAA-164.308a1A"].entries()) {
      expect(rows[index]).toContain(text);
      expect(screen.cell(rows[index]?.indexOf(text) ?? 0, top + 1 + index).fg).toBe("red");
    }
    expect(rows[3]).toContain("▲ 12 of 12 clauses and the general provisions not approved");
    // Enter does not confirm.
    screen.press("esc");
    await screen.waitUntil((now) => now.row(title) === -1);
  };
  const proposal = join(folder, "p.yaml.proposal.json");
  screen.press("c");
  await isAsked(/┌ Propose a seal of p\.yaml\?/);
  expect(existsSync(proposal)).toBe(false);
  screen.press("c", "y");
  await screen.waitFor(/proposed \d\d:\d\d, 0 of 2 signatures/);
  const proposed = readFileSync(proposal, "utf8");
  screen.press("enter");
  await isAsked(/┌ Sign p\.yaml as privacy-officer\?/);
  expect(readFileSync(proposal, "utf8")).toBe(proposed);
});
