import type { ReplayResult } from "../../../engine/client.ts";
import { connectReceiver } from "../../../engine/control/client.ts";
import { type ReplayDeliveryOptions, replayDelivery } from "../../../engine/log-commands.ts";
import { replayAll, type ReplayReport } from "../../../engine/replay-all.ts";
import { replaySeqs } from "../../../engine/replay-seqs.ts";
import { findRole } from "../../../engine/roles/find-role.ts";
import { version } from "../../../engine/version.ts";
import { isFailure } from "../../../model/delivery.ts";
import { UsageError, exitCodes } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { isLoopback, parseWebhookUrl } from "../../../model/url.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { hiddenSecrets } from "../../../text/redact.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readRate, readSeq } from "../../command-line/number-argument.ts";
import type { StreamedRow } from "../../output/streamed.ts";
import { secretOfRoute } from "../../settings/receiver-parts.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { nextStopSignal, signalExitCodes } from "../../signals.ts";
import { editedRequest } from "./edit-request.ts";
import { openLog, sinceOf } from "./log.ts";

/** Options of `deliveries replay`, as typed. */
interface ReplayOptions {
  readonly to?: string;
  readonly where?: string;
  readonly rate?: string;
  readonly dryRun?: boolean;
  readonly withSecret?: boolean;
  readonly edit?: boolean;
  readonly body?: string;
}

/** Deliveries to replay, oldest first. */
interface Replayed {
  readonly seqs: AsyncIterable<number> | Iterable<number>;
  readonly total: number;
  /** Number of deliveries that were left out until now. @default { out: 0 } */
  readonly left?: { readonly out: number };
}

/**
 * Runs `deliveries replay`, one delivery after the other, with one page of their numbers in memory. A signal
 * ends it after the current delivery.
 * @returns exit code: that of the signal, else 1 if a replay failed, else 0
 * @throws {EngineGoneError} no receiver runs, and there is no URL
 */
export async function replayDeliveries(
  invocation: Invocation<AsyncIterable<StreamedRow>>,
  seqTexts: readonly string[],
  options: ReplayOptions,
): Promise<number> {
  const { where } = options;
  if ((where === undefined) === (seqTexts.length === 0)) {
    throw new UsageError({
      what: where === undefined ? "there is nothing to replay" : "numbers and --where cannot be combined",
      hint: "Give the numbers of deliveries, or --where FILTER",
    });
  }
  if (where === undefined) {
    const seqs = seqTexts.map(readSeq);
    return replayThese(invocation, { seqs, total: seqs.length }, options);
  }
  const filter = parseFilter(where, Date.now(), invocation.settings.filters.value);
  const reader = await openLog(invocation, sinceOf(filter));
  try {
    const untilSeq = await reader.lastSeq();
    const total = await reader.count(filter);
    const left = { out: 0 };
    const seqs = replaySeqs(reader, { filter, untilSeq }, (deliveries) => (left.out += deliveries));
    return await replayThese(invocation, { seqs, total, left }, options);
  } finally {
    await reader.close();
  }
}

async function replayThese(
  { settings, output, print }: Invocation<AsyncIterable<StreamedRow>>,
  { seqs, total, left = { out: 0 } }: Replayed,
  { to, where, rate, dryRun = false, withSecret = false, ...changes }: ReplayOptions,
): Promise<number> {
  const url = to === undefined ? undefined : parseWebhookUrl(to);
  const gapMs = rate === undefined ? 0 : readRate(rate);
  if (dryRun) {
    await print(planned(seqs));
    const replayed = plural(total - left.out, "delivery", "deliveries");
    output.note(v`${replayed} would be replayed${leftOutText(left)}.`);
    return exitCodes.done;
  }
  if (url !== undefined && !withSecret && !isLoopback(new URL(url).hostname)) {
    output.note(v`The secret is not sent to ${new URL(url).host}; use --with-secret to send it.`);
  }
  const only = where === undefined && total === 1;
  const edited = await editedRequest(changes, only ? seqs : null, { settings, output });
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
  // A receiver that does not respond is noticed now, before a replay that may take long.
  const running = await findRole(storeLocation(settings), "receiver", version);
  if (running !== null) await connectReceiver(running).state();
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
  const replay = async (seq: number) => {
    const result = await replayDelivery(options, seq, url, withSecret, request);
    edited?.sent();
    return result;
  };
  const say = (): Visible =>
    v`${summary(done, counts)}${leftOutText(left)}, ${count(Math.max(0, total - left.out - done))} to go`;

  async function* replayed(): AsyncGenerator<StreamedRow> {
    // The error of the only delivery is the error of the command.
    const reports = only ? each(seqs, replay) : replayAll(seqs, { replay, gapMs, signal: stop.signal });
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
      // Replays that were made are printed as a whole document before the error.
      if (done === 0) throw error;
      stoppedBy = { error };
    } finally {
      output.progress(null);
    }
  }

  await print(replayed());
  if (where !== undefined)
    output.note(done >= total - left.out ? v`${summary(done, counts)}${leftOutText(left)}` : say());
  throwIfSet(stoppedBy);
  return signalCode ?? (hasFailed ? exitCodes.failed : exitCodes.done);
}

function throwIfSet(stoppedBy: { readonly error: unknown } | null): void {
  if (stoppedBy !== null) throw stoppedBy.error;
}

async function* each(
  seqs: Replayed["seqs"],
  replay: (seq: number) => Promise<ReplayResult>,
): AsyncGenerator<ReplayReport> {
  for await (const seq of seqs) yield { replayOf: seq, ...(await replay(seq)) };
}

async function* planned(seqs: Replayed["seqs"]): AsyncGenerator<StreamedRow> {
  for await (const seq of seqs) yield { line: v`${seq}`, json: seq, id: seq };
}

/** Formats `replayed 12: 10 handled, 2 failed`. */
function summary(done: number, counts: ReadonlyMap<string, number>): Visible {
  const parts = Array.from(counts, ([name, n]) => `${count(n)} ${name}`);
  return v`replayed ${count(done)}${parts.length === 0 ? "" : ": "}${parts.join(", ")}`;
}

/** Formats `, 2 left out: ...`; empty if none are. */
function leftOutText({ out }: Required<Replayed>["left"]): Visible {
  return out === 0
    ? v``
    : v`, ${count(out)} left out (solved by a replay, replayed with their original, or without a body)`;
}

function failed({ outcome, status }: ReplayReport): boolean {
  return outcome === null || isFailure({ outcome, status });
}

function reportLine(report: ReplayReport): Line {
  const { replayOf, seq, outcome, status, error } = report;
  const result = [outcome === "pending" ? "is being forwarded" : outcome, status, error]
    .filter((part) => part !== null)
    .join(", ");
  const made = seq === null ? v`${replayOf}: ` : v`Replayed ${replayOf} as ${seq}: `;
  return line(span(made), span(v`${result}`, failed(report) ? "error" : "ok"));
}
