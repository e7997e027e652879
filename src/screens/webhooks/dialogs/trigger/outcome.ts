import { setTimeout as sleep } from "node:timers/promises";
import type { TriggerResult } from "../../../../hub/client.ts";
import type { DispatchDetail } from "../../../../model/dispatch.ts";
import { parseFilter } from "../../../../model/filter-parse.ts";
import { reasonOfCode } from "../../../../text/connection-reason.ts";
import { duration } from "../../../../text/duration.ts";
import { isCanceled } from "../../../../tui/report.ts";
import type { AppState } from "../../../../tui/state/slice.ts";
import { type App, hubNow, type Services } from "../../../app.ts";
import { shownName } from "../../state/view.ts";

/** Maximum wait for an outcome, in milliseconds. */
const patienceMs = 5_000;
/** Time between two reads of a dispatch, in milliseconds. */
const lookEveryMs = 100;
/** Dispatches whose outcome is waited for. */
const maxAwaited = 20;
/** Number of deliveries searched for a dispatch. */
const searchedRows = 50;

/** Outcome of a trigger's dispatches in words, after the name of the event. */
export interface TriggerOutcome {
  readonly tone: "ok" | "warn" | "error";
  readonly text: string;
  /** Number of dispatches that failed beside others. */
  readonly failed: number;
}

type SentDispatch = TriggerResult["dispatches"][number];

/** Dispatch and its webhook. */
interface Attempted extends DispatchDetail {
  readonly webhookId: string;
}

/**
 * Waits a few seconds for the results of dispatches, and describes them.
 * @param logged seq of the last delivery before the trigger; this app's delivery of a dispatch comes after it
 */
export async function outcomeOf(
  { store, services }: Pick<App, "store" | "services">,
  dispatches: readonly SentDispatch[],
  logged: number,
  signal: AbortSignal,
): Promise<TriggerOutcome> {
  const awaited = dispatches.filter(({ overQuota }) => !overQuota).slice(0, maxAwaited);
  const endMs = performance.now() + patienceMs;
  const details = await Promise.all(awaited.map((one) => attempted(services, one, endMs, signal)));
  const over = dispatches.filter(({ overQuota }) => overQuota).length;
  const [only] = details;
  if (only !== undefined && details.length === 1 && over === 0) {
    return { ...oneOutcome(only, await deliveryOf(services, only, logged)), failed: 0 };
  }
  const sent = details.filter(({ state }) => state === "sent").length;
  const open = details.filter(({ attemptCount }) => attemptCount === 0).length;
  const failures = details.filter(({ state, attemptCount }) => state !== "sent" && attemptCount > 0);
  const failed = failures.length;
  const parts = [
    ...(sent === 0 ? [] : [`${sent} accepted`]),
    ...(failed === 0 ? [] : [`${failed} failed: ${failureText(store.get(), failures)}`]),
    ...(open === 0 ? [] : [`${open} without a response yet`]),
    ...(over === 0 ? [] : [`${over} over the quota, not sent`]),
    ...(awaited.length + over < dispatches.length
      ? [`${dispatches.length - awaited.length - over} not awaited`]
      : []),
  ];
  return { tone: failed > 0 ? "error" : open + over > 0 ? "warn" : "ok", text: parts.join(", "), failed };
}

/** Names the webhook of the first failure and its reason, and counts the others. */
function failureText(state: AppState, [first, ...others]: readonly Attempted[]): string {
  if (first === undefined) return "";
  const attempt = first.attempts.at(-1);
  const why = attempt?.status ?? reasonOfCode(attempt?.error ?? "no response");
  const name = shownName(state, first.webhookId);
  return `${name} ${why}${others.length === 0 ? "" : ` and ${others.length} more`}`;
}

/** Returns a dispatch after its first attempt, or in its state at `endMs`. */
async function attempted(
  services: Services,
  { webhookId, id }: SentDispatch,
  endMs: number,
  signal: AbortSignal,
): Promise<Attempted> {
  for (;;) {
    const detail = await hubNow(services).dispatch(webhookId, String(id));
    const isSettled = detail.attemptCount > 0 || detail.state === "held" || detail.state === "dead";
    if (isSettled || performance.now() > endMs) return { ...detail, webhookId };
    await sleep(lookEveryMs, undefined, { signal });
  }
}

interface Arrival {
  readonly seq: number;
  readonly reason: string | null;
}

/** Returns the delivery of a dispatch in the log of this app's receiver, or null. */
async function deliveryOf(
  services: Services,
  { messageId, attemptCount }: DispatchDetail,
  logged: number,
): Promise<Arrival | null> {
  if (attemptCount === 0) return null;
  const { reader } = services;
  try {
    const filter = parseFilter("");
    const page = await reader.page({ filter, from: logged + 1, direction: "newer", limit: searchedRows });
    for (const { seq } of page.rows) {
      const detail = await reader.get(seq);
      const isIt = detail?.headers.some(
        ([name, value]) => name.toLowerCase() === "webhook-id" && value === messageId,
      );
      if (detail !== null && isIt === true) return { seq, reason: detail.reason };
    }
  } catch (error) {
    if (!isCanceled(error)) throw error;
  }
  return null;
}

function oneOutcome(detail: DispatchDetail, arrival: Arrival | null): Omit<TriggerOutcome, "failed"> {
  const { state, attempts } = detail;
  const attempt = attempts.at(-1);
  if (attempt === undefined) {
    const text = state === "held" ? "held until the webhook is enabled" : "no response yet";
    return { tone: "warn", text };
  }
  const { status, error, durationMs, jobRun } = attempt;
  if (jobRun !== null) return { tone: "ok", text: `started Job run ${jobRun}` };
  const took = `in ${duration(durationMs)}`;
  const again = state === "retrying" ? ", tried again later" : "";
  if (status === null)
    return { tone: "error", text: `no response: ${reasonOfCode(error ?? "unknown reason")}${again}` };
  const tone = state === "sent" ? "ok" : "error";
  if (arrival === null) return { tone, text: `responded ${status} ${took}${again}` };
  const why = tone === "ok" || arrival.reason === null ? "" : `, ${arrival.reason}`;
  return { tone, text: `arrived: #${arrival.seq} ${status} ${took}${why}${again}` };
}
