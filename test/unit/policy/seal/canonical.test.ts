import { describe, expect, it } from "vitest";
import { canonicalJson } from "../../../../src/policy/seal/canonical.ts";
import { NoCanonicalFormError } from "../../../../src/policy/seal/errors.ts";

/** The number whose IEEE 754 bits these are. */
function fromBits(hex: string): number {
  return Buffer.from(hex, "hex").readDoubleBE();
}

// RFC 8785, appendix B, "Number Serialization Samples".
const numberSamples = [
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
] as const;

it("refuses a pile of combining marks, which would take minutes to normalize", () => {
  const pile = "e" + "\u0301\u0323".repeat(500_000);
  expect(() => canonicalJson({ title: pile })).toThrow(NoCanonicalFormError);
  expect(canonicalJson("e" + "\u0301".repeat(100))).toBe(JSON.stringify("é" + "\u0301".repeat(99)));
});

describe("numbers", () => {
  it.each(numberSamples)("writes the number of bits %s as the RFC does", (bits, text) => {
    expect(canonicalJson(fromBits(bits))).toBe(text);
  });

  it.each(["7fffffffffffffff", "7ff0000000000000", "fff0000000000000"])(
    "refuses bits %s, which JSON cannot say",
    (bits) => {
      expect(() => canonicalJson({ weight: fromBits(bits) })).toThrow(NoCanonicalFormError);
    },
  );
});

describe("objects", () => {
  it("sorts keys by UTF-16 units, as the example of RFC 8785, section 3.2.3, is sorted", () => {
    // Its U+FB33 is left out: that letter is not in NFC, and its key would be written in another form.
    const keys = ["\u20ac", "\r", "1", "\u{1f600}", "\u0080", "\u00f6"];
    const sorted = JSON.parse(canonicalJson(Object.fromEntries(keys.map((key) => [key, key])))) as object;
    expect(Object.values(sorted)).toEqual(["1", "\r", "\u0080", "\u00f6", "\u20ac", "\u{1f600}"]);
    expect(canonicalJson({ "\u{1f600}": 1, "\uffee": 2, b: 3, a: 4, "\r": 5 })).toBe(
      `{"\\r":5,"a":4,"b":3,"\u{1f600}":1,"\uffee":2}`,
    );
  });

  it("sorts at every depth, and leaves lists in their order", () => {
    expect(canonicalJson([{ b: [{ z: 1, y: null }], a: true }, 2])).toBe(
      '[{"a":true,"b":[{"y":null,"z":1}]},2]',
    );
  });

  it("keeps an own key __proto__, and takes nothing from a prototype", () => {
    expect(canonicalJson(JSON.parse('{"__proto__":{"a":1},"b":2}'))).toBe('{"__proto__":{"a":1},"b":2}');
    expect(canonicalJson(Object.assign(Object.create(null) as object, { a: 1 }))).toBe('{"a":1}');
  });

  it.each([[undefined], [{ a: undefined }], [1n], [new Date(0)], [new Map()], [() => 1], [Symbol("a")]])(
    "refuses %s",
    (value) => {
      expect(() => canonicalJson(value)).toThrow(NoCanonicalFormError);
    },
  );
});

describe("strings", () => {
  it("writes equal texts for values and keys that are equal in NFC", () => {
    expect(canonicalJson({ "e\u0301": "A\u030a" })).toBe(canonicalJson({ "\u00e9": "\u212b" }));
    expect(canonicalJson("e\u0301")).toBe('"\u00e9"');
  });

  it("refuses two keys that are one in NFC, and says where", () => {
    expect(() => canonicalJson({ meta: { "e\u0301": 1, "\u00e9": 2 } })).toThrow('"/meta/\u00e9"');
  });

  it("refuses half of a surrogate pair, in values and in keys", () => {
    expect(() => canonicalJson(["\ud800"])).toThrow('at "/0" has no canonical form');
    expect(() => canonicalJson({ "\udc00": 1 })).toThrow(NoCanonicalFormError);
  });

  it("escapes as ECMAScript does: the string of RFC 8785, section 3.2.2", () => {
    expect(canonicalJson('\u20ac$\u000f\nA\'B"\\\\"/')).toBe(String.raw`"€$\u000f\nA'B\"\\\\\"/"`);
  });
});
