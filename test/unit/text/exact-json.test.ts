import { describe, expect, it } from "vitest";
import { isJsonContainer, numberIdentity, parseExactJson } from "../../../src/text/exact-json.ts";
import { machineJson } from "../../../src/text/machine-json.ts";
import { randomJson } from "../../support/random-json.ts";
import { seededRandom } from "../../support/random.ts";
import { writtenNumber } from "../../support/written-number.ts";

describe("parseExactJson", () => {
  it("keeps the digits of every number", () => {
    const random = seededRandom(64);
    for (let round = 0; round < 2_000; round += 1) {
      const number = writtenNumber(random);
      expect(JSON.stringify(parseExactJson(number)), number).toBe(number);
      const text = `{"id":${number},"list":[0,${number},{"a":"${number}"}]}`;
      expect(machineJson(parseExactJson(text))).toBe(text);
    }
  });

  it("returns other values as JSON.parse does", () => {
    const random = seededRandom(65);
    for (let round = 0; round < 500; round += 1) {
      const text = JSON.stringify(randomJson(random, 3));
      expect(parseExactJson(text)).toEqual(JSON.parse(text));
    }
    expect(parseExactJson('{"a":1.0,"a":1.5}')).toEqual({ a: 1.5 });
    expect(() => parseExactJson("[1.0")).toThrow(SyntaxError);
  });

  it("parses any depth", () => {
    const depth = 100_000;
    const text = `${"[".repeat(depth)}1.0${"]".repeat(depth)}`;
    expect(machineJson(parseExactJson(text))).toHaveLength(2 * depth + 1);
  });
});

it("a raw number is no container", () => {
  expect(isJsonContainer(parseExactJson("1e400"))).toBe(false);
  expect([{}, [], null, 1, "a"].map(isJsonContainer)).toEqual([true, true, false, false, false]);
});

describe("numberIdentity", () => {
  const identity = (text: string) => numberIdentity(parseExactJson(text));

  it.each([
    ["1", "1.0", "1e0", "10e-1", "0.1E+1"],
    ["0", "-0", "0.00", "0e9"],
    ["1e400", "10e399"],
    ["-1200", "-1.2e3", "-12e2"],
  ])("is the same for %s and other spellings", (first, ...others) => {
    for (const other of others) expect(identity(other)).toBe(identity(first));
  });

  it.each([
    ["1152921506151679042", "1152921506151679043"],
    ["1e400", "1e401"],
    ["0.1", "0.10000000000000000001"],
    ["1", "-1"],
  ])("differs for %s and %s", (one, other) => {
    expect(identity(one)).not.toBe(identity(other));
  });

  it("takes a number of a million zeros", () => {
    expect(identity(`1${"0".repeat(1_000_000)}1`)).toMatch(/^10+1e0$/);
  });
});
