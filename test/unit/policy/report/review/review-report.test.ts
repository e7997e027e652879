import { expect, it } from "vitest";
import { diffPolicies } from "../../../../../src/policy/diff/diff-policies.ts";
import { reviewMarkdown } from "../../../../../src/policy/report/review/review-markdown.ts";
import { reviewPage } from "../../../../../src/policy/report/review/review-page.ts";
import { type ReviewSource, reviewReport } from "../../../../../src/policy/report/review/review-report.ts";
import { entryKinds } from "../../../../../src/policy/review/review-entry.ts";
import { sealState, unsealed } from "../../../../../src/policy/seal/seal-state.ts";
import { verify } from "../../../../../src/policy/seal/verify.ts";
import { hostileStrings } from "../../../../support/hostile-text.ts";
import { checked } from "../../../../support/policy/checked.ts";
import { newSigner, receiptsText, sealAll } from "../../../../support/policy/receipts.ts";
import { entryOn, reviewSource } from "../../../../support/policy/review-source.ts";
import { mapping, validPolicy } from "../../../../support/policy/valid-policy.ts";

const markdownOf = (source: ReviewSource) => reviewMarkdown(reviewReport(source));
const pageOf = (source: ReviewSource) => reviewPage(reviewReport(source));

/** Returns what a reader of the Markdown sees in a line. */
const unescaped = (text: string) => text.replaceAll(/\\(.)/g, "$1");

it("names the person, the time and the reason of each decision, with its discussion", () => {
  const policy = validPolicy();
  const flag = entryOn(policy, 1, "flagged", {
    by: "bob",
    at: "2026-11-22T09:51:40.000Z",
    text: "needs counsel\nsoon",
  });
  const reply = entryOn(policy, 1, "reply", {
    by: "ann",
    to: flag.id,
    at: "2026-11-22T10:02:00.000Z",
    text: "asked them",
  });
  const resolved = entryOn(policy, 1, "resolved", {
    by: "bob",
    to: flag.id,
    at: "2026-11-23T08:00:00.000Z",
  });
  policy.regulatory_clauses[0]!.lambda_axes[0]!.rationale = "Patients decide who\nreads their records.";
  const approved = entryOn(policy, 0, "approved", { by: "ann", at: "2026-11-20T07:00:00.000Z" });
  const markdown = unescaped(markdownOf(reviewSource(policy, [resolved, reply, flag, approved])));
  expect(markdown).toContain(`### HC-164.300 Clause number 1

45 CFR 164.300<br>Code of Federal Regulations, title 45, section 164.300

- Λ3 Privacy: mandatory, weight 0.9<br>Patients decide who<br>reads their records.
- Λ6 Security: recommended, weight 0.5

✓ approved

- ✓ approved by ann, 2026-11-20 07:00 UTC

### HC-164.301 Clause number 2

45 CFR 164.301<br>Code of Federal Regulations, title 45, section 164.301

- Λ6 Security: mandatory, weight 0.9
- Λ7 Auditability: recommended, weight 0.5

⚑ flagged

- ⚑ flagged by bob, 2026-11-22 09:51 UTC<br>needs counsel<br>soon
  - ↳ reply by ann, 2026-11-22 10:02 UTC<br>asked them
  - · discussion resolved by bob, 2026-11-23 08:00 UTC

### HC-164.302 Clause number 3
`);
  expect(markdown).toContain("| Review | 1 of 9 parts approved |");
  const open = markdown.slice(markdown.indexOf("## Open\n"), markdown.indexOf("## Matrix"));
  expect(open.split("\n").filter((row) => row.startsWith("- "))).toHaveLength(8);
  expect(open).toContain(
    "- HC-164.301 Clause number 2: ⚑ flagged: needs counsel soon\n- HC-164.302 Clause number 3: not reviewed",
  );
});

it("says of each open part why it is open, in the words of the screen, the most urgent first", () => {
  const policy = validPolicy();
  const before = validPolicy();
  before.regulatory_clauses[1]!.lambda_axes[0]!.weight = 1;
  before.compliance_thresholds.receipt_retention_days = 5_000;
  before.regulatory_clauses.push({ ...before.regulatory_clauses[0]!, clause_id: "HC-164.399" });
  const old = { clauseHash: "0".repeat(64) };
  const entries = [
    entryOn(policy, 0, "approved"),
    entryOn(policy, 1, "flagged", { by: "bob", text: "needs\ncounsel" }),
    entryOn(policy, 2, "approved"),
    entryOn(policy, 2, "comment", { by: "ann", text: "which\nregister?" }),
    entryOn(policy, 3, "approved", old),
    entryOn(policy, 4, "flagged", { ...old, text: "no owner" }),
    entryOn(policy, 5, "approved", { by: "ann" }),
    entryOn(policy, 5, "flagged", { by: "bob", text: "too weak" }),
    entryOn(policy, 6, "flagged"),
    entryOn(policy, 8, "approved"),
  ];
  const older = { revision: "HEAD", commit: null, version: checked(before).check };
  expect(reviewReport(reviewSource(policy, entries, { older })).open).toEqual([
    'The policy: ▼ 1 weaker than in HEAD: clause removed: HC-164.399 "Clause number 1" (Λ3, Λ6)',
    "HC-164.301 Clause number 2: ▼ 1 weaker than in HEAD; ⚑ flagged: needs counsel",
    "HC-164.306 Clause number 7: ⚑ flagged",
    "HC-164.305 Clause number 6: ≠ disagreement: too weak",
    "HC-164.303 Clause number 4: ↺ edited after approval",
    "HC-164.304 Clause number 5: ↺ edited after its flag: no owner",
    "HC-164.302 Clause number 3: ✎ open comment by ann: which register?",
    "HC-164.307 Clause number 8: not reviewed",
  ]);
  expect(reviewReport(reviewSource(policy, entries, { older })).general?.fields).toContainEqual([
    "compliance_thresholds.receipt_retention_days",
    expect.stringMatching(/^\d+ \(▼ was 5000 in HEAD\)$/),
  ]);
  // An approval decides on what is weaker in its part.
  const undecided = reviewSource(policy, entries.slice(0, -1), { older });
  expect(reviewReport(undecided).open[2]).toBe("General provisions: ▼ 1 weaker than in HEAD; not reviewed");
  const state = { ...unsealed, standing: "changed" as const };
  const seal = { state, receipts: [], changes: null };
  const source = reviewSource({ ...policy, regime: "" }, entries, { seal });
  expect(reviewReport(source).open[0]).toBe("The policy: ✗ 1 error; seal: has errors since");
});

it("has each entry once: replaced and withdrawn ones, and those of a removed clause", () => {
  const policy = validPolicy();
  const first = entryOn(policy, 0, "approved", { text: "text 0" });
  const entries = [
    first,
    ...entryKinds.map((kind, index) =>
      entryOn(policy, 0, kind, { by: "bob", to: first.id, text: `text ${index + 1}` }),
    ),
    entryOn(policy, 0, "flagged", { by: "bob", clauseId: "GONE-1", text: "text 8" }),
    entryOn(policy, 2, "reply", { to: "missing", text: "text 9" }),
    entryOn(policy, 3, "approved", { clauseHash: "0".repeat(64), text: "text 10" }),
  ];
  const source = reviewSource(policy, entries);
  for (const report of [markdownOf(source), pageOf(source)]) {
    entries.forEach((_, index) => {
      expect([...report.matchAll(new RegExp(`<br>text ${index}\\b`, "g"))], `text ${index}`).toHaveLength(1);
    });
  }
  const markdown = unescaped(markdownOf(source));
  expect(markdown).toMatch(/## Earlier entries\n\n.*\n*- GONE-1: ⚑ flagged by bob/s);
  expect(markdown).toMatch(/approved by ann, .* UTC \(before the last edit\)<br>text 10/);
  expect(markdownOf(reviewSource(policy))).not.toContain("Earlier entries");
});

it("keeps the reason of a flag that its author replaced, with the times of both verdicts", () => {
  const policy = validPolicy();
  const flag = entryOn(policy, 1, "flagged", {
    by: "bob",
    at: "2026-11-22T09:51:40.000Z",
    text: "needs counsel",
  });
  const verdicts = [
    flag,
    entryOn(policy, 1, "approved", { by: "ann", at: "2026-11-22T10:00:00.000Z" }),
    entryOn(policy, 1, "approved", { by: "bob", at: "2026-11-23T08:00:00.000Z" }),
  ];
  const words =
    "⚑ flagged by bob, 2026-11-22 09:51 UTC (replaced: ✓ approved, 2026-11-23 08:00 UTC)<br>needs counsel";
  const markdown = markdownOf(reviewSource(policy, verdicts));
  expect(markdown).toContain(`\n\n✓ approved\n\n- ${words}\n`);
  expect(markdown).not.toContain("Earlier entries");
  expect(pageOf(reviewSource(policy, verdicts))).toContain(`<li>${words}</li>`);
  const reply = entryOn(policy, 1, "reply", { by: "ann", to: flag.id, at: "2026-11-22T11:00:00.000Z" });
  const discussed = markdownOf(reviewSource(policy, [...verdicts, reply]));
  expect(discussed).toContain(`- ${words}\n  - ↳ reply by ann`);
});

it("says what the matrix, the findings and the receipts say", async () => {
  const policy = validPolicy();
  policy.receipt_chain = { ...policy.receipt_chain, quorum: "2-of-3", nodes: ["anna", "bernd", "clara"] };
  const signers = ["anna", "bernd"].map(newSigner);
  const receipts = await sealAll([policy, policy], signers);
  policy.regulatory_clauses[1]!.title = "Another title";
  policy.schema_version = "1.0.1";
  const verified = await verify(receiptsText(receipts), { policy: { policy, file: null } });
  const state = sealState(verified, ["anna", "bernd"], null, true);
  const source = reviewSource(policy, [], {
    seal: { state, receipts, changes: null },
    problem: "x.json: it is not JSON",
  });
  const markdown = unescaped(markdownOf(source));
  const page = pageOf(source);
  for (const text of [
    "outdated: 2 changes since the seal: the fields outside the sections changed, clause HC-164.301 changed",
    "The last receipt has 2 valid signatures (anna, bernd), quorum 2-of-3, without clara",
    "Since the last receipt: clause HC-164.301 changed",
    `2026-11-20 12:00 UTC, signed by anna, bernd, quorum 2-of-3, SHA3-256 root ${receipts[1]?.root}, receipt ${receipts[1]?.id}`,
    "A part of the review cannot be read:",
    "x.json: it is not JSON",
    "schema-version-mismatch",
    "a".repeat(64),
  ]) {
    expect(markdown).toContain(text);
    expect(page).toContain(text);
  }
  expect(markdown).toMatch(
    /\| HC-164\.300 \| Clause number 1 \| {2}\| {2}\| ● 0\.9 \|.*\| not reviewed \|\n/,
  );
  const strength = "Coverage: 10 of 10 axes, minimum 10, slack 0. Strength: 0.9 at Λ3, ";
  expect(markdown).toContain(strength);
  expect(page).toContain(strength);
  expect(markdown).toMatch(/\n\| \*\*mandatory weight\*\* \| {2}\| 0\.9 \|(?: \d\.\d \|){9} {2}\|\n/);
  expect(page).toMatch(
    /<th scope="row">Mandatory weight<\/th><td>0\.9<\/td>(?:<td>\d\.\d<\/td>){9}<td><\/td>/,
  );
  expect(markdown).toContain("| Result | valid, 1 warning |");

  const before = validPolicy();
  before.regulatory_clauses[1]!.lambda_axes[0]!.weight = 1;
  const { changes } = diffPolicies(before, validPolicy());
  const known = unescaped(markdownOf({ ...source, seal: { state, receipts, changes } }));
  expect(known).toContain("- Since the last receipt: weakened: HC-164.301: Λ6 (Security) weight 1 → 0.9\n");
  expect(known).not.toContain("receipt: clause HC-164.301 changed");
  expect(known).toContain("| Seal | outdated: 2 changes since the seal, 1 value weaker: ");

  policy.meta.title = "Another title";
  for (const clause of policy.regulatory_clauses) clause.citation = "Another citation";
  const later = await verify(receiptsText(receipts), { policy: { policy, file: null } });
  const seal = { state: sealState(later, [], null, true), receipts, changes: null };
  expect(reviewReport({ ...source, seal }).seal.standing).toMatch(
    /^outdated: 10 changes since the seal: .*, clause HC-164\.302 changed, 5 more$/,
  );
});

it("says what was decided about the general provisions, below their fields", () => {
  const policy = validPolicy();
  policy.compliance_thresholds.receipt_retention_days = 730;
  const flag = entryOn(policy, policy.regulatory_clauses.length, "flagged", { by: "bob", text: "six years" });
  const source = reviewSource(policy, [flag]);
  const markdown = unescaped(markdownOf(source));
  expect(markdown).toMatch(
    /### General provisions\n[^]*- compliance_thresholds\.receipt_retention_days: 730\n[^]*⚑ flagged\n\n- ⚑ flagged by bob, .*six years/,
  );
  expect(pageOf(source)).toMatch(
    /<h3>General provisions<\/h3>[^]*receipt_retention_days: 730<[^]*⚑ flagged by bob[^<]*<br>six years/,
  );
});

const commit = "3c0e0b1679".padEnd(40, "0");

it("lists what changed since HEAD, weakened first, and counts it at the beginning", () => {
  const version = validPolicy();
  version.regime = "HIPAA *x*";
  version.regulatory_clauses[1]!.lambda_axes[0]!.weight = 0.8;
  version.regulatory_clauses[2]!.lambda_axes[0]!.weight = 1;
  version.compliance_thresholds.receipt_retention_days = 5000;
  const source = reviewSource(validPolicy(), [], {
    older: { revision: "HEAD", commit, version: checked(version).check },
  });
  const markdown = unescaped(markdownOf(source));
  expect(markdown).toContain("| Changes | 2 values weaker than in HEAD (3c0e0b1), 1 stronger, 1 other |");
  const section = markdown.slice(markdown.indexOf("## Changes"), markdown.indexOf("## Matrix"));
  const { changes } = diffPolicies(version, validPolicy());
  const text = (direction: string) =>
    changes.filter((one) => one.direction === direction).map((one) => one.text);
  expect(section.trimEnd().split("\n")).toEqual([
    "## Changes since HEAD (3c0e0b1)",
    "",
    ...text("weakened").map((words) => `- **▼ weakened** ${words}`),
    ...text("strengthened").map((words) => `- **▲ strengthened** ${words}`),
    ...text("changed").map((words) => `- **= changed** ${words}`),
  ]);
  const page = pageOf(source);
  expect(page).toContain(
    "<dt>Changes</dt><dd>2 values weaker than in HEAD (3c0e0b1), 1 stronger, 1 other</dd>",
  );
  expect(page).toContain("<h2>Changes since HEAD (3c0e0b1)</h2>");
  expect(page.match(/<li><strong class="error">▼ weakened<\/strong> /g)).toHaveLength(2);
  expect(page).toContain("HIPAA *x*");
});

it("marks the cells and axes of the matrix that are weaker or stronger, and explains only the marks it has", () => {
  const version = validPolicy();
  version.regulatory_clauses[1]!.lambda_axes[0]!.weight = 1;
  version.regulatory_clauses[2]!.lambda_axes[0]!.weight = 0.1;
  version.regulatory_clauses[3]!.lambda_axes.push(mapping("Λ9", 0.4, "recommended"));
  version.compliance_thresholds.mandatory_axes = ["Λ3", "Λ6", "Λ7", "Λ10"];
  const source = reviewSource(validPolicy(), [], {
    older: { revision: "v1", commit: null, version: checked(version).check },
  });
  const markdown = markdownOf(source);
  const row = (id: string) => markdown.split("\n").find((line) => line.startsWith(`| ${id} |`)) ?? "";
  expect(row("Clause")).toContain("| **Λ7!** | Λ8 | Λ9 | ▼ Λ10 |");
  expect(row("HC-164.301")).toContain("| ▼ ● 0.9 |");
  expect(row("HC-164.302")).toContain("| ▲ ● 0.9 |");
  expect(row("HC-164.303")).toMatch(/\| ▼ \| {2}\| not reviewed \|$/);
  expect(row("HC-164.304")).not.toMatch(/[▼▲]/);
  expect(markdown).toContain("; ! mandatory axis; ▼ weaker than in v1; ▲ stronger than in v1.\n");
  const page = pageOf(source);
  expect(page).toContain('<th scope="col">▼<span class="read"> weaker</span> Λ10<small>');
  expect(page).toMatch(/<td class="w4">▼<span class="read"> weaker<\/span> ● 0\.9</);
  expect(page).toMatch(/<td class="w4">▲<span class="read"> stronger<\/span> ● 0\.9</);
  expect(page).toContain('<td>▼<span class="read"> weaker</span></td>');
  expect(page).toContain("! mandatory axis, ▼ weaker than in v1, ▲ stronger than in v1.</p>");
  for (const unmarked of [reviewSource(version), reviewSource(version, [], { older: source.older })]) {
    expect(markdownOf(unmarked)).toMatch(/; ! mandatory axis; ¹ mapped by one clause only\.\n/);
    expect(pageOf(unmarked)).toContain("! mandatory axis, ¹ mapped by one clause only.</p>");
  }
});

it.each([
  [
    { revision: "HEAD", commit, version: checked(validPolicy()).check },
    "None: the policy is as in HEAD (3c0e0b1).",
  ],
  [
    { revision: "3c0e0b16", commit, version: checked(validPolicy()).check },
    "None: the policy is as in 3c0e0b16.",
  ],
  [
    { revision: "v1.0", commit, version: "none" as const },
    "The policy is new: v1.0 (3c0e0b1) does not have it.",
  ],
  [
    { revision: "HEAD", commit: null, version: { why: "it is not in a git repository" } },
    "Not compared: it is not in a git repository.",
  ],
])("says why nothing changed since another version: $1", (older, words) => {
  const source = reviewSource(validPolicy(), [], { older });
  expect(unescaped(markdownOf(source))).toContain(`\n\n${words}\n\n## Matrix`);
  expect(pageOf(source)).toContain(`<p>${words}</p>\n<h2>Matrix</h2>`);
});

it("says that values with errors are not compared, beside what is weaker", () => {
  const policy = validPolicy();
  const older = { revision: "HEAD", commit, version: checked(validPolicy()).check };
  const faulty = reviewSource({ ...policy, regime: "" }, [], { older });
  expect(unescaped(markdownOf(faulty))).toMatch(
    /\n\nNot compared: the policy has errors \(line \d+: regime .*\)\.\n\n## Matrix/,
  );
  policy.compliance_thresholds.receipt_retention_days = 400;
  const weaker = reviewSource({ ...policy, regime: "" }, [], { older });
  const markdown = unescaped(markdownOf(weaker));
  expect(markdown).toContain(
    "| 1 value weaker than in HEAD (3c0e0b1); values with errors are not compared |",
  );
  expect(markdown).toMatch(
    /\n\nValues with errors are not compared: the policy has errors \(line \d+: regime .*\)\.\n\n- \*\*▼ weakened\*\* .*2190 → 400.*\n\n## Matrix/,
  );
  expect(pageOf(weaker)).toMatch(/<p>Values with errors .*<\/p><ul>\n<li><strong class="error">▼ weakened/);
});

it("tells that a policy is approved and not sealed", () => {
  const policy = validPolicy();
  const clauses = policy.regulatory_clauses.map((_, index) => entryOn(policy, index, "approved"));
  expect(markdownOf(reviewSource(policy, clauses))).toContain(
    "## Open\n\n- General provisions: not reviewed\n",
  );
  const entries = [...clauses, entryOn(policy, clauses.length, "approved")];
  const markdown = markdownOf(reviewSource(policy, entries));
  expect(markdown).toContain("## Open\n\nNone: every part is approved.");
  expect(markdown).toContain("## Seal\n\nnot sealed\n\n### Receipts\n\nNone.");
  expect(pageOf(reviewSource(policy, entries))).toContain("<p>None: every part is approved.</p>");
});

it("shows hostile names, reasons and titles as text, on lines of their own items", () => {
  const markup = `<img src=x onerror=alert(1)>"'&</style><script>alert(1)</script>[x](javascript:y)\n# head\n- item`;
  const lines = (text: string) => text.split("\n").length;
  const plain = (text: string) => {
    const policy = validPolicy();
    policy.regulatory_clauses[1]!.title = text;
    const flag = entryOn(policy, 0, "flagged", { by: text, text: `reason ${text}` });
    const gone = entryOn(policy, 1, "comment", { clauseId: text, text });
    const source = reviewSource(policy, [flag, gone]);
    // Some of these texts are findings, too.
    return { ...source, check: { ...source.check, findings: [] } };
  };
  const expected = lines(markdownOf(plain("x")));
  for (const text of [markup, ...hostileStrings.map(({ text }) => text.toWellFormed())]) {
    const source = plain(text);
    const markdown = markdownOf(source);
    expect(lines(markdown)).toBe(expected);
    expect(markdown.replaceAll(/<br>|<!-- -->/g, "")).not.toMatch(/<|(?<!\\)[[`]|@[^<\s]/);
    expect(pageOf(source)).not.toMatch(/<img|<script|javascript:y"/);
  }
});

it("is the same for entries in any order of their files", () => {
  const policy = validPolicy();
  const entries = entryKinds.map((kind) => entryOn(policy, 0, kind));
  expect(pageOf(reviewSource(policy, entries))).toBe(pageOf(reviewSource(policy, entries.toReversed())));
});
