import type { Fact, PolicyFacts } from "../../../policy-service/policy-facts.ts";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { labeledLines } from "../lines/labeled-lines.ts";

const labelColumns = 12;
const daysOfYear = 365.25;

/** Formats the policy's metadata, coverage, thresholds and receipt chain. */
export function summaryLines({ facts, summary }: PolicyPage, width: number): readonly Line[] {
  if (facts === null) return [line(span(v` This document cannot be read.`, "muted"))];
  const row = (label: string, value: string | null) => labeledLines(label, value, width, labelColumns);
  return [
    ...row("title", facts.title),
    ...row("authority", facts.authority),
    ...row("levels", factsText(facts.meta)),
    ...row("coverage", coverageText(summary, facts)),
    ...row("mandatory", facts.mandatoryAxes.length === 0 ? null : facts.mandatoryAxes.join(" ")),
    ...row("retention", retentionText(facts.retentionDays)),
    ...row("thresholds", factsText(facts.thresholds)),
    ...row("receipts", receiptsText(facts)),
    ...row("nodes", facts.nodes.length === 0 ? null : facts.nodes.join(", ")),
    ...row("chain", factsText(facts.chain)),
    ...row("about", facts.description),
  ];
}

function coverageText({ covered, slack }: PolicyPage["summary"], { minimum }: PolicyFacts): string {
  if (minimum === null || slack === null) return `${covered} of 10 axes`;
  return `${covered} of 10 axes, needs ${minimum}${slack < 0 ? `, ${-slack} short` : ""}`;
}

/** Returns `2,190 days (6 years)`. */
function retentionText(days: number | null): string | null {
  if (days === null) return null;
  const years = Math.round((days / daysOfYear) * 10) / 10;
  return `${count(days)} days (${years} ${years === 1 ? "year" : "years"})`;
}

function receiptsText({ algorithm, chaining, quorum }: PolicyFacts): string | null {
  const parts = [algorithm, chaining, quorum === null ? null : `quorum ${quorum}`];
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(" · ");
}

/** Returns `receipt chain required yes · merkle root algorithm SHA-256`. */
function factsText(facts: readonly Fact[]): string | null {
  if (facts.length === 0) return null;
  return facts.map(({ name, value }) => `${name.replaceAll("_", " ")} ${value}`).join(" · ");
}
