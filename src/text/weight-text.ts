/** Decimals kept in a weight or a sum: 0.1 + 0.2 must equal 0.3. */
const precision = 1e9;

/** Rounds away the inexact digits of a sum. */
export function exactWeight(sum: number): number {
  const rounded = Math.round(sum * precision) / precision;
  // Hostile weights may be too large for rounding.
  return Number.isFinite(rounded) ? rounded : sum;
}

/**
 * Formats a weight in at most five columns by default: `.65`, `1.9`, `12.34`, `-.5`, `2e+9`. A number without enough
 * room is rounded and marked with `~`, to differ from exact numbers: `~.76`.
 */
export function weightText(weight: number, room = 5): string {
  if (!Number.isFinite(weight)) return "∞";
  const exact = compact(exactDigits(weight));
  const rounded = [3, 2, 1, 0].map((digits) => `~${compact(String(Number(weight.toFixed(digits))))}`);
  const forms = Math.abs(weight) < 1_000 ? [exact, ...rounded] : [exact, powerText(weight)];
  return forms.find((form) => form.length <= room) ?? forms.at(-1) ?? exact;
}

/**
 * Formats a sum of weights exactly, with at least one decimal: `1.0`, `2.45`. In narrow columns drops the leading
 * zero, then formats it like a weight.
 */
export function sumText(sum: number, room = Number.POSITIVE_INFINITY): string {
  if (!(Math.abs(sum) < 1_000)) return weightText(sum);
  const exact = exactDigits(sum);
  const withDecimal = exact.includes(".") ? exact : `${exact}.0`;
  const forms = [withDecimal, compact(withDecimal)];
  return forms.find((form) => form.length <= room) ?? weightText(sum, room);
}

function exactDigits(weight: number): string {
  return String(exactWeight(weight));
}

/** Formats a number too large for any real policy. */
function powerText(weight: number): string {
  const text = weight.toExponential(0);
  return Number(text) === weight ? text : `~${text}`;
}

/** Leaves out the zero before the decimal point. */
function compact(digits: string): string {
  return digits.replace(/^(-?)0\./, "$1.");
}
