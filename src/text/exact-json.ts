declare global {
  // ECMAScript 2026: supported by Node, missing in TypeScript's types.
  interface JSON {
    rawJSON(text: string): RawNumber;
    isRawJSON(value: unknown): value is RawNumber;
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { readonly source?: string }) => unknown,
    ): unknown;
  }
}

/** Number in its original spelling; `JSON.stringify` keeps it. */
export interface RawNumber {
  readonly rawJSON: string;
}

/**
 * Start of a number that JavaScript might write differently: minus zero, a fraction, an exponent, or 16 digits. Also
 * matches in strings.
 */
const unusualNumber = /(?:^|[\s:,[])(?:-0|-?\d{16}|-?\d+[.Ee])/;

/**
 * Parses JSON. A number becomes a `RawNumber` if JavaScript would write other digits, because its value has lost
 * some.
 * @throws {SyntaxError}
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!unusualNumber.test(text)) return value;
  try {
    return JSON.parse(text, (_key, parsed, { source }) =>
      typeof parsed === "number" && source !== undefined && String(parsed) !== source
        ? JSON.rawJSON(source)
        : parsed,
    );
  } catch (error) {
    // A reviver overflows the stack at a few thousand levels; no receiver accepts as many by default.
    if (error instanceof RangeError) return value;
    throw error;
  }
}

/** Returns true for an object or an array, and false for a `RawNumber`. */
export function isJsonContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !JSON.isRawJSON(value);
}

/** Returns the same text for equal numbers in any spelling: `15e-1` for 1.5 and 1.50. Null for other values. */
export function numberIdentity(value: unknown): string | null {
  if (typeof value !== "number" && !JSON.isRawJSON(value)) return null;
  const written = typeof value === "number" ? String(value) : value.rawJSON;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  if (digits === "") return "0";
  // A pattern would take quadratic time for many zeros.
  let { length } = digits;
  while (digits[length - 1] === "0") length -= 1;
  const shift = digits.length - length - fraction.length;
  return `${sign}${digits.slice(0, length)}e${BigInt(exponent) + BigInt(shift)}`;
}
