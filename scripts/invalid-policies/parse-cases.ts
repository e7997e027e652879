import { basePolicy, meta } from "./base-policy.ts";
import { type CaseRow, within } from "./invalid-policy.ts";

const title = "title: Personal data in legal research";

/** Returns nested lists, with the innermost marked. */
const lists = (count: number) => `${"[".repeat(count - 1)}⟦[${"]".repeat(count)}`;

/** Unreadable YAML texts. */
export const yamlCases: readonly CaseRow[] = [
  ["empty", "", [basePolicy, "⟦# To be written.\n"]],
  ["tab", "", ["  authority:", "⟦\tauthority:"]],
  ["indentation", "", ["  authority:", "   authority⟦:"]],
  [
    "unclosed-quote",
    "",
    [title, title.replace("Personal", '"Personal')],
    ["  description:", "  ⟦description:"],
  ],
  ["text-behind-quote", "", [title, "title: 'A controller'⟦s duties in legal research'"]],
  ["second-colon", "", [title, "title: Personal data⟦: in legal research"]],
  ["missing-space", "", ["regime: GDPR", "regime:GDPR"], ["effective_date:", "effective_date⟦:"]],
  ["reserved-character", "", [title, "title: ⟦@legal research"]],
  ["unclosed-bracket", "", ["Λ6, Λ10]", "Λ6, Λ10"], ["receipt_retention_days:", "⟦receipt_retention_days:"]],
  ["missing-comma", "", ["{ axis: Λ6, label:", "{ axis: Λ6 label⟦:"]],
  ["unknown-escape", "", [title, 'title: "Personal data in C:\\⟦legal"']],
  ["lone-surrogate", "", [title, 'title: ⟦"Personal data \\uD83E in legal research"']],
  [
    "duplicate-key",
    "",
    ["  receipt_chain_required:", "  ⟦title: Data in research\n  receipt_chain_required:"],
  ],
  ["list-as-key", "", within("meta", "⟦[a, b]: c")],
  ["second-document", "", ["\ncompliance_thresholds:", "\n⟦---\ncompliance_thresholds:"]],
  ["unknown-tag", "", ['"2026-07-01"', "⟦!!timestamp 2026-07-01"]],
  ["unknown-alias", "", ["jurisdiction: EU", "jurisdiction: ⟦*EU"]],
  ["alias-in-itself", "", [meta, meta.replace("meta:", "meta: &meta\n  before: ⟦*meta")]],
  ["alias-bomb", "", within("meta", aliasBomb())],
  ["depth", "", within("meta", `deep: ${lists(99)}`)],
  ["control-character", "", [title, `${title}⟦\u0007`]],
  ["nul", "", [title, `${title}⟦\0`]],
];

/**
 * Returns lists that each repeat the previous list ten times. An alias of `a` expands to 11 values, of `b` to
 * 111 and so on: 12,330 for the first four lists together, and 11,111 for each item of the last, so that its
 * eighth exceeds 100,000.
 */
function aliasBomb(): string {
  const ten = (item: string) => Array.from({ length: 10 }, () => item).join(", ");
  return [
    `a: &a [${ten("lol")}]`,
    `b: &b [${ten("*a")}]`,
    `c: &c [${ten("*b")}]`,
    `d: &d [${ten("*c")}]`,
    `e: [*d, *d, *d, *d, *d, *d, *d, ⟦*d, *d, *d]`,
  ].join("\n  ");
}

/** Unreadable JSON texts, mostly with syntax of other languages. */
export const jsonCases: readonly CaseRow[] = [
  ["trailing-comma", "", ["2190", "2190⟦,"]],
  ["missing-comma", "", ['"legaltech",\n  "regime"', '"legaltech"\n  ⟦"regime"']],
  ["comment", "", ['"regime": "GDPR",', '"regime": "GDPR", ⟦// and eIDAS']],
  ["single-quotes", "", ['"EU"', "⟦'EU'"]],
  ["unquoted-key", "", ['"meta":', "⟦meta:"]],
  ["unquoted-text", "", ['"legaltech"', "⟦legaltech"]],
  ["python-word", "", ["true", "⟦True"]],
  ["duplicate-key", "", ['"regime": "GDPR",', '"regime": "GDPR",\n  ⟦"regime": "eIDAS",']],
  ["unclosed-string", "", ['"GDPR",', '⟦"GDPR,']],
  ["unclosed-object", "", ['{\n  "schema_version"', '⟦{\n  "schema_version"'], ["\n}\n", "\n"]],
  ["tab-in-string", "", ["Personal data", "Personal⟦\tdata"]],
  ["unknown-escape", "", ["Personal data", "C:⟦\\legal data"]],
  ["lone-surrogate", "", ['"Personal data in legal research"', '⟦"Personal data \\uD83E"']],
  ["leading-zero", "", [": 0.4", ": ⟦00.4"]],
  ["not-a-number", "", [": 0.4", ": ⟦NaN"]],
  ["second-document", "", ["\n}\n", "\n}\n⟦{}\n"]],
  ["depth", "", ['"EU"', lists(100)]],
];
