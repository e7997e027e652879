import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { keysOption } from "./keys-option.ts";

/** @throws {KeyExistsError | KeyUnusableError | UsageError} */
export const keygen = command("policy keygen", {
  description:
    "Create the Ed25519 key with which a node signs receipts. Only you can read the private key; " +
    "copy the public key, NAME.pub, to the keys directory of each verifier.",
  options: {
    "--node <name>": {
      about: "name of the node in receipt_chain.nodes of the policy",
      required: true,
    },
    ...keysOption,
    "--force": "replace the node's key",
  },
  help: `
Examples:
  hooklens policy keygen --node covered-entity`,
  async run({ print }, options) {
    const { makeKey } = await import("../../../policy-files/keys.ts");
    const keys = options.keys ?? defaultKeysDir(process.env);
    const made = makeKey(keys, options.node, { replace: options.force === true });
    await print({
      table: () => [
        v`Created a key for ${made.node}, fingerprint ${made.fingerprint}`,
        v`  private  ${made.privateFile}`,
        v`  public   ${made.publicFile}`,
      ],
      json: () => made,
      quiet: () => [made.fingerprint],
    });
  },
});
