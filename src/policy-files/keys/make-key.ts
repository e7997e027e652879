import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { placeFile, syncFolder } from "../../files/place-file.ts";
import { HooklensError } from "../../model/errors.ts";
import { keyFingerprint } from "../../policy/seal/keys.ts";
import { failureReason } from "../failure-reason.ts";
import { KeyExistsError, KeyUnusableError } from "./errors.ts";
import { keyFileName } from "./key-file-name.ts";

export interface MadeKey {
  readonly node: string;
  /** Of the public key: SHA-256 of its SPKI form (DER), in hex. */
  readonly fingerprint: string;
  /** PKCS #8 in PEM, for its owner only. */
  readonly privateFile: string;
  /** SPKI in PEM, for those who verify. */
  readonly publicFile: string;
}

/**
 * Makes the Ed25519 key of a node: `<node>.key` (0600) and `<node>.pub` in the folder, which is made when it is not there (0700).
 * @param options.replace instead of a key that is there; what that one signed is then signed by a wrong key
 * @throws {KeyExistsError | KeyUnusableError | UsageError}
 */
export function makeKey(folder: string, node: string, options: { readonly replace: boolean }): MadeKey {
  const stem = join(folder, keyFileName(node));
  const [privateFile, publicFile] = [`${stem}.key`, `${stem}.pub`];
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (!options.replace && existsSync(publicFile)) throw keyExists(node, publicFile);
    const { privateKey, publicKey } = generateKeyPairSync("ed25519");
    const privateText = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
    if (!placeFile(privateFile, privateText, { mode: 0o600, replace: options.replace }))
      throw keyExists(node, privateFile);
    // The private file decides who made the key: what stands in the public one's place now is left from before.
    const publicText = publicKey.export({ type: "spki", format: "pem" }).toString();
    placeFile(publicFile, publicText, { mode: 0o644, replace: true });
    syncFolder(privateFile);
    return { node: node.normalize("NFC"), fingerprint: keyFingerprint(publicKey), privateFile, publicFile };
  } catch (error) {
    if (error instanceof HooklensError) throw error;
    throw new KeyUnusableError({
      what: `no key can be made in ${folder}`,
      why: failureReason(error),
      hint: "Check who may write there",
      cause: error,
    });
  }
}

function keyExists(node: string, file: string): KeyExistsError {
  return new KeyExistsError({
    what: `the node ${node} has a key already`,
    why: file,
    hint: "With --force it is replaced, and what it signed can no longer be verified",
  });
}
