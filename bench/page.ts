import { type BenchLine, formatSpread, formatValue, type Spread } from "./result.ts";

/** Results of a bench, with their day and machine. */
export interface Measurement {
  readonly question: string;
  /** Day of the run: `2026-11-28`. */
  readonly date: string;
  /** Commit of the sources, and if they were changed. */
  readonly commit: string;
  /** Machine and versions, in one line. */
  readonly machine: string;
  /** Load and disk speed before the run, in one line. */
  readonly conditions: string;
  readonly lines: readonly BenchLine[];
}

/** Last measurement of each bench, by the name of its file. */
export type Measurements = Readonly<Record<string, Measurement>>;

/** Benches in the order of the page: first what a user of the app notices. */
const sections: readonly {
  readonly title: string;
  readonly text?: string;
  readonly benches: readonly string[];
}[] = [
  { title: "Keys, also in a burst of deliveries", benches: ["keys", "webhooks-list"] },
  { title: "Start and end", benches: ["first-frame", "version", "policy-start", "quit"] },
  { title: "Memory and CPU", benches: ["memory", "idle", "live-log"] },
  { title: "Receiving", benches: ["receive", "receive-idle", "append"] },
  { title: "Dispatches", benches: ["dispatch", "claim", "matching"] },
  { title: "Policies", benches: ["policy-folder", "policy-check", "policy-fuzz"] },
  { title: "Search and queries", benches: ["log-queries", "visible"] },
  {
    title: "A log on NATS servers",
    text: `More receivers gain little on one machine, because they share the cores with the servers and the senders. A receiver can be faster
than the bare server, because it sends the messages of one turn of the event loop together. [Scale](scale.md) says what follows for other
machines, and how long a cluster acknowledges nothing after a failure.`,
    benches: ["nats", "project", "nats-screen"],
  },
];

/** Names of all benches, in the order of the page. */
export const benchNames: readonly string[] = sections.flatMap(({ benches }) => benches);

/** Returns the text of docs/performance.md. */
export function pageOf(measurements: Measurements): string {
  const machine = Object.values(measurements).toSorted((a, b) => b.date.localeCompare(a.date))[0]?.machine;
  return [
    "# Performance",
    "Written by `npm run bench -- --write` from `bench/results.json`.",
    `Each bench measures a limit or a peer in the same run, in turn with what it compares: only ratios are comparable between machines.
*Measured* is the median of several rounds, or the percentile that the line names; *spread* is the least and the greatest round, which for
a peer is in brackets. \`bench/\` has one file for each name below; [CONTRIBUTING.md](../CONTRIBUTING.md#tests) says how to run them.`,
    `Machine and versions, unless a table names others: ${machine ?? "none"}.`,
    summarizeAims(benchNames.flatMap((name) => measurements[name]?.lines ?? [])),
    ...sections.flatMap(({ title, text, benches }) => [
      `## ${title}`,
      ...(text === undefined ? [] : [text]),
      ...benches.flatMap((name) => tableOf(name, measurements[name], machine)),
    ]),
  ]
    .map((part) => `${part}\n`)
    .join("\n");
}

function summarizeAims(lines: readonly BenchLine[]): string {
  const aimed = lines.filter((line) => "value" in line).filter(({ aim }) => aim !== null);
  const missed = aimed.filter(({ ok }) => !ok).length;
  return `Missed aims: ${missed} of ${aimed.length}; their lines say **missed**.`;
}

function tableOf(
  name: string,
  measurement: Measurement | undefined,
  machine: string | undefined,
): readonly string[] {
  if (measurement === undefined) return [`### ${name}`, "Not measured."];
  const { question, date, commit, conditions, lines } = measurement;
  const where = measurement.machine === machine ? "" : `. Measured on: ${measurement.machine}`;
  const table = [
    "| | measured | spread | beside | ratio | aim |",
    "|---|---|---|---|---|---|",
    ...lines.map(rowOf),
  ];
  return [`### ${name}`, question, table.join("\n"), `${date}, commit ${commit}, ${conditions}${where}.`];
}

function rowOf(line: BenchLine): string {
  return `| ${cellsOf(line)
    .map((cell) => cell.replaceAll("|", "\\|").replaceAll(">=", "≥").replaceAll("<=", "≤"))
    .join(" | ")} |`;
}

function cellsOf(line: BenchLine): readonly string[] {
  if ("why" in line) return [line.what, line.why, "", "", "", ""];
  const { what, value, unit, spread, limit, ratio, aim, ok } = line;
  return [
    what,
    formatValue(value, unit),
    spread === undefined ? "" : formatSpread(spread),
    limit === null ? "" : `${limit.what}: ${formatValue(limit.value, unit)}${inBrackets(limit.spread)}`,
    ratio === null ? "" : `${ratio.toFixed(2)}x`,
    aim === null ? "" : `${ok ? "" : "**missed:** "}${aim}`,
  ];
}

function inBrackets(spread: Spread | undefined): string {
  return spread === undefined ? "" : ` (${formatSpread(spread)})`;
}
