import { proposalPath } from "../policy-files/beside-policy.ts";
import { sha256Of } from "../policy-files/change-file.ts";
import { provingPolicy, readSealedVersion, writeProof } from "../policy-files/clause-proof.ts";
import type { FileVersions } from "../policy-files/git/versions.ts";
import { readSigners } from "../policy-files/keys.ts";
import { writeProposal } from "../policy-files/propose-seal.ts";
import { readPolicyFile } from "../policy-files/read-policy-file.ts";
import { readSealConcerns } from "../policy-files/read-seal-concerns.ts";
import { readSeal } from "../policy-files/read-seal.ts";
import { listReceipts } from "../policy-files/receipts-file.ts";
import { signProposalFile } from "../policy-files/sign-proposal.ts";
import { changeTitle } from "../policy/seal/compare-policy.ts";
import { missingText } from "../policy/seal/missing-text.ts";
import { proveClause } from "../policy/seal/proof.ts";
import { shortHash } from "../policy/seal/receipt-finding.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import { pageDiff } from "./page-diff.ts";
import type { ListedReceipt, SealConcerns, SealHistory, SignedSeal } from "./seal-thread.ts";

const maxReceipts = 100;

/**
 * Creates the methods of the worker thread about seals.
 * @param reviewOf returns the path of a policy's review
 */
export function sealMethods(keysDir: string, versions: FileVersions, reviewOf: (path: string) => string) {
  return {
    async sealConcerns(path: string, baseline: string): Promise<SealConcerns> {
      const file = await readPolicyFile(path);
      const places = { reviewFolder: reviewOf(path), baseline, versions };
      const list = await readSealConcerns(path, file, places);
      return { sha256: file.bytes === null ? null : sha256Of(file.bytes), list };
    },
    sealKeys: (nodes: readonly string[]) => readSigners(keysDir, nodes).map(({ node }) => node),
    async sealPropose(path: string, sha256: string, replace: boolean): Promise<void> {
      await writeProposal(path, { file: proposalPath(path), keysDir, replace, nowMs: Date.now(), sha256 });
    },
    async sealSign(path: string, sha256: string, node: string): Promise<SignedSeal> {
      const file = proposalPath(path);
      const signed = await signProposalFile({
        file,
        policyFile: path,
        sha256,
        node,
        keysDir,
      });
      return {
        missing: missingText(signed),
        receiptId: signed.receipts === null ? null : shortHash(signed.proposal.receipt.id),
      };
    },
    async sealHistory(path: string, clauseId: string | null): Promise<SealHistory> {
      const { bytes, check } = await readPolicyFile(path);
      const seal = await readSeal(path, { policy: check.policy, bytes }, keysDir);
      const older = await readSealedVersion(path, seal, versions);
      const proving =
        check.policy === null || clauseId === null
          ? null
          : provingPolicy(clauseId, check.policy, seal, older?.policy ?? null);
      return {
        receipts: listReceipts(path).slice(-maxReceipts).toReversed().map(listed),
        changes: seal.changes.map(changeTitle),
        since: older === null ? null : pageDiff(check, { check: older }, "the sealed version"),
        proof: proving === null || clauseId === null ? null : await proveClause(proving, clauseId),
      };
    },
    sealProof: (path: string, clauseId: string) => writeProof(path, clauseId, keysDir, versions),
  };
}

function listed({ id, sealedAt, receipt_chain, signers }: Receipt): ListedReceipt {
  return { id: shortHash(id), sealedAt, quorum: receipt_chain.quorum, signers };
}
