import { asList, asNumber, ownField } from "../../policy/matrix/readable-policy.ts";
import { cut } from "./cut.ts";

/** One thing a document says, by the name it has there. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** What a document says beside its clauses; null and missing where it cannot be read. */
export interface PolicyFacts {
  readonly vertical: string | null;
  readonly regime: string | null;
  readonly jurisdiction: string | null;
  readonly effectiveDate: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly authority: string | null;
  /** The rest of meta: levels, marks and whatever else there is. */
  readonly meta: readonly Fact[];
  readonly minimum: number | null;
  readonly mandatoryAxes: readonly string[];
  readonly retentionDays: number | null;
  /** The rest of compliance_thresholds. */
  readonly thresholds: readonly Fact[];
  readonly algorithm: string | null;
  readonly chaining: string | null;
  readonly quorum: string | null;
  readonly nodes: readonly string[];
  /** The rest of receipt_chain. */
  readonly chain: readonly Fact[];
}

/** So many of a list, or of the fields that a section has beside its known ones, are shown. */
const mostShown = 30;

const knownMeta = ["title", "description", "authority"];
const receiptMeta = ["receipt_chain_required", "merkle_root_algorithm"];
const knownThresholds = ["minimum_lambda_coverage", "mandatory_axes", "receipt_retention_days"];
const knownChain = ["algorithm", "chaining", "quorum", "nodes"];

/** What a document says beside its clauses. Takes any value; null for one that has no fields. */
export function policyFacts(document: unknown): PolicyFacts | null {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return null;
  const meta = ownField(document, "meta");
  const thresholds = ownField(document, "compliance_thresholds");
  const chain = ownField(document, "receipt_chain");
  const text = (value: unknown, key: string) => written(ownField(value, key));
  return {
    vertical: text(document, "vertical"),
    regime: text(document, "regime"),
    jurisdiction: text(document, "jurisdiction"),
    effectiveDate: text(document, "effective_date"),
    title: text(meta, "title"),
    description: text(meta, "description"),
    authority: text(meta, "authority"),
    // Levels and the like first: these two are in every policy, and the receipt chain says more of them.
    meta: [...others(meta, [...knownMeta, ...receiptMeta]), ...others(meta, knownMeta, receiptMeta)],
    minimum: asNumber(ownField(thresholds, "minimum_lambda_coverage")),
    mandatoryAxes: texts(ownField(thresholds, "mandatory_axes")),
    retentionDays: asNumber(ownField(thresholds, "receipt_retention_days")),
    thresholds: others(thresholds, knownThresholds),
    algorithm: text(chain, "algorithm"),
    chaining: text(chain, "chaining"),
    quorum: text(chain, "quorum"),
    nodes: texts(ownField(chain, "nodes")),
    chain: others(chain, knownChain),
  };
}

function texts(list: unknown): readonly string[] {
  return asList(list)
    .slice(0, mostShown)
    .map((value) => written(value) ?? "?");
}

/** A scalar as a person reads it; null: it is none. */
function written(value: unknown): string | null {
  switch (typeof value) {
    case "string":
      return cut(value);
    case "boolean":
      return value ? "yes" : "no";
    case "number":
      return String(value);
    default:
      return null;
  }
}

/** The fields of a section that are not among the known ones. @param only these of them */
function others(
  section: unknown,
  known: readonly string[],
  only: readonly string[] | null = null,
): readonly Fact[] {
  if (typeof section !== "object" || section === null || Array.isArray(section)) return [];
  return Object.keys(section)
    .filter((name) => !known.includes(name) && (only === null || only.includes(name)))
    .slice(0, mostShown)
    .map((name) => ({ name: cut(name), value: written(ownField(section, name)) ?? "…" }));
}
