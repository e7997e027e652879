import { type Outcome, outcomes } from "../../../model/delivery.ts";
import type { Filter } from "../../../model/filter.ts";
import type { DeliveryReader, Histogram, Tally } from "../../../store/delivery-log.ts";
import type { EventCounts } from "../../../store/events.ts";
import { eventText, printTime } from "../../../tables/values.ts";
import { barsOf } from "../../../text/bars.ts";
import { duration } from "../../../text/duration.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { padEnd, padStart, truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { part, section } from "../../output/detail.ts";
import { causesTable } from "./causes.ts";
import { filterHelp } from "./filter-help.ts";
import { openLog, periodOptions, readSelection } from "./log.ts";

/** Number of bars of the chart. */
const buckets = 60;
/** Maximum number of routes and events in the table; `--format json` has all. */
const listed = 20;
const nameWidth = 42;

interface Stats {
  readonly tallies: readonly Tally[];
  readonly states: EventCounts;
  readonly histogram: Histogram;
  readonly fromMs: number;
  readonly toMs: number;
}

export const stats = command("deliveries stats", {
  options: {
    ...periodOptions,
    "--by <field>": {
      about: "group the failures by their reason, without numbers, IDs, paths and quoted parts",
      choices: ["reason"],
    },
  },
  help: filterHelp,
  async run({ settings, output, print }, options) {
    const { filter, sinceMs } = readSelection(options, settings);
    const reader = await openLog({ settings, output }, sinceMs);
    let stats: Stats;
    try {
      if (options.by !== undefined) {
        const causes = await reader.causes(filter);
        return await print({
          table: () => causesTable(causes, output.columns),
          json: () => causes,
          quiet: () => causes.map(({ cause }) => cause ?? "-"),
        });
      }
      const period = await periodOf(reader, filter);
      stats = {
        tallies: await reader.tally(filter),
        states: await reader.events(filter),
        histogram: await reader.histogram({ filter, ...period, buckets }),
        ...period,
      };
    } finally {
      await reader.close();
    }
    await print({
      table: () => statsLines(stats),
      json: () => statsJson(stats),
      quiet: () => [total(stats.tallies)],
    });
  },
});

/** Returns the period of the filter; without times, from the first receipt until now. */
async function periodOf(
  reader: DeliveryReader,
  { terms }: Filter,
): Promise<{ readonly fromMs: number; readonly toMs: number }> {
  const times = (kind: "since" | "until"): readonly number[] =>
    terms.flatMap(({ match, negated }) => (match.kind === kind && !negated ? [match.atMs] : []));
  const received = await reader.receivedPeriod();
  const toMs = Math.min(Math.max(Date.now(), received?.lastAtMs ?? 0) + 1, ...times("until"));
  const since = times("since");
  const fromMs = since.length > 0 ? Math.max(...since) : (received?.firstAtMs ?? toMs);
  return { fromMs: Math.min(fromMs, toMs - 1), toMs };
}

function total(tallies: readonly Tally[]): number {
  return tallies.reduce((sum, { count }) => sum + count, 0);
}

/** Adds up counts by a name, highest first. */
function countsBy(
  tallies: readonly Tally[],
  nameOf: (tally: Tally) => string,
): readonly (readonly [name: string, count: number])[] {
  const counts = new Map<string, number>();
  for (const tally of tallies) counts.set(nameOf(tally), (counts.get(nameOf(tally)) ?? 0) + tally.count);
  return [...counts].toSorted((a, b) => b[1] - a[1]);
}

const routeOf = ({ route }: Tally): string => route ?? "-";

function statsJson({ tallies, states, histogram, fromMs, toMs }: Stats) {
  const widthMs = (toMs - fromMs) / buckets;
  const named = (nameOf: (tally: Tally) => string) =>
    countsBy(tallies, nameOf).map(([name, count]) => ({ name, count }));
  const byOutcome = new Map(countsBy(tallies, ({ outcome }) => outcome));
  return {
    deliveries: total(tallies),
    outcomes: Object.fromEntries(outcomes.map((outcome) => [outcome, byOutcome.get(outcome) ?? 0])),
    routes: named(routeOf),
    events: named(eventText),
    eventStates: states,
    p50Ms: histogram.p50Ms,
    p95Ms: histogram.p95Ms,
    exact: histogram.exact,
    rate: histogram.buckets.map((counts, index) => ({
      from: new Date(fromMs + index * widthMs).toISOString(),
      ...counts,
    })),
  };
}

function statsLines(stats: Stats): readonly Line[] {
  const { tallies, histogram, fromMs, toMs } = stats;
  const { p50Ms, p95Ms, exact } = histogram;
  if (total(tallies) === 0) return [line(span(v`0 deliveries`))];
  const sums = histogram.buckets.map((counts) => sumOf(counts, outcomes));
  const failures = histogram.buckets.map((counts) => sumOf(counts, ["failed", "rejected", "interrupted"]));
  const widthMs = (toMs - fromMs) / buckets;
  return [
    part("total", plural(total(tallies), "delivery", "deliveries"), "strong"),
    part("from", printTime(new Date(fromMs).toISOString())),
    part("until", printTime(new Date(toMs).toISOString())),
    ...(p50Ms === null || p95Ms === null
      ? []
      : [part("duration", `${duration(p50Ms)} median, ${duration(p95Ms)} at 95 %`)]),
    ...section("Rate"),
    line(
      span(v`  all     `, "muted"),
      span(barsOf(sums)),
      span(v` ${atMost(sums, widthMs, exact)}`, "muted"),
    ),
    line(
      span(v`  failed  `, "muted"),
      span(barsOf(failures), "error"),
      span(v` ${atMost(failures, widthMs, exact)}`, "muted"),
    ),
    ...counted("Events over all their tries", eventLines(stats)),
    ...counted(
      "Outcomes",
      countsBy(tallies, ({ outcome }) => outcome),
    ),
    ...counted("Routes", countsBy(tallies, routeOf)),
    ...counted("Event names", countsBy(tallies, eventText)),
  ];
}

/**
 * Counts events, in all and by state, and the requests that are none; those handled once, and handled more than once,
 * even if there are none.
 */
function eventLines({ tallies, states }: Stats): readonly (readonly [name: string, count: number])[] {
  const { handledTwice, handledAfterInterruption, tries: _, ...counts } = states;
  const { handled, ...others } = counts;
  const afterInterruption = "handled once, after a try that was cut off";
  const refused = total(tallies.filter(({ outcome }) => outcome === "rejected"));
  const ifAny = (...lines: readonly (readonly [name: string, count: number])[]) =>
    lines.filter(([, n]) => n > 0);
  return [
    ["events", Object.values(counts).reduce((sum, n) => sum + n, 0)],
    ["handled once", handled - handledTwice - handledAfterInterruption],
    ...ifAny([afterInterruption, handledAfterInterruption]),
    ["handled more than once", handledTwice],
    ...ifAny(...Object.entries(others), ["refused requests, no event", refused]),
  ];
}

function sumOf(counts: Readonly<Record<Outcome, number>>, of: readonly Outcome[]): number {
  return of.reduce((sum, outcome) => sum + counts[outcome], 0);
}

function atMost(values: readonly number[], widthMs: number, exact: boolean): string {
  return `at most ${exact ? "" : "about "}${count(Math.max(...values))} in ${duration(widthMs)}`;
}

function counted(
  title: string,
  counts: readonly (readonly [name: string, count: number])[],
): readonly Line[] {
  if (counts.length === 0) return [];
  const width = Math.max(...counts.map(([, n]) => count(n).length));
  const more = counts.length - listed;
  return [
    ...section(title),
    ...counts
      .slice(0, listed)
      .map(([name, n]) =>
        line(
          span(v`  ${padEnd(truncate(visible(name), nameWidth), nameWidth)} `),
          span(padStart(count(n), width)),
        ),
      ),
    ...(more > 0 ? [line(span(v`  … ${count(more)} more; use --format json to list all`, "muted"))] : []),
  ];
}
