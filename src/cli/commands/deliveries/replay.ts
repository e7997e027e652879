import { setTimeout as sleep } from "node:timers/promises";
import type { ReplayResult } from "../../../engine/client.ts";
import { type ReplayDeliveryOptions, replayDelivery } from "../../../engine/log-commands.ts";
import { version } from "../../../engine/version.ts";
import { isFailure } from "../../../model/delivery.ts";
import { UsageError, exitCodes, isHooklensError } from "../../../model/errors.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { isLoopback, parseWebhookUrl } from "../../../model/url.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readRate, readSeq } from "../../command-line/number-argument.ts";
import { secretOfRoute } from "../../settings/receiver-parts.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { nextStopSignal, signalExitCodes } from "../../signals.ts";
import { matchingSeqs } from "./log.ts";

/** Options of `deliveries replay`, as typed. */
interface ReplayOptions {
  readonly to?: string;
  readonly where?: string;
  readonly rate?: string;
  readonly dryRun?: boolean;
  readonly withSecret?: boolean;
}

/** JSON shape of one replay; `seq` and `outcome` are null if the delivery was not replayed. */
interface ReplayReport extends Omit<ReplayResult, "seq" | "outcome"> {
  readonly replayOf: number;
  readonly seq: number | null;
  readonly outcome: ReplayResult["outcome"] | null;
}

/**
 * Runs `deliveries replay`, one delivery after the other. A signal ends it after the current delivery.
 * @returns exit code: that of the signal, else 1 if a replay failed, else 0
 * @throws {EngineGoneError} no receiver runs, and there is no URL
 */
export async function replayDeliveries(
  { settings, output, print }: Invocation,
  seqTexts: readonly string[],
  { to, where, rate, dryRun = false, withSecret = false }: ReplayOptions,
): Promise<number> {
  if ((where === undefined) === (seqTexts.length === 0)) {
    throw new UsageError({
      what: where === undefined ? "there is nothing to replay" : "numbers and --where cannot be combined",
      hint: "Give the numbers of deliveries, or --where FILTER",
    });
  }
  const location = storeLocation(settings);
  const url = to === undefined ? undefined : parseWebhookUrl(to);
  const gapMs = rate === undefined ? 0 : readRate(rate);
  const seqs =
    where === undefined
      ? seqTexts.map(readSeq)
      : await matchingSeqs(location, parseFilter(where, Date.now()));
  if (dryRun) {
    await print({ table: () => seqs.map((seq) => v`${seq}`), json: () => seqs, quiet: () => seqs });
    output.note(v`${plural(seqs.length, "delivery", "deliveries")} would be replayed.`);
    return exitCodes.done;
  }

  if (url !== undefined && !withSecret && !isLoopback(new URL(url).hostname)) {
    output.note(v`The secret is not sent to ${new URL(url).host}; use --with-secret to send it.`);
  }
  const options: ReplayDeliveryOptions = {
    ...location,
    version,
    logger: output.logger,
    secretOf: (route) => secretOfRoute(settings.receiver, route),
  };
  const reports: ReplayReport[] = [];
  let stoppedBy: unknown = null;
  let signalCode: number | null = null;
  const stop = new AbortController();
  void nextStopSignal().then((signal) => {
    signalCode = signalExitCodes[signal];
    stop.abort();
    output.progress(null);
    output.note(v`${signal}: stopping after this delivery`);
  });
  const say = (): Visible => v`${summary(reports)}, ${count(seqs.length - reports.length)} to go`;
  let nextMs = performance.now();
  for (const seq of seqs) {
    if (where !== undefined) output.progress(say());
    await pause(nextMs - performance.now(), stop.signal);
    if (stop.signal.aborted) break;
    nextMs = performance.now() + gapMs;
    try {
      reports.push({ replayOf: seq, ...(await replayDelivery(options, seq, url, withSecret)) });
    } catch (error) {
      // One of several failures does not stop the replay; a missing receiver does.
      if (seqs.length === 1 || !isHooklensError(error) || error.exitCode !== exitCodes.failed) {
        stoppedBy = error;
        break;
      }
      reports.push({ replayOf: seq, seq: null, outcome: null, status: null, error: error.message });
    }
  }
  output.progress(null);
  if (stoppedBy !== null && reports.length === 0) throw stoppedBy;
  // Reports are printed even if an error stopped the replay.
  await print({
    table: () => reports.map(reportLine),
    json: () => reports,
    quiet: () => reports.map(({ seq }) => seq).filter((seq) => seq !== null),
  });
  if (where !== undefined) output.note(reports.length === seqs.length ? summary(reports) : say());
  if (stoppedBy !== null) throw stoppedBy;
  return signalCode ?? (reports.some(failed) ? exitCodes.failed : exitCodes.done);
}

/** Waits; resolves early if the signal is aborted. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Formats `replayed 12: 10 handled, 2 failed`. */
function summary(reports: readonly ReplayReport[]): Visible {
  const outcomes = reports.map(({ outcome }) =>
    outcome === "pending" ? "waiting" : (outcome ?? "not replayed"),
  );
  const counts = [...new Set(outcomes)].map(
    (name) => `${count(outcomes.filter((each) => each === name).length)} ${name}`,
  );
  return v`replayed ${count(reports.length)}${counts.length === 0 ? "" : ": "}${counts.join(", ")}`;
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
