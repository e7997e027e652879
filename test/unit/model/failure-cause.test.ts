import { describe, expect, test } from "vitest";
import type { Delivery } from "../../../src/model/delivery.ts";
import { causeOf, causeTerms } from "../../../src/model/failure-cause.ts";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { matchesFilter } from "../../../src/model/filter.ts";
import { deliveryOf } from "../../support/app/deliveries.ts";
import { seededRandom } from "../../support/random.ts";

describe("the cause of a failure", () => {
  test.each([
    ["connect ECONNREFUSED 127.0.0.1:4000", "connect ECONNREFUSED *"],
    ["http://127.0.0.1:4000/hook responded with 503", "http://*/hook responded with 503"],
    ["handler train responded with 500", "handler train responded with 500"],
    ["no route /webhooks/x", "no route *"],
    ['open "a b" failed', "open * failed"],
    ["bad JSON: unexpected end inside an object at 1:23", "bad JSON: unexpected end inside an object at *"],
    ["the body exceeds the limit of 5 MiB by 12 bytes", "the body exceeds the limit of * MiB by * bytes"],
    ["repo 65f1c0ffee65f1c0ffee65f1 is private", "repo * is private"],
    ["lock 550e8400-abcd-41d4-a716-446655440000 is held", "lock * is held"],
    ["push to main@9a53552 at 2026-11-20T10:00:00.000Z", "push to main@* at *"],
    ["the route's secret doesn't match 'x'", "the route's secret doesn't match *"],
    ["Cannot read properties of undefined (reading 'x')", "Cannot read properties of undefined (reading *)"],
    [String.raw`unknown model "a\"b" of me`, "unknown model * of me"],
    ["first line\n  second line", "first line*  second line"],
    ["no secret", "no secret"],
  ])("%j", (reason, cause) => {
    expect(causeOf(reason)).toBe(cause);
  });

  test("has a maximum length", () => {
    expect(causeOf("word ".repeat(1_000))).toHaveLength(301);
  });

  test("is found by its filter terms", () => {
    const random = seededRandom(7);
    const pieces = [
      "a",
      "7f",
      "-",
      " ",
      '"',
      "'",
      "`",
      "*",
      "\\",
      "|",
      "(",
      "\n",
      "1.5",
      "é",
      ":",
      "/",
      "x-2",
      "500",
    ];
    for (let round = 0; round < 2_000; round += 1) {
      const reason = Array.from({ length: 1 + random.below(12) }, () => random.pick(pieces)).join("");
      const filter = parseFilter(causeTerms(causeOf(reason)).join(" "));
      expect({ reason, found: matchesFilter(filter, failure(reason), () => "") }).toEqual({
        reason,
        found: true,
      });
    }
  });

  test("is not the cause of another reason that contains it", () => {
    const filter = parseFilter(causeTerms(causeOf("timed out")).join(" "));
    expect(matchesFilter(filter, failure("timed out"), () => "")).toBe(true);
    expect(matchesFilter(filter, failure("the handler timed out"), () => "")).toBe(false);
  });

  test("of failures without a reason matches those only", () => {
    const filter = parseFilter(causeTerms(null).join(" "));
    expect(matchesFilter(filter, failure(null), () => "")).toBe(true);
    expect(matchesFilter(filter, failure(""), () => "")).toBe(false);
  });
});

function failure(reason: string | null): Delivery {
  return deliveryOf(1, { outcome: "failed", status: 500, reason });
}
