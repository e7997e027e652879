import { command } from "../../command-line/command-record.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import { keysOption } from "./keys-option.ts";

const verifyOptions = {
  "--head <id>": "expected ID of the last receipt; without it, receipts removed at the end are not detected",
  ...keysOption,
  "--require-signatures": "require a signature on every receipt, even if it is older than the keys",
  "--quorum <quorum>": "quorum of the first receipt, as 2-of-3: 2 valid signatures of at most 3 nodes",
  "--prove <clause>": "print a proof that this clause is in the last sealed policy",
  "--proof <file>": "verify the proof of a clause against the receipts, without the policy",
} as const;
export type VerifyOptions = OptionValues<typeof verifyOptions>;

/** @throws {SignaturesUncheckedError} a proof is given, whose verdict is printed, and no key is known */
export const verifyCommand = command("policy verify <receipts> [policy]", {
  description:
    "Verify that the receipts of a policy are unchanged, and the policy since it was last sealed; exits with code 1 if not",
  arguments: {
    "<receipts>": "file written by policy seal",
    "[policy]": "policy to compare with the last receipt",
  },
  options: verifyOptions,
  help: `
Examples:
  hooklens policy verify policies/healthcare.yaml.receipts.jsonl policies/healthcare.yaml
  hooklens policy verify healthcare.yaml.receipts.jsonl --head "$(tail -n 1 heads.txt)" --require-signatures
  hooklens policy verify healthcare.yaml.receipts.jsonl healthcare.yaml --prove HIPAA-164.312b > proof.json
  hooklens policy verify healthcare.yaml.receipts.jsonl --proof proof.json`,
  async run({ output, print }, { receipts: file, policy, ...options }) {
    const { verifyReceipts } = await import("./verify-receipts.ts");
    return verifyReceipts({ output, print }, file, policy, options);
  },
});
