import { generateKeyPairSync } from "node:crypto";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import { KeyExistsError, KeyUnusableError } from "../../../src/policy-files/errors.ts";
import {
  keyFileName,
  makeKey,
  nodeOfFileName,
  readSigners,
  readTrustedKeys,
} from "../../../src/policy-files/keys.ts";
import { keyFingerprint } from "../../../src/policy/seal/keys.ts";

let home = "";
let folder = "";
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "hooklens-keys-"));
  folder = join(home, "hooklens", "keys");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const make = (node: string, replace = false) => makeKey(folder, node, { replace });

describe("the file name of a node", () => {
  const hostile = [
    "..",
    ".",
    "../../etc/passwd",
    "/absolute",
    "a/b",
    String.raw`a\b`,
    "C:",
    "a\0b",
    "a\nb",
    "\u001b[2J",
    "\u202egnp.key",
    "-rf",
    "~",
    "$(id)",
    "%2E",
    "a b",
    "Prüfer",
    "監査人",
    "😀",
    ".hidden",
    "it's (one)*",
  ];

  it.each(hostile.map((node) => [node]))("of %j stays in the folder and leads back to it", (node) => {
    const name = keyFileName(node);
    expect(name).toMatch(/^[\w%-][\w%.-]*$/);
    expect(dirname(join("/keys", name))).toBe("/keys");
    expect(nodeOfFileName(name)).toBe(node.normalize("NFC"));
  });

  it("is equal for names that are equal in NFC, and distinct for all others", () => {
    expect(keyFileName("Pru\u0308fer")).toBe(keyFileName("Pr\u00fcfer"));
    expect(new Set(hostile.map(keyFileName)).size).toBe(hostile.length);
  });

  it.each([[""], ["\ud800"], ["x".repeat(201)], ["監".repeat(30)]])("is refused to %j", (node) => {
    expect(() => keyFileName(node)).toThrow(UsageError);
  });

  it.each([["%"], ["%ff"], ["%2e"], ["a%20b%"], [""], ["a~"]])("%j is the file name of no node", (name) => {
    expect(nodeOfFileName(name)).toBeNull();
  });
});

describe("a key that is made", () => {
  it("is for its owner only, in a folder that is too", () => {
    const { privateFile, publicFile } = make("auditor");
    const mode = (path: string) => statSync(path).mode & 0o777;
    expect([mode(folder), mode(privateFile)]).toEqual([0o700, 0o600]);
    expect(readFileSync(publicFile, "utf8")).toMatch(/^-----BEGIN PUBLIC KEY-----\n/);
    expect(readdirSync(folder)).toEqual(["auditor.key", "auditor.pub"]);
  });

  it("is never replaced, unless that is asked for", () => {
    const { fingerprint, privateFile } = make("auditor");
    const before = readFileSync(privateFile, "utf8");
    expect(() => make("auditor")).toThrow(KeyExistsError);
    expect(readFileSync(privateFile, "utf8")).toBe(before);
    expect(make("auditor", true).fingerprint).not.toBe(fingerprint);
    rmSync(privateFile);
    // A public key from elsewhere is one somebody trusts.
    expect(() => make("auditor")).toThrow(KeyExistsError);
  });

  it("fails in a folder that is not writable", () => {
    writeFileSync(join(home, "hooklens"), "");
    expect(() => make("auditor")).toThrow(KeyUnusableError);
  });
});

describe("keys that are read", () => {
  it("are those of the nodes asked for, with one fingerprint for both halves", () => {
    const made = ["auditor", "Auditor", "b/c"].map((node) => make(node));
    const [signer, ...others] = readSigners(folder, ["b/c", "nobody"]);
    expect(others).toEqual([]);
    expect([signer?.node, keyFingerprint(signer!.publicKey)]).toEqual(["b/c", made[2]!.fingerprint]);
    const trusted = readTrustedKeys(folder, ["auditor", "b/c"]);
    expect(trusted.map(({ publicKey }) => keyFingerprint(publicKey))).toEqual(
      [made[0]!, made[2]!].map(({ fingerprint }) => fingerprint),
    );
  });

  it("are none where there is no folder", () => {
    expect(readSigners(folder, ["auditor"])).toEqual([]);
    expect(readTrustedKeys(folder, ["auditor"])).toEqual([]);
  });

  it("derives the public key if only the private file exists", () => {
    const { fingerprint, publicFile } = make("auditor");
    rmSync(publicFile);
    expect(readTrustedKeys(folder, ["auditor"]).map(({ publicKey }) => keyFingerprint(publicKey))).toEqual([
      fingerprint,
    ]);
  });

  it("are not used when others may read them", () => {
    chmodSync(make("auditor").privateFile, 0o640);
    expect(() => readSigners(folder, ["auditor"])).toThrow("others have access to it");
  });

  it("are not used when they are of another kind, or none", () => {
    const { publicFile } = make("auditor");
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    writeFileSync(publicFile, publicKey.export({ type: "spki", format: "pem" }));
    expect(() => readTrustedKeys(folder, ["auditor"])).toThrow("its type is ec");
    writeFileSync(publicFile, "nonsense");
    expect(() => readTrustedKeys(folder, ["auditor"])).toThrow("it is not a key in PEM");
    // A file nobody asked for is nobody's concern.
    expect(readTrustedKeys(folder, ["other"])).toEqual([]);
  });
});
