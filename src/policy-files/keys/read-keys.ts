import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { isNode, type Signer, type TrustedKey } from "../../policy/seal/keys.ts";
import { shellLine } from "../../text/shell-word.ts";
import { failureReason, hasCode } from "../failure-reason.ts";
import { KeyUnusableError } from "./errors.ts";
import { nodeOfFileName } from "./key-file-name.ts";

/** The private keys of these nodes that are in the folder. No folder is an empty one. @throws {KeyUnusableError} */
export function readSigners(folder: string, nodes: readonly string[]): readonly Signer[] {
  return keyFiles(folder, ".key", nodes).map(({ node, file }) => {
    const privateKey = readPrivateKey(file);
    return { node, privateKey, publicKey: createPublicKey(privateKey) };
  });
}

/** The public keys of these nodes that are in the folder. No folder is an empty one. @throws {KeyUnusableError} */
export function readTrustedKeys(folder: string, nodes: readonly string[]): readonly TrustedKey[] {
  const keys = keyFiles(folder, ".pub", nodes).map(({ node, file }) => ({
    node,
    publicKey: readKey(file, createPublicKey),
  }));
  // A private key without its public file tells what that would hold.
  const lone = nodes.filter((node) => !keys.some((key) => isNode(key.node, [node])));
  return [...keys, ...readSigners(folder, lone).map(({ node, publicKey }) => ({ node, publicKey }))];
}

/** Found by what is there and not by name: where upper and lower case are one, `Auditor` must not get the key of `auditor`. */
function keyFiles(
  folder: string,
  ending: string,
  nodes: readonly string[],
): readonly { readonly node: string; readonly file: string }[] {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw new KeyUnusableError({
      what: `the keys in ${folder} cannot be read`,
      why: failureReason(error),
      hint: "Check what it is and who may read it",
      cause: error,
    });
  }
  return names
    .filter((name) => name.endsWith(ending))
    .toSorted()
    .flatMap((name) => {
      const node = nodeOfFileName(name.slice(0, -ending.length));
      return node !== null && isNode(node, nodes) ? [{ node, file: join(folder, name) }] : [];
    });
}

function readPrivateKey(file: string): KeyObject {
  // Windows keeps no such rights; there the folder is the user's own.
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
  if (isOpen) {
    throw new KeyUnusableError({
      what: `the private key ${file} is not used`,
      why: "others may read it",
      hint: `If nobody has, ${shellLine(["chmod", "600", file])}; else make another with hooklens policy keygen --force`,
    });
  }
  return readKey(file, createPrivateKey);
}

function readKey(file: string, parse: (text: string) => KeyObject): KeyObject {
  let why: string;
  try {
    const key = parse(readFileSync(file, "utf8"));
    if (key.asymmetricKeyType === "ed25519") return key;
    why = `it is a key of ${key.asymmetricKeyType ?? "another kind"}`;
  } catch (error) {
    why = hasCode(error, "EACCES") ? "EACCES" : "it is no key in PEM";
  }
  throw new KeyUnusableError({
    what: `${file} holds no Ed25519 key`,
    why,
    hint: "hooklens policy keygen makes one",
  });
}
