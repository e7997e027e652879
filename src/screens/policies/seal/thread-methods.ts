import { proposalPath } from "../../../policy-files/beside-policy.ts";
import { writeProof } from "../../../policy-files/clause-proof.ts";
import type { FileVersions } from "../../../policy-files/git/versions.ts";
import { readSigners } from "../../../policy-files/keys.ts";
import { writeProposal } from "../../../policy-files/propose-seal.ts";
import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { readSeal } from "../../../policy-files/read-seal.ts";
import { listReceipts } from "../../../policy-files/receipts-file.ts";
import { findSealedVersion } from "../../../policy-files/sealed-version.ts";
import { signProposalFile } from "../../../policy-files/sign-proposal.ts";
import { checkBytes } from "../../../policy/check-bytes.ts";
import { changeTitle } from "../../../policy/seal/compare-policy.ts";
import { proveClause } from "../../../policy/seal/proof.ts";
import { shortHash } from "../../../policy/seal/receipt-finding.ts";
import type { Receipt } from "../../../policy/seal/receipt.ts";
import { pageDiff } from "../page/page-diff.ts";
import type { ListedReceipt, SealHistory, SignedSeal } from "./seal-thread.ts";

const maxReceipts = 100;

/** Creates the methods of the worker thread about seals. */
export function sealMethods(keysDir: string, versions: FileVersions) {
  return {
    sealKeys: (nodes: readonly string[]) => readSigners(keysDir, nodes).map(({ node }) => node),
    async sealPropose(path: string, sha256: string, replace: boolean): Promise<void> {
      await writeProposal(path, { file: proposalPath(path), replace, nowMs: Date.now(), sha256 });
    },
    async sealSign(path: string, sha256: string, node: string): Promise<SignedSeal> {
      const file = proposalPath(path);
      const { missing, receipts, proposal } = await signProposalFile({
        file,
        policyFile: path,
        sha256,
        node,
        keysDir,
      });
      return { missing, receiptId: receipts === null ? null : shortHash(proposal.receipt.id) };
    },
    async sealHistory(path: string, clauseId: string | null): Promise<SealHistory> {
      const { bytes, check } = await readPolicyFile(path);
      const { standing, changes } = await readSeal(path, { policy: check.policy, bytes }, keysDir);
      const receipts = listReceipts(path);
      const head = receipts.at(-1) ?? null;
      const isKnown =
        check.policy?.regulatory_clauses.some(({ clause_id }) => clause_id === clauseId) === true;
      const version =
        standing === "changed" && head !== null ? await findSealedVersion(path, head, versions) : null;
      const older = version === null ? null : await checkBytes(version, { file: path });
      return {
        receipts: receipts.slice(-maxReceipts).toReversed().map(listed),
        changes: changes.map(changeTitle),
        since: older === null ? null : pageDiff(check, { check: older.check }, "the sealed version"),
        proof:
          standing === "sealed" && check.policy !== null && clauseId !== null && isKnown
            ? await proveClause(check.policy, clauseId)
            : null,
      };
    },
    sealProof: (path: string, clauseId: string) => writeProof(path, clauseId, keysDir),
  };
}

function listed({ id, sealedAt, receipt_chain, signers }: Receipt): ListedReceipt {
  return { id: shortHash(id), sealedAt, quorum: receipt_chain.quorum, signers };
}
