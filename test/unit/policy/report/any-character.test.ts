import { expect, test } from "vitest";
import type { PolicyCheck } from "../../../../src/policy/check-document.ts";
import { matrix } from "../../../../src/policy/matrix/matrix.ts";
import type { CheckedText } from "../../../../src/policy/report/checked-text.ts";
import { githubReporter } from "../../../../src/policy/report/github.ts";
import { matrixPage } from "../../../../src/policy/report/html/matrix-page.ts";
import { jsonReporter } from "../../../../src/policy/report/json.ts";
import { junitReporter } from "../../../../src/policy/report/junit.ts";
import { matrixCsv } from "../../../../src/policy/report/matrix-csv.ts";
import { matrixMarkdown } from "../../../../src/policy/report/matrix-markdown.ts";
import type { Reporter } from "../../../../src/policy/report/reporter.ts";
import { reviewMarkdown } from "../../../../src/policy/report/review/review-markdown.ts";
import { reviewPage } from "../../../../src/policy/report/review/review-page.ts";
import { reviewReport } from "../../../../src/policy/report/review/review-report.ts";
import { sarifReporter } from "../../../../src/policy/report/sarif.ts";
import { textReport } from "../../../../src/policy/report/text.ts";
import { hostileText } from "../../../support/hostile-text.ts";
import { checked, reported } from "../../../support/policy/checked.ts";
import { entryOn, reviewSource } from "../../../support/policy/review-source.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

/** Texts that end or begin something in one of the formats, and characters that it forbids. */
const pieces = [
  ..."\u0000\u0007\u0008\t\n\v\f\r\u001b\u007f\u0085\u009b\u00ad\u061c\u200b\u2028\u2029\u202e\u2066\ufeff",
  ..."\ufffe\uffff\u{1fffe}\ud83d🙂é漢\udc00\"'`|\\,;&%",
  ..."]]> <![CDATA[ --> <!-- </style> </a <b> &lt; &#0; \r\n :: ::error:: %0A =1 @a #  -  :// ${{".split(" "),
];

function hostile(random: Random): string {
  const parts = Array.from({ length: 1 + random.below(4) }, () =>
    random.below(3) === 0 ? hostileText(random, 6) : random.pick(pieces),
  );
  return parts.join(random.pick(["", "x", " "]));
}

/** Creates a policy with a hostile text in about every second place, also as a key. */
function hostilePolicy(random: Random): Record<string, unknown> {
  const policy: Record<string, unknown> = { ...validPolicy() };
  const change = (value: unknown): unknown => {
    if (typeof value === "string") return random.below(2) === 0 ? hostile(random) : value;
    if (Array.isArray(value)) return value.map(change);
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(([key, each]) => [
      random.below(12) === 0 ? hostile(random) : key,
      change(each),
    ]);
    return Object.fromEntries(entries) as unknown;
  };
  for (const key of Object.keys(policy)) policy[key] = change(policy[key]);
  return policy;
}

/** Characters that no report contains. */
const forbidden =
  /[\u0000-\u0008\v\f\r\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{Cs}/u;

/** Returns the place at which a text is no well-formed XML, or no HTML with all its ends; null if it is. */
function markupFault(text: string, kind: "xml" | "html"): string | null {
  const token =
    /<\?xml [^?]*\?>|<!doctype html>|<style>[^<]*<\/style>|<(?<end>\/?)(?<name>[a-z][a-z\d-]*)(?:\s+[a-z-]+="(?:[^"<&]|&(?:amp|lt|gt|quot|#39);)*")*(?<empty>\/?)>|(?:[^<&]|&(?:amp|lt|gt|quot|#39);)+/giy;
  const open: string[] = [];
  let end = 0;
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    end = token.lastIndex;
    const { name, end: isEnd, empty } = match.groups ?? {};
    if (name === undefined) {
      if (match[0].includes("]]>")) return `]]> at ${match.index}`;
    } else if (isEnd === "/") {
      if (open.pop() !== name) return `</${name}> at ${match.index}`;
    } else if (empty !== "/" && (kind === "xml" || !["meta", "br"].includes(name))) open.push(name);
  }
  if (end < text.length) return text.slice(end, end + 40);
  return open.length === 0 ? null : `no end of ${open.join(", ")}`;
}

/** Reads CSV by RFC 4180. */
function csvRows(text: string): readonly number[] {
  const field = /(?:"(?:[^"]|"")*"|[^",\r\n]*)(?<end>,|\r\n)/gy;
  const rows = [0];
  let end = 0;
  for (let match = field.exec(text); match !== null; match = field.exec(text)) {
    end = field.lastIndex;
    rows.push((rows.pop() ?? 0) + 1);
    if (match.groups?.["end"] === "\r\n") rows.push(0);
  }
  expect(end).toBe(text.length);
  expect(rows.pop()).toBe(0);
  return rows;
}

const tableBars = (row: string) => row.replaceAll(/\\./g, "").split("|").length;

const seeds = 40;

test(`every report of ${seeds} policies with hostile characters is well-formed`, () => {
  let unreadable = 0;
  for (let seed = 0; seed < seeds; seed += 1) {
    const random = seededRandom(seed);
    const policy = hostilePolicy(random);
    const file = `policies/${hostile(random)}.json`;
    const source = JSON.stringify(policy);
    // A lone surrogate makes the whole text unreadable.
    const one = checked(seed % 4 === 0 ? source : source.replaceAll(/\\ud[89a-f]../g, ""), file);
    const { findings, document } = one.check;
    const written = (reporter: Reporter<CheckedText>) => reported(reporter, [one, one]);
    const isFine = (text: string, name: string) =>
      expect(forbidden.exec(text), `${name} of seed ${seed}`).toBeNull();

    const json = written(jsonReporter());
    isFine(json, "json");
    const messages = findings.map(({ message }) => message);
    expect(JSON.parse(json)).toMatchObject([{ file }, { errors: messages.map((message) => ({ message })) }]);

    const sarif = written(sarifReporter("1.0.0"));
    isFine(sarif, "sarif");
    expect(JSON.parse(sarif)).toHaveProperty("runs.0.results.length", 2 * findings.length);

    const junit = written(junitReporter({ strict: seed % 2 === 0 }));
    isFine(junit, "junit");
    expect(junit).not.toMatch(/[\uFFFE\uFFFF]/);
    expect(markupFault(junit, "xml"), `junit of seed ${seed}`).toBeNull();

    const github = written(githubReporter());
    isFine(github, "github");
    const commands = github.split("\n").slice(0, -1);
    expect(commands).toHaveLength(2 * findings.length);
    for (const command of commands) {
      expect(command).toMatch(/^::(?:error|warning) file=[^:,]*(?:,[a-z]+=[^:,]*)*::/i);
      expect(command).not.toMatch(/%(?!25|0A|0D|3A|2C)/);
    }

    const text = textReport(one, null).flatMap(({ spans }) => [...spans.map((span) => span.text), "\n"]);
    isFine(text.join(""), "text");

    const drawn = matrix(policy);
    const csv = matrixCsv(drawn);
    isFine(csv.replaceAll("\r\n", "\n"), "csv");
    const fields = csvRows(csv);
    expect(fields).toEqual(Array.from({ length: drawn.rows.length + 1 }, () => 23));

    const markdown = matrixMarkdown(drawn);
    isFine(markdown, "markdown");
    const table = markdown.split("\n").slice(0, drawn.rows.length + 4);
    expect(new Set(table.map(tableBars)), `table of seed ${seed}`).toEqual(new Set([14]));
    expect(markdown.replaceAll("<!-- -->", "")).not.toMatch(/<(?!br>)/);

    if (document === null) unreadable += 1;
    for (const page of pagesOf(one.check, policy, random)) {
      isFine(page, "page");
      expect(page).not.toMatch(/[\uFFFE\uFFFF]/);
      expect(markupFault(page, "html"), `page of seed ${seed}`).toBeNull();
    }
    const review = reviewMarkdown(reviewReport(reviewOf(random)));
    isFine(review, "review");
    expect(review.replaceAll("<!-- -->", "")).not.toMatch(/<(?!br>|\/?(?:details|summary)>)/);
  }
  // A text that cannot be read has one finding.
  expect(unreadable).toBeLessThan(seeds / 2);
});

function reviewOf(random: Random) {
  const policy = validPolicy();
  policy.meta.title = hostile(random);
  const [clause] = policy.regulatory_clauses;
  clause!.title = hostile(random);
  clause!.lambda_axes[0]!.rationale = hostile(random);
  const entry = entryOn(policy, 0, "flagged", { by: hostile(random), text: hostile(random) });
  return reviewSource(policy, [entry]);
}

function pagesOf(check: PolicyCheck, policy: unknown, random: Random): readonly string[] {
  const review = reviewPage(reviewReport(reviewOf(random)));
  if (check.document === null) return [review];
  return [review, matrixPage({ ...check, document: { ...check.document, value: policy } })];
}
