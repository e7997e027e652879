import { type KeyObject, createPrivateKey, createPublicKey, generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readTextWithin } from "../files/read-file.ts";
import { writeFileAtomic, syncFolder } from "../files/write-file-atomic.ts";
import { HooklensError, UsageError } from "../model/errors.ts";
import { type Signer, type TrustedKey, keyFingerprint } from "../policy/seal/keys.ts";
import { isNode } from "../policy/seal/signing-rule.ts";
import { shellLine } from "../text/shell-word.ts";
import { KeyExistsError, KeyUnusableError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";

/**
 * Maximum length of a key file's name without extension, in bytes. Most file systems limit names to 255
 * bytes; the rest is for the extension and a temporary name.
 */
const longest = 200;

/**
 * Returns the name of a node's key files without extension. Node names come from documents: all but ASCII
 * letters, digits, `-`, `_` and inner dots becomes %XX of its UTF-8 bytes in NFC, so that no name leaves the
 * directory and different names stay different.
 * @throws {UsageError} the name is empty, too long for a file, or has a lone surrogate
 */
export function keyFileName(node: string): string {
  if (node === "" || !node.isWellFormed()) {
    throw new UsageError({
      what: `"${node}" is not the name of a node`,
      hint: "Give a name from receipt_chain.nodes of the policy",
    });
  }
  const name = encodeURIComponent(node.normalize("NFC"))
    .replaceAll(/[!'()*~]/g, percent)
    .replace(/^\./, percent);
  if (name.length <= longest) return name;
  throw new UsageError({
    what: `the node's name is too long for a file (${name.length} bytes in the file's name; the limit is ${longest})`,
    hint: "Give the node a shorter name in the policy",
  });
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`;
}

/** Returns the node of a file name without extension; null if `keyFileName` does not create that name. */
export function nodeOfFileName(name: string): string | null {
  try {
    const node = decodeURIComponent(name);
    return keyFileName(node) === name ? node : null;
  } catch {
    // A bad escape, or bytes that are not UTF-8: `keyFileName` creates no such name.
    return null;
  }
}

interface MadeKey {
  readonly node: string;
  /** SHA-256 of the public key's SPKI form (DER) in hex. */
  readonly fingerprint: string;
  /** Path of the private key: PKCS #8 in PEM, readable by its owner only. */
  readonly privateFile: string;
  /** Path of the public key: SPKI in PEM, for verification. */
  readonly publicFile: string;
}

/**
 * Creates the Ed25519 key of a node: `<node>.key` (0600) and `<node>.pub` in the directory. Creates a missing
 * directory with mode 0700.
 * @param options.replace true replaces an existing key; verification then rejects what the old key signed
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
    if (!writeFileAtomic(privateFile, privateText, { mode: 0o600, replace: options.replace }))
      throw keyExists(node, privateFile);
    // The private file decides which process created the key; a public file at this point is an older one.
    const publicText = publicKey.export({ type: "spki", format: "pem" }).toString();
    writeFileAtomic(publicFile, publicText, { mode: 0o644, replace: true });
    syncFolder(privateFile);
    return { node: node.normalize("NFC"), fingerprint: keyFingerprint(publicKey), privateFile, publicFile };
  } catch (error) {
    if (error instanceof HooklensError) throw error;
    throw new KeyUnusableError({
      what: `no key can be created in ${folder}`,
      why: failureReason(error),
      hint: "Check that the directory is writable",
      cause: error,
    });
  }
}

function keyExists(node: string, file: string) {
  return new KeyExistsError({
    what: `the node ${node} already has a key`,
    why: file,
    hint: "Add --force to replace it; receipts that it signed can then no longer be verified",
  });
}

/**
 * Reads the private keys of these nodes from the directory. A missing directory counts as empty. @throws
 * {KeyUnusableError}
 */
export function readSigners(folder: string, nodes: readonly string[]): readonly Signer[] {
  return keyFiles(folder, ".key", nodes).map(({ node, file }) => {
    const privateKey = readPrivateKey(file);
    return { node, privateKey, publicKey: createPublicKey(privateKey) };
  });
}

/**
 * Reads the public keys of these nodes from the directory. A missing directory counts as empty. @throws
 * {KeyUnusableError}
 */
export function readTrustedKeys(folder: string, nodes: readonly string[]): readonly TrustedKey[] {
  const keys = keyFiles(folder, ".pub", nodes).map(({ node, file }) => ({
    node,
    publicKey: readKey(file, createPublicKey),
  }));
  // Derives the public key of a node that has only a private one.
  const lone = nodes.filter((node) => !keys.some((key) => isNode(key.node, [node])));
  return [...keys, ...readSigners(folder, lone).map(({ node, publicKey }) => ({ node, publicKey }))];
}

/**
 * Returns the key files of these nodes. Lists the directory instead of opening files by name: on a
 * case-insensitive file system `Auditor` must not get the key of `auditor`.
 */
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
      hint: "Check that it exists and is readable",
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
  // Windows has no such modes.
  const mode = statSync(file, { throwIfNoEntry: false })?.mode ?? 0;
  const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
  if (isOpen) {
    throw new KeyUnusableError({
      what: `the private key ${file} is not used`,
      why: "others have access to it",
      hint: `Run ${shellLine(["chmod", "600", file])}, or create a new key with hooklens policy keygen --force`,
    });
  }
  return readKey(file, createPrivateKey);
}

function readKey(file: string, parse: (text: string) => KeyObject): KeyObject {
  let why: string;
  try {
    const key = parse(readTextWithin(file));
    if (key.asymmetricKeyType === "ed25519") return key;
    why = `its type is ${key.asymmetricKeyType ?? "unknown"}`;
  } catch (error) {
    why = hasCode(error, "EACCES") ? "EACCES" : "it is not a key in PEM";
  }
  throw new KeyUnusableError({
    what: `${file} is not an Ed25519 key`,
    why,
    hint: "Create one with hooklens policy keygen",
  });
}
