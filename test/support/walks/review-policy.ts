import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeKey } from "../../../src/policy-files/keys.ts";
import type { Walk } from "./walk.ts";

const shipped = (name: string) =>
  readFileSync(join(import.meta.dirname, "..", "..", "..", "fixtures", "policies", `${name}.yaml`), "utf8");

/** Nodes of energy.yaml whose keys are on the machine. */
const signers = ["cip-senior-manager", "control-centre-operations"];

export const reviewPolicy: Walk = {
  name: "walk-policy",
  title: "Find the weakest clause of a policy, change it, approve, seal and prove it",
  files: (directory) => ({
    "policies/energy.yaml": shipped("energy"),
    "policies/healthcare.yaml": shipped("healthcare"),
    "policies/maritime.yaml": shipped("maritime"),
    "config/hooklens/config.yaml": `policies: [{ dir: "${join(directory, "policies")}", repo: "dataset:me/policies" }]\n`,
  }),
  async play({ screen, directory, show }) {
    const keys = join(directory, "config", "hooklens", "keys");
    for (const node of signers) makeKey(keys, node, { replace: false });
    screen.press("3");
    await screen.waitFor(/❯ · energy\.yaml .*0\.9 Λ5/);
    await show("A directory of policies, those that need attention first.", 2_500);
    screen.press("enter");
    await screen.waitFor("[Cell]");
    screen.press("s", "g", "g", ..."lllllllll");
    await screen.waitFor("CIP-013-2-R1 × Λ10");
    await show("s puts the weakest clause first.", 2_500);
    screen.press("enter");
    await screen.waitUntil((now) => !now.text().includes("weakest first"));
    await show("Enter explains it: rationale, citation, what is lost without it, its source.", 3_500);
    screen.press("esc");
    await screen.waitFor("weakest first");
    screen.press("+", "+", "+");
    await screen.waitFor("what if: CIP-013-2-R1 Λ10 weight 0.85");
    await screen.waitFor(/❯.*\[\*●\.85\]/);
    await show("+ tries a higher weight. Nothing is written yet.", 3_500);
    screen.press("ctrl+s");
    await screen.waitFor("Kept: CIP-013-2-R1 Λ10 weight 0.85");
    screen.press("a");
    await screen.waitFor(/approved +1 of 12/);
    await show("Ctrl+S keeps the change in the file, with its comments, and a approves the clause.", 3_000);
    screen.press("m", "s");
    await screen.waitFor("┌ Seal energy.yaml");
    screen.press("c");
    await screen.waitFor("10 of 11 clauses and the general provisions not approved");
    await show("m s proposes a seal, and names what nobody has approved.", 3_000);
    screen.press("y");
    await screen.waitFor("0 of 2 signatures");
    screen.press("enter");
    await screen.waitFor("This is signature 1 of 2.");
    screen.press("y");
    await screen.waitFor("1 of 2 signatures");
    await screen.waitFor(/❯ +key here/);
    await show("Each signer signs on a machine of their own; here, one machine has two keys.", 3_000);
    screen.press("enter");
    await screen.waitFor("This completes the quorum");
    screen.press("y");
    await screen.waitFor(/Sealed energy\.yaml: receipt [0-9a-f]{12} appended/);
    await show("The quorum is reached: the receipt is appended.", 2_500);
    screen.press("esc", "m", "v");
    await screen.waitFor("proof of CIP-013-2-R1");
    screen.press("x");
    await screen.waitFor("Saved energy.yaml.CIP-013-2-R1.proof.json");
    await show(
      "m v proves the clause: anybody with the proof, the receipts and the public keys verifies it.",
      4_500,
    );
  },
  result: /hooklens policy verify energy\.yaml\.receipts\.jsonl --proof/,
};
