/**
 * Measured number and the limit it is compared with. Both come from the same run, because only their ratio is
 * comparable between machines.
 */
export interface BenchResult {
  /** Subject of the measurement: `durable deliveries at 16 connections`. */
  readonly what: string;
  readonly value: number;
  /** Unit of `value` and `limit.value`: `1/s`, `ms`. */
  readonly unit: string;
  /** Best result of this machine for the unavoidable part of the work. */
  readonly limit: { readonly what: string; readonly value: number };
  /** `value / limit.value`. */
  readonly ratio: number;
  /** Aim of the ratio or of the value: `>= 0.55x`; null if the result is only reported. */
  readonly aim: string | null;
  readonly ok: boolean;
}

/** Exports of a bench file, which can also be run directly. */
export interface Bench {
  /** Question that the bench answers. */
  readonly question: string;
  run(): Promise<readonly BenchResult[]>;
}

/**
 * Returns the middle value, or the mean of the two in the middle. @throws {RangeError} there are no values
 */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[sorted.length >> 1];
  const lower = sorted[(sorted.length - 1) >> 1];
  if (upper === undefined || lower === undefined) throw new RangeError("there are no values for a median");
  return (upper + lower) / 2;
}

/**
 * Returns the value that a share of the values (0.99 for the 99th percentile) does not exceed.
 * @throws {RangeError} there are no values
 */
export function percentile(values: readonly number[], share: number): number {
  const value = values.toSorted((a, b) => a - b)[Math.ceil(values.length * share) - 1];
  if (value === undefined) throw new RangeError("there are no values for a percentile");
  return value;
}

/** Compares the median of some times with an aim, and names the greatest. */
export function timed(what: string, times: readonly number[], aimMs: number): BenchResult {
  const most = Math.max(...times).toFixed(0);
  const value = median(times);
  return {
    what: `${what}, median of ${times.length} (most ${most} ms)`,
    value,
    unit: "ms",
    limit: { what: "aim", value: aimMs },
    ratio: value / aimMs,
    aim: `<= ${aimMs} ms`,
    ok: value <= aimMs,
  };
}

/** Formats a result as one line: what, value, limit, ratio, aim, and if the aim is met. */
export function formatResult(result: BenchResult): string {
  const number = (value: number) =>
    value.toLocaleString("en", { maximumFractionDigits: value < 100 ? 1 : 0 });
  const verdict = result.aim === null ? "    " : result.ok ? "ok  " : "MISS";
  return [
    `${verdict} ${result.what}: ${number(result.value)} ${result.unit}`,
    `${result.limit.what}: ${number(result.limit.value)} ${result.unit}`,
    `${result.ratio.toFixed(2)}x${result.aim === null ? "" : `, aim ${result.aim}`}`,
  ].join(" | ");
}
