import { describe, expect, it } from "vitest";
import { matchClauses } from "../../../../src/policy/diff/match-clauses.ts";
import type { Clause } from "../../../../src/policy/policy.ts";
import { mapping } from "../../../support/policy/valid-policy.ts";
import { seededRandom } from "../../../support/random.ts";

/** `A:xyz`: the id, then title, citation and full reference, each one letter. The mappings are those of the fourth letter. */
function clause(short: string): Clause {
  const [id = "", texts = ""] = short.split(":");
  const [title = "", citation = "", full = "", weight = "0"] = texts;
  return {
    clause_id: id,
    title,
    citation,
    full_ref: full,
    lambda_axes: [mapping("Λ1", weight.charCodeAt(0) / 128)],
  };
}

function matched(before: readonly string[], after: readonly string[]) {
  return matchClauses(before.map(clause), after.map(clause));
}

describe("matchClauses", () => {
  it("goes by id whatever the content", () => {
    expect(matched(["A:pqrs", "B:tuvw"], ["B:pqrs", "A:tuvw"])).toEqual({
      pairs: [
        [0, 1],
        [1, 0],
      ],
      removed: [],
      added: [],
    });
  });

  it("matches clauses of one id in their order", () => {
    expect(matched(["A:pqrs", "A:tuvw", "A:pqrs"], ["A:tuvw", "A:pqrs"])).toEqual({
      pairs: [
        [0, 0],
        [1, 1],
      ],
      removed: [2],
      added: [],
    });
  });

  it.each([
    ["pqrs", true],
    ["pqxy", true],
    ["xyrs", true],
    ["pxys", true],
    ["pxyz", false],
    ["xyzs", false],
  ])("of a clause pqrs and one of another id that is %s: the same? %j", (texts, isSame) => {
    expect(matched(["A:pqrs"], [`B:${texts}`]).pairs).toHaveLength(isSame ? 1 : 0);
  });

  it("takes the likest first, and of equals the earlier", () => {
    expect(matched(["A:pqrs", "B:pqrz"], ["C:pqrz", "D:pqrs"]).pairs).toEqual([
      [0, 1],
      [1, 0],
    ]);
    expect(matched(["A:pqrs", "B:pqrs"], ["C:pqrs"])).toEqual({ pairs: [[0, 0]], removed: [1], added: [] });
  });

  it("matches the same pairs from either side", () => {
    const random = seededRandom(3);
    const some = (ids: string) =>
      Array.from({ length: 6 }, (_, index) => {
        const texts = Array.from({ length: 4 }, () => random.pick(["p", "q"])).join("");
        return `${ids[index]}:${texts}`;
      });
    for (let round = 0; round < 500; round++) {
      const [before, after] = [some("ABCDEF"), some("EFGHIJ")];
      const [there, back] = [matched(before, after), matched(after, before)];
      const backPairs = new Set(back.pairs.map(([to, from]) => `${from} ${to}`));
      expect(backPairs).toEqual(new Set(there.pairs.map(([from, to]) => `${from} ${to}`)));
      expect([back.added, back.removed]).toEqual([there.removed, there.added]);
    }
  });
});
