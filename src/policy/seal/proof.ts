import { z } from "zod";
import { NotFoundError } from "../../model/errors.ts";
import { algorithms, type Clause, type Policy } from "../policy.ts";
import { chainPath, chainRoot, commit } from "./commitment.ts";
import { type Hash, hexLengths, loadHash } from "./hash.ts";
import { clauseNodeHash, linkedHash } from "./merkle-dag.ts";
import { inclusionPath, leafHash, rootFromPath } from "./merkle-tree.ts";
import { clausePartName, partData, policyParts } from "./parts.ts";

const hex = z.string().regex(/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/);
const place = z.int().nonnegative();

/** Proof that a clause belongs to a root, verifiable without the rest of the policy. */
export const clauseProofSchema = z.strictObject({
  algorithm: z.enum(algorithms),
  root: hex,
  clause: z.looseObject({
    clause_id: z.string(),
    lambda_axes: z.array(z.unknown()),
  }),
  /** Path from the clause to the root, by the policy's chaining. */
  way: z.discriminatedUnion("chaining", [
    /** Sibling hashes, nearest first (RFC 6962, section 2.1.1). */
    z.strictObject({ chaining: z.literal("merkle_tree"), index: place, size: place, path: z.array(hex) }),
    /** Link before the clause, null if the clause is the first part, and the leaves after it. */
    z.strictObject({ chaining: z.literal("hash_chain"), before: hex.nullable(), after: z.array(hex) }),
    /** Hash of the document's own data and the hashes of its parts; the clause is the one at `index`. */
    z.strictObject({ chaining: z.literal("merkle_dag"), index: place, own: hex, links: z.array(hex) }),
  ]),
});

export type ClauseProof = Readonly<z.infer<typeof clauseProofSchema>>;

/**
 * Creates the proof that a clause is in a policy, with the policy's algorithm and chaining. Its root is that
 * of the policy's receipts.
 * @throws {NotFoundError} no clause has that ID
 * @throws {NoCanonicalFormError}
 */
export async function proveClause(policy: Policy, clauseId: string): Promise<ClauseProof> {
  const { algorithm, chaining } = policy.receipt_chain;
  const hash = await loadHash(algorithm);
  const parts = policyParts(policy);
  const index = parts.findIndex(({ name }) => name === clausePartName(clauseId));
  const clause = policy.regulatory_clauses.find(({ clause_id }) => clause_id === clauseId);
  if (clause === undefined) {
    throw new NotFoundError({
      what: `the policy has no clause ${clauseId}`,
      hint: `Choose one of ${policy.regulatory_clauses.map(({ clause_id }) => clause_id).join(", ")}`,
    });
  }
  const { leaves, nodes, root } = commit(parts, chaining, hash);
  const hashes = leaves.map((leaf) => leaf.hash);
  const way = (): ClauseProof["way"] => {
    switch (chaining) {
      case "merkle_tree":
        return { chaining, index, size: hashes.length, path: [...inclusionPath(hash, hashes, index)] };
      case "hash_chain": {
        const { before, after } = chainPath(hash, hashes, index);
        return { chaining, before, after: [...after] };
      }
      case "merkle_dag":
        return { chaining, index, own: nodes?.at(-1)?.own ?? "", links: hashes };
    }
  };
  return { algorithm, root, clause: { ...clause, lambda_axes: [...clause.lambda_axes] }, way: way() };
}

/**
 * Returns true if the path of a proof leads from its clause to its root. The root itself must be confirmed by
 * a receipt.
 * @throws {NoCanonicalFormError}
 */
export async function verifyInclusion(proof: ClauseProof): Promise<boolean> {
  const hash = await loadHash(proof.algorithm);
  return proof.root.length === hexLengths[proof.algorithm] && provenRoot(proof, hash) === proof.root;
}

function provenRoot({ clause, way }: ClauseProof, hash: Hash): string | null {
  const leaf = () => leafHash(hash, partData({ name: clausePartName(clause.clause_id), value: clause }));
  switch (way.chaining) {
    case "merkle_tree":
      return rootFromPath(hash, leaf(), way);
    case "hash_chain":
      return chainRoot(hash, [leaf(), ...way.after], way.before);
    case "merkle_dag": {
      const node = clauseNodeHash(hash, clause as unknown as Clause);
      return way.links[way.index] === node ? linkedHash(hash, way.own, way.links) : null;
    }
  }
}
