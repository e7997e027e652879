import type { Comparison, Filter, FilterMatch } from "../../src/model/filter.ts";

/** Quotes a value. */
function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}

function printNumbers(range: readonly Comparison[]): string {
  const [first, second] = range;
  if (first === undefined) throw new RangeError("a number without comparisons");
  if (second === undefined) return `${first.op}${first.value}`;
  if (second.op !== "<") return `${first.value}..${second.value}`;
  const size = second.value - first.value;
  return `${first.value / size}${"x".repeat(Math.log10(size))}`;
}

function printMatch(match: FilterMatch): string {
  switch (match.kind) {
    case "words":
      return quoted(match.tokens.join(" "));
    case "status":
    case "took":
    case "seq":
      return `${match.kind}:${match.anyOf.map(printNumbers).join("|")}`;
    case "repo":
      return `repo:${match.anyOf.map(({ type, name }) => quoted(type === null ? name : `${type}:${name}`)).join("|")}`;
    case "is":
      return `is:${match.anyOf.join("|")}`;
    case "since":
    case "until":
      return `${match.kind}:${new Date(match.atMs).toISOString()}`;
    case "route":
    case "scope":
    case "action":
    case "webhook":
    case "from":
    case "path":
    case "cause":
      break;
    case "reason":
      return `reason:${match.anyOf.map((glob) => quoted(glob.slice(1, -1))).join("|")}`;
  }
  return `${match.kind}:${match.anyOf.map(quoted).join("|")}`;
}

/** Formats a parsed filter as text. */
export function printFilter({ terms }: Filter): string {
  return terms.map(({ negated, match }) => `${negated ? "-" : ""}${printMatch(match)}`).join(" ");
}
