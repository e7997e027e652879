/** Least and greatest of the values of several rounds. */
export interface Spread {
  readonly least: number;
  readonly most: number;
}

/**
 * Measured number and the limit it is compared with. Both come from the same run, because only their ratio is
 * comparable between machines.
 */
export interface BenchResult {
  /** Subject of the measurement: `durable deliveries at 16 connections`. */
  readonly what: string;
  /** Median of the rounds, or a percentile. */
  readonly value: number;
  /** Unit of `value` and `limit.value`: `1/s`, `ms`. */
  readonly unit: string;
  /** Spread of the rounds; absent after one round. */
  readonly spread?: Spread;
  /** Best result of this machine for the unavoidable part of the work, or that of a peer; null if there is none. */
  readonly limit: { readonly what: string; readonly value: number; readonly spread?: Spread } | null;
  /** `value / limit.value`, or the median of the ratios of all rounds; null without a limit. */
  readonly ratio: number | null;
  /** Aim of the ratio or of the value: `>= 0.55x`; null if the result is only reported. */
  readonly aim: string | null;
  readonly ok: boolean;
}

/** Measurement that did not take place. */
export interface Unmeasured {
  readonly what: string;
  /** `skipped: no strace`, `not measured: took more than 10 minutes` */
  readonly why: string;
}

export type BenchLine = BenchResult | Unmeasured;

/** Exports of a bench file, which can also be run directly. */
export interface Bench {
  /** Question that the bench answers. */
  readonly question: string;
  run(): Promise<readonly BenchLine[]>;
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

/** Returns the median of the rounds and their spread. */
export function summarize(values: readonly number[]): { readonly value: number; readonly spread: Spread } {
  return { value: median(values), spread: { least: Math.min(...values), most: Math.max(...values) } };
}

/** Subject that is measured in turn with a peer, so that other work of the machine affects both. */
export interface Comparison {
  readonly what: string;
  readonly unit: string;
  /** One pair for each round. */
  readonly pairs: readonly { readonly value: number; readonly limit: number }[];
  /** Description of what `limit` measures. */
  readonly peer: string;
  /** Aim of the median ratio. */
  readonly aim: { readonly least: number } | { readonly most: number } | null;
}

/** Returns the values of a subject beside those of its peer in the same round. */
export function pairsOf(values: readonly number[], limits: readonly number[]): Comparison["pairs"] {
  return values.map((value, round) => ({ value, limit: limits[round] ?? Number.NaN }));
}

/** Compares the rounds of a subject with those of its peer: medians, and the median of the ratios. */
export function compareRounds({ what, unit, pairs, peer, aim }: Comparison): BenchResult {
  const ratio = median(pairs.map(({ value, limit }) => value / limit));
  return {
    what,
    unit,
    ...summarize(pairs.map(({ value }) => value)),
    limit: { what: peer, ...summarize(pairs.map(({ limit }) => limit)) },
    ratio,
    aim: aim === null ? null : "least" in aim ? `>= ${aim.least}x` : `<= ${aim.most}x`,
    ok: aim === null || ("least" in aim ? ratio >= aim.least : ratio <= aim.most),
  };
}

/** Compares a value with the most that it may be; null only reports it. */
export function single(what: string, value: number, unit: string, most: number | null): BenchResult {
  return {
    what,
    value,
    unit,
    limit: null,
    ratio: null,
    aim: most === null ? null : `<= ${formatValue(most, unit)}`,
    ok: most === null || value <= most,
  };
}

/** Compares the median of some times with an aim; null only reports it. */
export function timed(what: string, times: readonly number[], aimMs: number | null): BenchResult {
  const { value, spread } = summarize(times);
  return { ...single(`${what}, median of ${times.length}`, value, "ms", aimMs), spread };
}

/** Prints the results of a bench that runs as a program, and sends them to the process that runs all benches. */
export function report(lines: readonly BenchLine[]): void {
  for (const line of lines) console.log(formatLine(line));
  process.send?.(lines);
}

/** Formats a result as one line: what, value, limit, ratio, aim, and if the aim is met. */
export function formatLine(line: BenchLine): string {
  if ("why" in line) return `     ${line.what}: ${line.why}`;
  const { what, value, unit, spread, limit, ratio, aim, ok } = line;
  const verdict = aim === null ? "    " : ok ? "ok  " : "MISS";
  return [
    `${verdict} ${what}: ${formatValue(value, unit)}${spread === undefined ? "" : ` (${formatSpread(spread)})`}`,
    ...(limit === null ? [] : [`${limit.what}: ${formatValue(limit.value, unit)}`]),
    [ratio === null ? "" : `${ratio.toFixed(2)}x`, aim === null ? "" : `aim ${aim}`]
      .filter(Boolean)
      .join(", "),
  ]
    .filter(Boolean)
    .join(" | ");
}

/** `7.7 ms`, `16,700/s` */
export function formatValue(value: number, unit: string): string {
  if (unit === "1/s") return `${formatNumber(value)}/s`;
  return `${formatNumber(value)} ${unit}`.trimEnd();
}

/** `6.1 to 9.4` */
export function formatSpread({ least, most }: Spread): string {
  return `${formatNumber(least)} to ${formatNumber(most)}`;
}

function formatNumber(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 100 ? 1 : 0 });
}
