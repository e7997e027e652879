import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { appendedSchema } from "../model/delivery-fields.ts";
import type { NewDelivery } from "../model/delivery.ts";
import type { DeliveryLog } from "../store/delivery-log.ts";

/** Load of a bench. */
export interface BenchPlan {
  readonly forMs: number;
  /** Deliveries that wait at the same time. */
  readonly inFlight: number;
  readonly bodyBytes: number;
}

export interface BenchResult {
  readonly deliveries: number;
  /** Deliveries that were not stored. */
  readonly failures: number;
  readonly perSecond: number;
  /** Time until a delivery is durable, in milliseconds with two decimals. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

/** Milliseconds between two reports of progress. */
const reportEveryMs = 250;

/** Appends deliveries to a log at full speed, and measures the wait of each one. */
export async function benchLog(
  log: Pick<DeliveryLog, "append">,
  { forMs, inFlight, bodyBytes }: BenchPlan,
  signal: AbortSignal,
  onProgress: (stored: number) => void,
): Promise<BenchResult> {
  const tookMs: number[] = [];
  let failures = 0;
  const startMs = performance.now();
  const isOver = (): boolean => signal.aborted || performance.now() - startMs >= forMs;

  async function sendInTurn(sender: number): Promise<void> {
    for (let sent = 0; !isOver(); sent += 1) {
      const delivery = sampleDelivery(`${sender}-${sent}`, bodyBytes);
      const sentMs = performance.now();
      try {
        await log.append(delivery);
        tookMs.push(performance.now() - sentMs);
      } catch {
        failures += 1;
        // A store that refuses at once would otherwise starve this process.
        await nextTurn();
      }
    }
  }

  const reports = setInterval(() => onProgress(tookMs.length), reportEveryMs);
  try {
    await Promise.all(Array.from({ length: inFlight }, (_, sender) => sendInTurn(sender)));
  } finally {
    clearInterval(reports);
  }
  const seconds = (performance.now() - startMs) / 1000;
  const sorted = Float64Array.from(tookMs).sort();
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 100) / 100;
  return {
    deliveries: sorted.length,
    failures,
    perSecond: Math.round(sorted.length / seconds),
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
}

/** Fields that all deliveries of a bench share. */
const sample = appendedSchema.parse({
  route: "inbox",
  method: "POST",
  path: "/webhooks/inbox",
  remote: "127.0.0.1",
  bytes: 0,
  sha256: null,
  event: { scope: "repo.content", action: "update" },
  repo: { type: "dataset", name: "me/bench" },
  webhookId: null,
  auth: "ok",
  outcome: "accepted",
  schemaValid: true,
  status: 200,
  durationMs: 1,
  replayOf: null,
  reason: null,
});

/** Returns a delivery to append, with its own body. */
function sampleDelivery(id: string, bodyBytes: number): NewDelivery {
  const start = JSON.stringify({ event: { action: "update", scope: "repo.content" }, id });
  const body = Buffer.from(start.padEnd(bodyBytes, " "));
  return {
    ...sample,
    receivedAtMs: Date.now(),
    headers: [
      ["content-type", "application/json"],
      ["user-agent", "hooklens store bench"],
    ],
    body,
    bytes: body.byteLength,
    sha256: createHash("sha256").update(body).digest("hex"),
    response: null,
    dedupeKey: null,
    dedupeWithinMs: null,
  };
}
