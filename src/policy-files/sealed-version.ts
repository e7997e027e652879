import { loadHash } from "../policy/seal/hash.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import { listRevisions } from "./git/list-revisions.ts";
import { isGitProblem } from "./git/problem.ts";
import type { FileVersions } from "./git/versions.ts";

/**
 * Finds the sealed content of a file in HEAD, branches, tags and recent commits. Null if none has the sealed bytes.
 */
export async function findSealedVersion(
  path: string,
  { algorithm, policy }: Pick<Receipt, "algorithm" | "policy">,
  versions: FileVersions,
): Promise<Uint8Array | null> {
  if (policy.fileHash === null) return null;
  const hash = await loadHash(algorithm);
  const seen = new Set<string>();
  for (const revision of ["HEAD", ...(await listRevisions(path)).map(({ name }) => name)]) {
    const version = await versions.read(path, revision, null);
    if (isGitProblem(version) || seen.has(version.id)) continue;
    seen.add(version.id);
    if (hash(version.bytes) === policy.fileHash) return version.bytes;
  }
  return null;
}
