import process from "node:process";
import type { ReplayDeliveryOptions } from "../../../engine/log-commands.ts";
import type { ReplayResult } from "../../../engine/receiver-state.ts";
import { replayAll, type ReplayReport } from "../../../engine/replay-all.ts";
import {
  type LeftOut,
  leftOutCounter,
  leftOutText,
  leftOutTotal,
  planNotes,
  planReplay,
  type ReplayPlan,
  type ReplayItem,
  replayItems,
} from "../../../engine/replay-seqs.ts";
import { version } from "../../../engine/version.ts";
import { countUnsent } from "../../../hub/unsent-messages.ts";
import { isFailure } from "../../../model/delivery.ts";
import { UsageError, exitCodes } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { isLoopback, parseWebhookUrl } from "../../../model/url.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { hiddenSecrets } from "../../../text/redact.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { commandIn } from "../../command-line/command-record.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readRate, readSeq } from "../../command-line/number-argument.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import { streamedFormats, type StreamedRow } from "../../output/streamed.ts";
import { chooseHub } from "../../settings/hub-choice.ts";
import { secretOfRoute } from "../../settings/receiver-parts.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { signalExitCodes } from "../../signals.ts";
import { useHub } from "../use-hub.ts";
import { openLog, sinceOf } from "./log.ts";

/** Deliveries to replay, oldest first. */
interface Replayed {
  readonly items: AsyncIterable<ReplayItem> | Iterable<ReplayItem>;
  readonly total: number;
  /**
   * Deliveries left out so far.
   * @default {}
   */
  readonly leftOut?: LeftOut;
  /**
   * Lines about what runs again, printed before the first replay.
   * @default none
   */
  readonly notes?: readonly Visible[];
}

const replayOptions = {
  "--where <filter>": "replay all matching deliveries, oldest first, instead of numbered ones",
  "--to <url>": "URL to send to",
  "--with-secret": "send the webhook secret even to another machine",
  "--rate <n/s>": "maximum deliveries per second",
  "--edit": "edit the headers and the payload of one delivery in $VISUAL, $EDITOR or vi first",
  "--body <file>": "send the content of a file instead of the payload of one delivery",
  "--dry-run": "print the deliveries, send nothing",
} as const;
type ReplayOptions = OptionValues<typeof replayOptions>;

/**
 * Replays one delivery after the other, with one page of their numbers in memory. A signal ends it after the current
 * delivery. Exits with the code of the signal, else with 1 if a replay failed, else with 0.
 */
export const replay = commandIn(streamedFormats, "deliveries replay [seq...]", {
  arguments: { "[seq...]": "numbers of the deliveries" },
  options: replayOptions,
  async run(invocation, { seq: seqTexts, ...options }) {
    const { where } = options;
    if ((where === undefined) === (seqTexts.length === 0)) {
      throw new UsageError({
        what: where === undefined ? "there is nothing to replay" : "numbers and --where cannot be combined",
        hint: "Give the numbers of deliveries, or --where FILTER",
      });
    }
    if (where === undefined) {
      const seqs = seqTexts.map(readSeq);
      const reader = await openLog(invocation);
      try {
        if (options.dryRun === true) return await replayThese(invocation, sendable(reader, seqs), options);
        // Each number is sent, also if its event was handled.
        const notes = planNotes(await repeats(invocation, reader, seqs));
        const items = seqs.map((seq) => ({ seq, onlyOpen: false }));
        return await replayThese(invocation, { items, total: items.length, notes }, options);
      } finally {
        await reader.close();
      }
    }
    const filter = parseFilter(where, Date.now(), invocation.settings.filters.value);
    const reader = await openLog(invocation, sinceOf(filter));
    try {
      const selection = { filter, untilSeq: await reader.lastSeq() };
      const { total, leftOut, ...repeated } = await withUnsent(invocation, (unsentOf) =>
        planReplay(reader, selection, () => true, unsentOf),
      );
      const items = replayItems(reader, selection);
      const replayed = { items, total: total + leftOutTotal(leftOut), leftOut, notes: planNotes(repeated) };
      return await replayThese(invocation, replayed, options);
    } finally {
      await reader.close();
    }
  },
});

/** Counts the numbered deliveries whose event runs again, and those that a local hub would still send. */
function repeats(
  invocation: Invocation<unknown>,
  reader: DeliveryReader,
  seqs: readonly number[],
): Promise<Pick<ReplayPlan, "again" | "unsent">> {
  return withUnsent(invocation, async (unsentOf) => {
    const sum = { again: 0, unsent: 0 };
    for (const seq of seqs) {
      const plan = await planReplay(reader, { seqs: [seq] }, () => true, unsentOf);
      sum.again += plan.again;
      sum.unsent += plan.unsent;
    }
    return sum;
  });
}

/** Calls `use` with a function that asks a local hub what it would still send; without one on the real Hub. */
function withUnsent<Result>(
  { settings, output }: Invocation<unknown>,
  use: (unsentOf?: Parameters<typeof planReplay>[3]) => Promise<Result>,
): Promise<Result> {
  if (chooseHub(settings, process.env).kind === "remote") return use();
  return useHub({ settings, output, creates: false }, ({ client }) =>
    use((rows) => countUnsent(client, rows)),
  );
}

/** Returns the deliveries that can be sent, in order, and counts the others. */
function sendable(reader: DeliveryReader, seqs: readonly number[]): Replayed {
  const left = leftOutCounter();
  async function* each() {
    for (const seq of seqs) yield* replayItems(reader, { seqs: [seq] }, left.add);
  }
  return { items: each(), total: seqs.length, leftOut: left.counts };
}

async function replayThese(
  { settings, output, print, nextStopSignal }: Invocation<AsyncIterable<StreamedRow>>,
  { items, total, leftOut = {}, notes = [] }: Replayed,
  { to, where, rate, dryRun = false, withSecret = false, ...changes }: ReplayOptions,
): Promise<number> {
  const url = to === undefined ? undefined : parseWebhookUrl(to);
  const gapMs = rate === undefined ? 0 : readRate(rate);
  if (dryRun) {
    await print(planned(items));
    const replayed = plural(total - leftOutTotal(leftOut), "delivery", "deliveries");
    output.note(v`${replayed} would be replayed${alsoLeftOut(leftOut)}.`);
    return exitCodes.done;
  }
  if (url !== undefined && !withSecret && !isLoopback(new URL(url).hostname)) {
    output.note(v`The secret is not sent to ${new URL(url).host}; use --with-secret to send it.`);
  }
  const [{ replayDelivery, replayOpenDelivery }, { connectReceiver }, { findRole }, { editedRequest }] =
    await Promise.all([
      import("../../../engine/log-commands.ts"),
      import("../../../engine/control/client.ts"),
      import("../../../engine/roles/find-role.ts"),
      import("./edit-request.ts"),
    ]);
  const only = where === undefined && total === 1;
  const edited = await editedRequest(changes, only ? seqsOf(items) : null, { settings, output });
  if (edited?.request === null) {
    output.note(v`Nothing was changed, so nothing is sent.`);
    return exitCodes.done;
  }
  const request = edited?.request;
  const options: ReplayDeliveryOptions = {
    ...storeLocation(settings),
    version,
    logger: output.logger,
    secretOf: (route) => secretOfRoute(settings.receiver, route),
    known: hiddenSecrets(),
  };
  // Detects an unresponsive receiver now, before a possibly long replay.
  const running = await findRole(storeLocation(settings), "receiver", version);
  if (running !== null) await connectReceiver(running).state();
  // A replay without a receiver fails, unless a URL is given.
  if (running !== null || url !== undefined) for (const text of notes) output.note(text);
  let signalCode: number | null = null;
  const stop = new AbortController();
  void nextStopSignal().then((signal) => {
    signalCode = signalExitCodes[signal];
    stop.abort();
    output.progress(null);
    output.note(v`${signal}: stopping after this delivery`);
  });

  const counts = new Map<string, number>();
  let done = 0;
  let hasFailed = false;
  let stoppedBy: { readonly error: unknown } | null = null;
  const replay = async ({ seq, onlyOpen }: ReplayItem) => {
    const result =
      onlyOpen && url === undefined
        ? await replayOpenDelivery(options, seq)
        : await replayDelivery(options, seq, url, withSecret, request);
    edited?.sent();
    return result;
  };
  const say = (): Visible =>
    v`${summary(done, counts)}${alsoLeftOut(leftOut)}, ${count(Math.max(0, total - leftOutTotal(leftOut) - done))} to go`;

  async function* replayed(): AsyncGenerator<StreamedRow> {
    // The error of a single delivery is the error of the command.
    const reports = only ? each(items, replay) : replayAll(items, { replay, gapMs, signal: stop.signal });
    try {
      if (where !== undefined) output.progress(say());
      for await (const report of reports) {
        const name = report.outcome === "pending" ? "waiting" : (report.outcome ?? "not replayed");
        counts.set(name, (counts.get(name) ?? 0) + 1);
        done += 1;
        hasFailed ||= failed(report);
        output.progress(null);
        yield { line: reportLine(report), json: report, id: report.seq };
        if (where !== undefined) output.progress(say());
      }
    } catch (error) {
      // Prints completed replays as a whole document before the error.
      if (done === 0) throw error;
      stoppedBy = { error };
    } finally {
      output.progress(null);
    }
  }

  await print(replayed());
  if (where !== undefined)
    output.note(
      done >= total - leftOutTotal(leftOut) ? v`${summary(done, counts)}${alsoLeftOut(leftOut)}` : say(),
    );
  throwIfSet(stoppedBy);
  return signalCode ?? (hasFailed ? exitCodes.failed : exitCodes.done);
}

function throwIfSet(stoppedBy: { readonly error: unknown } | null): void {
  if (stoppedBy !== null) throw stoppedBy.error;
}

async function* each(
  items: Replayed["items"],
  replay: (item: ReplayItem) => Promise<ReplayResult>,
): AsyncGenerator<ReplayReport> {
  for await (const item of items) yield { replayOf: item.seq, ...(await replay(item)) };
}

async function* planned(items: Replayed["items"]): AsyncGenerator<StreamedRow> {
  for await (const seq of seqsOf(items)) yield { line: v`${seq}`, json: seq, id: seq };
}

async function* seqsOf(items: Replayed["items"]): AsyncGenerator<number> {
  for await (const { seq } of items) yield seq;
}

/** Formats `replayed 12: 10 handled, 2 failed`. */
function summary(done: number, counts: ReadonlyMap<string, number>): Visible {
  const parts = Array.from(counts, ([name, n]) => `${count(n)} ${name}`);
  return v`replayed ${count(done)}${parts.length === 0 ? "" : ": "}${parts.join(", ")}`;
}

/** Formats `, 2 left out (without a body)`; empty if none are. */
function alsoLeftOut(leftOut: LeftOut): Visible {
  const text = leftOutText(leftOut);
  return text === "" ? text : v`, ${text}`;
}

function failed({ outcome, status }: ReplayReport): boolean {
  return outcome === null || isFailure({ outcome, status });
}

function reportLine(report: ReplayReport): Line {
  const { replayOf, seq, outcome, status, error } = report;
  const result = [outcome === "pending" ? "is being handled" : outcome, status, error]
    .filter((part) => part !== null)
    .join(", ");
  const made = seq === null ? v`${replayOf}: ` : v`Replayed ${replayOf} as ${seq}: `;
  return line(span(made), span(v`${result}`, failed(report) ? "error" : "ok"));
}
