import { asList, asNumber, ownField } from "../policy/matrix/readable-policy.ts";
import { cut } from "./page-limits.ts";

/** Field of a document, formatted. */
export interface Fact {
  readonly name: string;
  readonly value: string;
}

/** Metadata of a document. A field is null if it is missing or not a scalar. */
export interface PolicyFacts {
  readonly vertical: string | null;
  readonly regime: string | null;
  readonly jurisdiction: string | null;
  readonly effectiveDate: string | null;
  readonly title: string | null;
  readonly description: string | null;
  readonly authority: string | null;
  /** Other fields of `meta`. */
  readonly meta: readonly Fact[];
  readonly minimum: number | null;
  readonly mandatoryAxes: readonly string[];
  readonly retentionDays: number | null;
  /** Other fields of `compliance_thresholds`. */
  readonly thresholds: readonly Fact[];
  readonly algorithm: string | null;
  readonly chaining: string | null;
  readonly quorum: string | null;
  readonly nodes: readonly string[];
  /** Other fields of `receipt_chain`. */
  readonly chain: readonly Fact[];
}

/** Maximum items of a list, and maximum other fields of a section. */
const maxShown = 30;

const knownMeta = ["title", "description", "authority"];
const receiptMeta = ["receipt_chain_required", "merkle_root_algorithm"];
const knownThresholds = ["minimum_lambda_coverage", "mandatory_axes", "receipt_retention_days"];
const knownChain = ["algorithm", "chaining", "quorum", "nodes"];

/** Returns a document's metadata; null if the document is not an object. */
export function policyFacts(document: unknown): PolicyFacts | null {
  if (typeof document !== "object" || document === null || Array.isArray(document)) return null;
  const meta = ownField(document, "meta");
  const thresholds = ownField(document, "compliance_thresholds");
  const chain = ownField(document, "receipt_chain");
  const text = (value: unknown, key: string) => scalarText(ownField(value, key));
  return {
    vertical: text(document, "vertical"),
    regime: text(document, "regime"),
    jurisdiction: text(document, "jurisdiction"),
    effectiveDate: text(document, "effective_date"),
    title: text(meta, "title"),
    description: text(meta, "description"),
    authority: text(meta, "authority"),
    // The receipt fields come last: every policy requires them, so they tell the least.
    meta: [
      ...otherFields(meta, [...knownMeta, ...receiptMeta]),
      ...otherFields(meta, knownMeta, receiptMeta),
    ],
    minimum: asNumber(ownField(thresholds, "minimum_lambda_coverage")),
    mandatoryAxes: textList(ownField(thresholds, "mandatory_axes")),
    retentionDays: asNumber(ownField(thresholds, "receipt_retention_days")),
    thresholds: otherFields(thresholds, knownThresholds),
    algorithm: text(chain, "algorithm"),
    chaining: text(chain, "chaining"),
    quorum: text(chain, "quorum"),
    nodes: textList(ownField(chain, "nodes")),
    chain: otherFields(chain, knownChain),
  };
}

function textList(list: unknown): readonly string[] {
  return asList(list)
    .slice(0, maxShown)
    .map((value) => scalarText(value) ?? "?");
}

/** Formats a string, number or boolean; returns null for other values. */
function scalarText(value: unknown): string | null {
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

/**
 * Returns the fields of a section except the known ones; empty if it is not an object.
 * @param only the only names returned; null for all
 */
function otherFields(
  section: unknown,
  known: readonly string[],
  only: readonly string[] | null = null,
): readonly Fact[] {
  if (typeof section !== "object" || section === null || Array.isArray(section)) return [];
  return Object.keys(section)
    .filter((name) => !known.includes(name) && (only === null || only.includes(name)))
    .slice(0, maxShown)
    .map((name) => ({ name: cut(name), value: scalarText(ownField(section, name)) ?? "…" }));
}
