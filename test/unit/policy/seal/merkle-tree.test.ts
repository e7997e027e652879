import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { algorithms } from "../../../../src/policy/policy.ts";
import { type Hash, loadHash } from "../../../../src/policy/seal/hash.ts";
import { inclusionPath, leafHash, rootFromPath, treeRoot } from "../../../../src/policy/seal/merkle-tree.ts";

// Test vectors of the reference implementation of Certificate Transparency (RFC 6962; merkletree/merkle_tree_test.cc).
const inputs = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
].map((hex) => Buffer.from(hex, "hex"));
const roots = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

/** MTH of RFC 6962, section 2.1, word for word, with nothing of ours. */
function mth(data: readonly Uint8Array[]): Buffer {
  const sha256 = (...pieces: readonly Uint8Array[]) =>
    createHash("sha256").update(Buffer.concat(pieces)).digest();
  if (data.length === 0) return sha256();
  if (data.length === 1) return sha256(Buffer.of(0), data[0]!);
  const k = 2 ** (Math.ceil(Math.log2(data.length)) - 1);
  return sha256(Buffer.of(1), mth(data.slice(0, k)), mth(data.slice(k)));
}

function leaves(hash: Hash, count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => leafHash(hash, `leaf ${index}`));
}

describe("the hash functions", () => {
  // FIPS 202 and FIPS 180-4 example values of "abc"; BLAKE3: `test_vectors.json` of the official repository, input lengths 0 and 1.
  it.each([
    ["SHA-256", "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"],
    ["SHA3-256", "abc", "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532"],
    [
      "SHA3-512",
      "abc",
      "b751850b1a57168a5693cd924b6b096e08f621827444f70d884f5d0240d2712e10e116e9192af3c91a7ec57647e3934057340b4cf408d5a56592f8274eec53f0",
    ],
    ["BLAKE3", "", "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262"],
    ["BLAKE3", "\0", "2d3adedff11b61f14c886e35afa036736dcd87a74d27b5c1510225d0f592e213"],
  ] as const)("%s of %j is the published one", async (algorithm, text, digest) => {
    const hash = await loadHash(algorithm);
    expect(hash(text)).toBe(digest);
    expect(hash(...Buffer.from(text).toString("latin1"))).toBe(digest);
  });
});

describe("the tree", () => {
  it.each(roots.map((root, size) => [size, root] as const))(
    "of the first %i reference inputs has the reference root",
    async (size, root) => {
      const hash = await loadHash("SHA-256");
      const data = inputs.slice(0, size);
      const ours = treeRoot(
        hash,
        data.map((each) => leafHash(hash, each)),
      );
      expect(ours).toBe(root);
      expect(ours).toBe(mth(data).toString("hex"));
    },
  );

  it("gives the reference inclusion proofs (RFC 6962, section 2.1.3, leaf 5 of 8)", async () => {
    const hash = await loadHash("SHA-256");
    const hashes = inputs.map((each) => leafHash(hash, each));
    expect(inclusionPath(hash, hashes, 5)).toEqual([
      "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
      "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
      "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]);
  });

  it.each(algorithms)("leads from every leaf to the root, and from no other place: %s", async (algorithm) => {
    const hash = await loadHash(algorithm);
    for (let size = 1; size <= 20; size++) {
      const hashes = leaves(hash, size);
      const root = treeRoot(hash, hashes);
      for (const [index, leaf] of hashes.entries()) {
        const path = inclusionPath(hash, hashes, index);
        expect(rootFromPath(hash, leaf, { index, size, path })).toBe(root);
        const elsewhere = hashes.map((_, other) => rootFromPath(hash, leaf, { index: other, size, path }));
        expect(elsewhere.filter((each) => each === root)).toHaveLength(1);
        const shortened = path.slice(0, -1);
        expect(rootFromPath(hash, leaf, { index, size: size + 1, path: shortened })).not.toBe(root);
        expect(rootFromPath(hash, leaf, { index, size, path: [...path, leaf] })).not.toBe(root);
        expect(rootFromPath(hash, leaf, { index: size, size, path })).toBeNull();
      }
    }
  });
});
