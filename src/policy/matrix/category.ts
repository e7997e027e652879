/** Category of a clause without a readable citation. */
export const noCategory = "no citation";

/** Instruments with digits in their titles, and the part that names the instrument. */
const instruments: readonly RegExp[] = [
  // Title and part of a code of regulations: `45 CFR 164`.
  /^\d+ C\.?F\.?R\.? (?:Part )?\d+/i,
  /^\d+ U\.?S\.?C\b\.?/i,
  // Standards with parts and years: `ISO 26262-2:2018`, `ISO/SAE 21434:2021`, `NIST SP 800-171r2`.
  /^(?:ISO|IEC|IEEE|EN)(?:\/[A-Z]+)* \d+/,
  /^NIST [A-Z]+ \d+(?:-\d+)?/,
  // Reliability standards: `CIP-007-6 R2`.
  /^(?:NERC )?CIP(?=-\d)/,
  /^DFARS \d+/,
];

/** First words of a provision within an instrument. */
const provision =
  /,| (?:§|art(?:icle|icles|\.)? |sections? |sec\. |clauses? |rules? |parts? |chapters? |annex |appendix |titles? |para(?:graph|\.)? )/i;

/** Number of a provision at the end: `SOLAS V/19`, `ISPS Code A/10`, `ICH Q9(R1)`. */
const numbered = / [A-Z]{1,5}(?:-\d+)?\/[\w-]+$|\([^()]*\)$/;

/** Maximum number of searched characters of a citation. */
const searched = 200;

/**
 * Returns the instrument that a citation begins with: `45 CFR 164` for `45 CFR 164.308(a)(2)`, `ISO 26262`
 * for `ISO 26262-2:2018, clause 5`, `HITECH` for `HITECH 13402`.
 */
export function categoryOf(citation: string | null): string {
  const text = (citation ?? "").slice(0, searched).replaceAll(/\s+/g, " ").trim();
  const [first = ""] = text.split(";", 1);
  const known = instruments.map((pattern) => pattern.exec(first)?.[0]).find((found) => found !== undefined);
  if (known !== undefined) return known;
  const [head = ""] = first.split(provision, 1);
  const name = head
    .replace(numbered, "")
    .replace(/ §.*$| \d[\d.]*(?:\([^()]*\))*$/, "")
    .trim();
  if (name !== "") return name;
  return text === "" ? noCategory : text;
}
