import type { Vertical } from "../policy.ts";

/** Regimes of each vertical, in their spelling; a policy is expected to name at least one. */
export const knownRegimes: Readonly<Record<Vertical, readonly string[]>> = {
  healthcare: ["HIPAA", "HITECH", "21-CFR"],
  financial: ["SOX", "Dodd-Frank", "SR11-7", "FINRA", "ECOA"],
  defense: ["CMMC", "NIST", "DFARS", "ITAR"],
  aviation: ["DO-178", "DO-333", "FAA", "EASA", "ARINC"],
  automotive: ["ISO-26262", "ISO-21448", "UL-4600", "SAE", "UNECE"],
  pharmaceutical: ["21-CFR", "FDA", "ICH", "EU-AI-Act"],
  energy: ["NERC-CIP", "FERC", "DOE"],
  maritime: ["IMO-ISPS", "SOLAS", "IMO", "MSC-FAL", "MARPOL", "COLREGS"],
  legaltech: ["GDPR", "EU-AI-Act", "eIDAS"],
  academic: ["Common-Rule", "Belmont", "COPE", "NIH", "NSF", "EU-AI-Act"],
};
