import { statSync } from "node:fs";
import { readTextWithin } from "../files/read-file.ts";
import { type SealProposal, readProposal } from "../policy/seal/proposal.ts";
import { byteSize } from "../text/numbers.ts";
import { ProposalUnusableError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";

/** Maximum size of a proposal in bytes; a larger file is not read. A proposal has about 20 KB. */
const maxProposalBytes = 1_000_000;

/** Proposal, and the text of its file. */
export interface ProposalFile {
  readonly proposal: SealProposal;
  readonly text: string;
}

/** Reads a proposal; null if there is none. @throws {ProposalUnusableError} */
export function readProposalFile(path: string): ProposalFile | null {
  try {
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? null;
    if (size === null) return null;
    if (size > maxProposalBytes) throw unusable(path, `it has ${byteSize(size)}`);
    const text = readTextWithin(path, maxProposalBytes);
    const reading = readProposal(text);
    if (!reading.ok) throw unusable(path, reading.why);
    return { proposal: reading.proposal, text };
  } catch (error) {
    if (error instanceof ProposalUnusableError) throw error;
    if (hasCode(error, "ENOENT")) return null;
    throw unusable(path, failureReason(error), error);
  }
}

function unusable(path: string, why: string, cause?: unknown) {
  return new ProposalUnusableError({
    what: `the proposal ${path} cannot be read`,
    why,
    hint: "Restore it from git or a copy, or propose the policy again",
    cause,
  });
}
