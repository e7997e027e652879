import { describe, expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { FilterSyntaxError } from "../../../src/model/filter-syntax-error.ts";
import type { Filter } from "../../../src/model/filter.ts";
import { hostileStrings, hostileText } from "../../support/hostile-text.ts";
import { printFilter } from "../../support/print-filter.ts";
import { type Random, seededRandom } from "../../support/random.ts";

const nowMs = Date.UTC(2026, 10, 20, 9, 14, 3, 218);

const matchOf = (text: string) => {
  const { terms } = parseFilter(text, nowMs);
  expect(terms).toHaveLength(1);
  return terms[0]?.match;
};

function errorOf(text: string): FilterSyntaxError {
  try {
    parseFilter(text, nowMs);
  } catch (error) {
    if (error instanceof FilterSyntaxError) return error;
    throw error;
  }
  throw new Error(`"${text}" can be read`);
}

describe("a term", () => {
  it.each([
    ["corpus", { kind: "words", tokens: ["corpus"] }],
    ["Me/Corpus-2", { kind: "words", tokens: ["me", "corpus", "2"] }],
    ['"a phrase"', { kind: "words", tokens: ["a", "phrase"] }],
    ['"say \\"hi\\" \\\\ C:\\new"', { kind: "words", tokens: ["say", "hi", "c", "new"] }],
    ['"action":"update"', { kind: "words", tokens: ["action", "update"] }],
    ['"status:200|404"', { kind: "words", tokens: ["status", "200", "404"] }],
    ["E\u0301tude", { kind: "words", tokens: ["étude"] }],
    ["status:200", { kind: "status", anyOf: [[{ op: "=", value: 200 }]] }],
    ["status:=200", { kind: "status", anyOf: [[{ op: "=", value: 200 }]] }],
    ["status:>=400", { kind: "status", anyOf: [[{ op: ">=", value: 400 }]] }],
    ["status:<500", { kind: "status", anyOf: [[{ op: "<", value: 500 }]] }],
    ["status:4xx", { kind: "status", anyOf: [between(">=", 400, "<", 500)] }],
    ["status:40X", { kind: "status", anyOf: [between(">=", 400, "<", 410)] }],
    ["status:200..299", { kind: "status", anyOf: [between(">=", 200, "<=", 299)] }],
    ["status:400..", { kind: "status", anyOf: [[{ op: ">=", value: 400 }]] }],
    ["status:..299", { kind: "status", anyOf: [[{ op: "<=", value: 299 }]] }],
    ["status:404|5xx", { kind: "status", anyOf: [[{ op: "=", value: 404 }], between(">=", 500, "<", 600)] }],
    ["took:>1.5s", { kind: "took", anyOf: [[{ op: ">", value: 1500 }]] }],
    ["took:<10|2min..", { kind: "took", anyOf: [[{ op: "<", value: 10 }], [{ op: ">=", value: 120_000 }]] }],
    ["took:250ms..1s", { kind: "took", anyOf: [between(">=", 250, "<=", 1000)] }],
    ["seq:283", { kind: "seq", anyOf: [[{ op: "=", value: 283 }]] }],
    ["seq:>=#100", { kind: "seq", anyOf: [[{ op: ">=", value: 100 }]] }],
    ["#283", { kind: "seq", anyOf: [[{ op: "=", value: 283 }]] }],
    ['"#283"', { kind: "words", tokens: ["283"] }],
    ["#1a", { kind: "words", tokens: ["1a"] }],
    ["path:/a/*", { kind: "path", anyOf: ["/a/*"] }],
    ['reason:"timed out"|refused', { kind: "reason", anyOf: ["*timed out*", "*refused*"] }],
    ['cause:"no route *"', { kind: "cause", anyOf: ["no route *"] }],
    ["route:train", { kind: "route", anyOf: ["train"] }],
    ['route:"my route"|in*', { kind: "route", anyOf: ["my route", "in*"] }],
    ['route:"a|b"', { kind: "route", anyOf: ["a|b"] }],
    ["repo:dataset:me/*", { kind: "repo", anyOf: [{ type: "dataset", name: "me/*" }] }],
    ["repo:me/*", { kind: "repo", anyOf: [{ type: null, name: "me/*" }] }],
    [
      "repo:me/a|*:me/b",
      {
        kind: "repo",
        anyOf: [
          { type: null, name: "me/a" },
          { type: "*", name: "me/b" },
        ],
      },
    ],
    ["scope:repo.content", { kind: "scope", anyOf: ["repo.content"] }],
    ["action:update|create", { kind: "action", anyOf: ["update", "create"] }],
    ["webhook:6390*", { kind: "webhook", anyOf: ["6390*"] }],
    ["STATUS:200", { kind: "status", anyOf: [[{ op: "=", value: 200 }]] }],
    ["is:failed|Duplicate", { kind: "is", anyOf: ["failed", "duplicate"] }],
    ["since:2h", { kind: "since", atMs: nowMs - 7_200_000 }],
    ["until:30m", { kind: "until", atMs: nowMs - 1_800_000 }],
    ["since:1.5d", { kind: "since", atMs: nowMs - 129_600_000 }],
    ["since:45s", { kind: "since", atMs: nowMs - 45_000 }],
    ["since:1w", { kind: "since", atMs: nowMs - 604_800_000 }],
    ["since:2min", { kind: "since", atMs: nowMs - 120_000 }],
    ["since:99999999w", { kind: "since", atMs: 0 }],
    ["since:2026-11-20T09:14:03.218Z", { kind: "since", atMs: nowMs }],
    ["since:2026-11-20T10:14:03.218+01:00", { kind: "since", atMs: nowMs }],
    ['until:"2026-11-20 09:14"', { kind: "until", atMs: new Date(2026, 10, 20, 9, 14).getTime() }],
    ["until:2026-11-20", { kind: "until", atMs: new Date(2026, 10, 20).getTime() }],
  ])("%s is read", (text, match) => {
    expect(matchOf(text)).toEqual(match);
    expect(parseFilter(`-${text}`, nowMs).terms).toEqual([
      { negated: true, span: [0, text.length + 1], match },
    ]);
  });
});

describe("parseFilter", () => {
  it("keeps the text and the range of each term", () => {
    const filter = parseFilter('  status:>=400 -word\t"a phrase" ', nowMs);
    expect(filter.text).toBe('status:>=400 -word\t"a phrase"');
    expect(filter.terms.map(({ span, negated }) => [filter.text.slice(...span), negated])).toEqual([
      ["status:>=400", false],
      ["-word", true],
      ['"a phrase"', false],
    ]);
  });

  it.each([
    '"or"',
    'one "or" other',
    '-"not" other',
    "one order",
    "android",
    "nothing",
    "-notes",
    '"(a)"',
    '"a=b"',
  ])("searches for the word in %j", (text) =>
    expect(parseFilter(text, nowMs).terms.length).toBeGreaterThan(0),
  );

  it.each(["", "   ", "\t\n"])("has no terms for %j", (text) => {
    expect(parseFilter(text, nowMs)).toEqual({ text: "", terms: [] });
  });

  it("counts from now by default", () => {
    const beforeMs = Date.now() - 60_000;
    const match = parseFilter("since:1m").terms[0]?.match;
    const afterMs = Date.now() - 60_000;
    const atMs = match?.kind === "since" ? match.atMs : Number.NaN;
    expect(atMs).toBeGreaterThanOrEqual(beforeMs);
    expect(atMs).toBeLessThanOrEqual(afterMs);
  });
});

describe("an error", () => {
  it.each([
    ["status:", [7, 7], "status: has no value", "after the colon"],
    ["a status:200|", [13, 13], "status: has no value", "after the bar"],
    ['"open quote', [0, 11], "a quote is not closed", "at the end"],
    ['word -"open', [6, 11], "a quote is not closed", "at the end"],
    ["-", [0, 1], "nothing to exclude", "-status:200"],
    ["a - b", [2, 3], "nothing to exclude", "-status:200"],
    ["a statuz:1", [2, 8], 'unknown key "statuz"', "Perhaps you mean status:"],
    ["stat:1", [0, 4], 'unknown key "stat"', "Perhaps you mean status:"],
    ["https://example.org", [0, 5], 'unknown key "https"', "a text with a colon"],
    [":200", [0, 1], "no key before the colon", "a text with a colon"],
    ["status:4", [7, 8], '"4" is not a status', "Write 404"],
    ["status:200|abc", [11, 14], '"abc" is not a status', "Write 404"],
    ["status:4xxx", [7, 11], '"4xxx" is not a status', "Write 404"],
    ["status:..", [7, 9], '".." is not a status', "Write 404"],
    ["is:faild", [3, 8], 'unknown state "faild"', "Perhaps you mean is:failed"],
    ["is:blue", [3, 7], 'unknown state "blue"', "Write one of failed, duplicate"],
    ["since:2", [6, 7], '"2" is not a time', "since:2m"],
    ["since:2x", [6, 8], '"2x" is not a time', "since:2h"],
    ["until:2026-02-31", [6, 16], '"2026-02-31" is not a time', "until:2h"],
    ["until:2026-11-20T25:00Z", [6, 23], "is not a time", "until:2h"],
    ["since:2h|3h", [9, 11], "since: takes one time", "Remove one"],
    ["repo:dataset:", [13, 13], '"dataset:" has no name', "repo:dataset:me/corpus"],
    ["repo::me", [5, 8], '":me" has no type', "repo:dataset:me/corpus"],
    ["a|b", [1, 2], "a bar follows a word without a key", '"a|b"'],
    ["status:500 or status:502", [11, 13], '"or" cannot join terms', "status:500|502, or quote"],
    ["a OR b", [2, 4], '"OR" cannot join terms', 'quote "OR"'],
    ["or", [0, 2], '"or" cannot join terms', 'quote "or"'],
    ["a -Or", [3, 5], '"Or" cannot join terms', 'quote "Or"'],
    ["|| a", [0, 2], '"||" cannot join terms', "status:500|502"],
    ["a AND b", [2, 5], '"AND" cannot join terms', "Separate terms by a space"],
    ["a && b", [2, 4], '"&&" cannot join terms', "Separate terms by a space"],
    ["is:failed&&is:dead", [0, 18], "cannot join terms", "Separate terms by a space"],
    ["NOT is:failed", [0, 3], '"NOT" excludes no term', "Write -is:failed,"],
    ["a not -b", [2, 5], '"not" excludes no term', "Write b,"],
    ["not", [0, 3], '"not" excludes no term', "Write a minus before the term, as in -is:failed"],
    ["not not a", [0, 3], '"not" excludes no term', "Write a minus before the term, as in -is:failed"],
    ["!is:failed", [0, 1], '"!" excludes no term', "Write -is:failed"],
    ["a !b", [2, 3], '"!" excludes no term', "Write -b"],
    ["(is:failed)", [0, 11], "parentheses cannot group terms", "status:500|502, or quote"],
    ["status:(404|500)", [0, 16], "parentheses cannot group terms", "status:500|502, or quote"],
    ["NOT(a)", [0, 6], "parentheses cannot group terms", "status:500|502, or quote"],
    ["status=404", [6, 7], '"=" does not compare', "Perhaps you mean status:404"],
    ["-status!=404", [7, 9], '"!=" does not compare', "Perhaps you mean status:404"],
    ["a status == 404", [9, 11], '"==" does not compare', "Perhaps you mean status:404"],
    ["Status >= 400", [7, 9], '">=" does not compare', "Perhaps you mean status:>=400"],
    ["took<>1s", [4, 6], '"<>" does not compare', "Perhaps you mean -took:1s"],
    ["since>2h", [5, 6], '">" does not compare', "Perhaps you mean since:2h"],
    ["statu=404", [5, 6], '"=" does not compare', 'Perhaps you mean status:404, or quote "statu=404"'],
    ['route!="a b"', [5, 7], '"!=" does not compare', 'Perhaps you mean -route:"a b"'],
    ["charset=utf-8", [7, 8], '"=" does not compare', 'or quote "charset=utf-8"'],
    ["word >400", [5, 6], '">" does not compare', 'or quote ">400"'],
    ["status=", [6, 7], '"=" does not compare', "Write status: and a value"],
    ["is:!failed", [3, 4], '"!" cannot stand before a value of is:', "Perhaps you mean -is:failed"],
    ["is:-failed", [3, 4], '"-" cannot stand before a value of is:', "Perhaps you mean -is:failed"],
    ["-status:!=200", [8, 10], '"!=" cannot stand before', "Perhaps you mean status:200"],
    ["route:a|==b", [8, 10], '"==" cannot stand before', "Perhaps you mean route:b"],
    ["is:failed | is:replay", [10, 11], '"|" cannot join terms', "status:500|502"],
    ["***", [0, 3], '"***" has no words', "letters and digits"],
    ['""', [0, 2], "an empty phrase has no words", "letters and digits"],
  ])("in %j stands at %j", (text, span, what, hint) => {
    const error = errorOf(text);
    expect(error.span).toEqual(span);
    expect(error).toMatchObject({ code: "filter-syntax", exitCode: 2 });
    expect(error.what).toContain(what);
    expect(error.why).toBe(`column ${(span[0] ?? 0) + 1} of the filter`);
    expect(error.hint).toContain(hint);
    expect(error.message).not.toContain("\n");
  });

  it("of any operator names a term that is read and has the meaning (2,000 seeded cases)", () => {
    const random = seededRandom(12);
    const terms = ["is:failed", "is:dead", "route:train", "status:404", "repo:me/corpus", "took:1s", "seq:7"];
    const spelled = (term: string): readonly string[] => {
      const [key = "", value = ""] = term.split(":");
      const space = random.pick(["", " "]);
      return [
        random.pick([
          `${key}=${value}`,
          `${key} == ${value}`,
          `${key}:==${value}`,
          `${key}${space}=~${value}`,
        ]),
        random.pick([
          `NOT ${term}`,
          `!${term}`,
          `${key}${space}!=${space}${value}`,
          `${key}:!${value}`,
          `not ${term}`,
        ]),
      ];
    };
    for (let round = 0; round < 1000; round++) {
      const term = random.pick(terms);
      const others = Array.from({ length: random.below(3) }, () => random.pick(terms));
      for (const [index, wrong] of spelled(term).entries()) {
        const { hint } = errorOf([...others, wrong, random.pick(terms)].join(" "));
        const named = /^(?:Perhaps you mean|Write) ([^\s,]+)/.exec(hint ?? "")?.[1] ?? "";
        const [read] = parseFilter(named, nowMs).terms;
        const [wanted] = parseFilter(index === 0 ? term : `-${term}`, nowMs).terms;
        expect(read, wrong).toEqual(wanted);
      }
    }
  });

  it("counts columns in the text as typed", () => {
    expect(errorOf("   status:").span).toEqual([10, 10]);
  });

  it("is given for more terms or values than a store can be asked for", () => {
    expect(parseFilter("a ".repeat(100)).terms).toHaveLength(100);
    expect(errorOf("a ".repeat(101)).message).toContain("at most 100 terms");
    expect(errorOf(`route:${"a|".repeat(100)}a`).message).toContain("at most 100 values");
  });
});

describe("any text", () => {
  /** Pieces that mean something, and hostile text, in any order, mostly as terms of their own. */
  function filterText(random: Random): string {
    const syntax = [
      '"',
      "\\",
      "-",
      "|",
      ":",
      "*",
      ">=",
      "..",
      "status:",
      "repo:",
      "is:",
      "route:",
      "since:",
      "a",
    ];
    const terms = [
      "status:4xx|50x",
      "-status:200..299",
      "is:failed",
      "since:2h",
      "repo:dataset:me/*",
      "-word",
      '"a b"',
    ];
    let text = "";
    for (let pieces = random.below(7); pieces > 0; pieces--) {
      const kind = random.next();
      text += kind < 0.2 ? hostileText(random, 5) : kind < 0.5 ? random.pick(syntax) : random.pick(terms);
      if (random.next() < 0.7) text += " ";
    }
    return text;
  }

  const withoutPlaces = (filter: Filter) => filter.terms.map(({ negated, match }) => ({ negated, match }));

  it("is parsed, or rejected with a place in it; a parsed filter means the same written out (40,000 seeded cases)", () => {
    const random = seededRandom(11);
    const problems: string[] = [];
    const seen = { read: 0, refused: 0 };
    for (let round = 0; round < 40_000; round++) {
      const text = filterText(random);
      try {
        const filter = parseFilter(text, nowMs);
        seen.read++;
        const again = parseFilter(printFilter(filter), nowMs);
        if (JSON.stringify(withoutPlaces(again)) !== JSON.stringify(withoutPlaces(filter)))
          problems.push(text);
      } catch (error) {
        if (!(error instanceof FilterSyntaxError)) throw error;
        seen.refused++;
        const [start, end] = error.span;
        if (!(start >= 0 && start <= end && end <= text.length)) problems.push(`${text} ${start} ${end}`);
      }
    }
    expect(problems).toEqual([]);
    expect(seen.read).toBeGreaterThan(4000);
    expect(seen.refused).toBeGreaterThan(4000);
  });

  it.each(hostileStrings)("in quotes is a phrase or nothing to search for: $name", ({ text }) => {
    const phrase = `"${text.replaceAll(/["\\]/g, " ")}"`;
    const read = () => parseFilter(phrase, nowMs).terms.map(({ match }) => match.kind);
    const refused = () => [errorOf(phrase).what.slice(-"has no words".length)];
    const hasToken = /[\p{L}\p{N}\p{M}]/u.test(text);
    expect(hasToken ? read() : refused()).toEqual([hasToken ? "words" : "has no words"]);
  });
});

function between(from: string, low: number, to: string, high: number) {
  return [
    { op: from, value: low },
    { op: to, value: high },
  ];
}
