import type { Line, Span } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { Fact, PolicyFacts } from "../policies/policy-facts.ts";
import type { PolicyPage } from "../policies/policy-page.ts";

const labelColumns = 13;
const daysOfYear = 365.25;

/** What a policy says beside its clauses: what it is, its thresholds, its receipt chain. */
export function summaryLines({ facts, summary }: PolicyPage, width: number): readonly Line[] {
  if (facts === null) return [line(span(v` What this document says cannot be read.`, "muted"))];
  const row = (label: string, value: string | null) => rowLines(label, value, width);
  return [
    ...row("title", facts.title),
    ...row("authority", facts.authority),
    ...facts.meta.flatMap((fact) => factLines(fact, width)),
    ...row("coverage", coverageText(summary, facts)),
    ...row("mandatory", facts.mandatoryAxes.length === 0 ? null : facts.mandatoryAxes.join(" ")),
    ...row("retention", retentionText(facts.retentionDays)),
    ...facts.thresholds.flatMap((fact) => factLines(fact, width)),
    ...row("receipts", receiptsText(facts)),
    ...row("nodes", facts.nodes.length === 0 ? null : facts.nodes.join(", ")),
    ...facts.chain.flatMap((fact) => factLines(fact, width)),
    ...row("about", facts.description),
  ];
}

function coverageText({ covered, slack }: PolicyPage["summary"], { minimum }: PolicyFacts): string {
  if (minimum === null || slack === null) return `${covered} of 10 axes`;
  const room = slack < 0 ? `${-slack} too few` : `slack ${slack}`;
  return `${covered} of 10 axes, minimum ${minimum}, ${room}`;
}

/** `2,190 days (6 years)` */
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

function factLines({ name, value }: Fact, width: number): readonly Line[] {
  const words = name.replaceAll("_", " ");
  // A name too long for the column says what it is in front of the value.
  return words.length < labelColumns - 1
    ? rowLines(words, value, width)
    : rowLines("", `${words}: ${value}`, width);
}

function rowLines(label: string, value: string | null, width: number): readonly Line[] {
  if (value === null) return [];
  const spans: readonly Span[] = [
    span(v` ${label.padEnd(labelColumns - 1)}`, "muted"),
    span(v`${value.replaceAll(/\s*\r?\n\s*/g, " ")}`),
  ];
  return wrapLine(line(...spans), width, labelColumns);
}
