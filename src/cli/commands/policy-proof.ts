import { readFileSync } from "node:fs";
import { UsageError } from "../../model/errors.ts";
import { failureReason } from "../../policy-files/failure-reason.ts";
import type { Policy } from "../../policy/policy.ts";
import {
  type ClauseProof,
  clauseProofSchema,
  proveClause,
  verifyInclusion,
} from "../../policy/seal/proof.ts";
import type { Receipt } from "../../policy/seal/receipt.ts";
import type { Verification } from "../../policy/seal/verify.ts";
import { machineJson } from "../../text/machine-json.ts";

/** `--prove CLAUSE`: the proof as a JSON document. @throws {UsageError | NotFoundError} */
export async function proveSealedClause(
  { comparison }: Verification,
  policy: Policy | null,
  clauseId: string,
): Promise<string> {
  if (policy === null || comparison?.sameContent !== true) {
    throw new UsageError({
      what: "a clause cannot be proved without the policy it is in",
      hint: "Name the policy behind the receipts",
    });
  }
  return `${machineJson(await proveClause(policy, clauseId), 2)}\n`;
}

/** What a proof file shows: the clause it is of, and why that is not shown to be in the policy that was last sealed; null: it is. */
export interface ProofVerdict {
  readonly clauseId: string;
  readonly problem: string | null;
}

/** `--proof FILE` @throws {UsageError} */
export async function checkProof(head: Receipt | null, file: string): Promise<ProofVerdict> {
  const proof = readProof(file);
  return { clauseId: proof.clause.clause_id, problem: await proofProblem(proof, head) };
}

async function proofProblem(proof: ClauseProof, head: Receipt | null): Promise<string | null> {
  const { clause_id } = proof.clause;
  if (!(await verifyInclusion(proof))) return `the proof does not lead from clause ${clause_id} to its root`;
  const isOfHead =
    head !== null &&
    proof.root === head.root &&
    proof.algorithm === head.algorithm &&
    proof.way.chaining === head.chaining;
  return isOfHead
    ? null
    : `the proof of clause ${clause_id} leads to another root than that of the last receipt`;
}

function readProof(file: string): ClauseProof {
  try {
    return clauseProofSchema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    const isForm = cause instanceof Error && (cause.name === "ZodError" || cause instanceof SyntaxError);
    throw new UsageError({
      what: `${file} holds no proof of a clause`,
      why: isForm ? "its form is another" : failureReason(cause),
      hint: "policy verify --prove CLAUSE writes one",
      cause,
    });
  }
}
