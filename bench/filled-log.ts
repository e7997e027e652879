import { parseFilter } from "../src/model/filter-parse.ts";
import { openDeliveryLog } from "../src/store/sqlite/deliveries/delivery-log.ts";
import { newDelivery } from "../test/support/new-delivery.ts";
import { seededRandom } from "../test/support/random.ts";

/** Number of deliveries in the log of a bench. */
export const storedRows = Number(process.env["HOOKLENS_BENCH_ROWS"] ?? 1_000_000);
/** The deliveries of 29.5 days: an engine removes older ones than 30 days. */
export const logPeriodMs = 708 * 3_600_000;

/** Fills a log: a thousand repos, 2 % failures, a few rare values, durations over three decades. */
export async function fillLog(dataDir: string, nowMs: number): Promise<void> {
  const log = await openDeliveryLog(dataDir);
  await log.startBackground({ onFailure: () => {}, onDead: () => {} });
  const random = seededRandom(1);
  const appends: Promise<unknown>[] = [];
  for (let index = 0; index < storedRows; index += 1) {
    const failed = random.next() < 0.02;
    const rare = index % 100_000 === 50_000;
    const body = Buffer.from(
      `{"event":{"scope":"repo.content","action":"update"},"note":"n${index} ${rare ? "needle" : "hay"}"}`,
    );
    appends.push(
      log.append(
        newDelivery({
          receivedAtMs: Math.floor(nowMs - logPeriodMs + (index / storedRows) * logPeriodMs),
          route: rare ? "rare" : `route-${index % 7}`,
          repo: { type: "dataset", name: `me/repo-${random.below(1000)}` },
          webhookId: `621ffdd236468d709f18${(index % 20).toString(16).padStart(4, "0")}`,
          outcome: failed ? "failed" : "handled",
          status: failed ? 500 : 200,
          durationMs: 10 ** (random.next() * 3),
          body,
          bytes: body.length,
          sha256: true,
        }),
      ),
    );
    if (appends.length === 2000) await Promise.all(appends.splice(0));
  }
  await Promise.all(appends);
  await log.close();
}

/** Waits until the background work has summarized and indexed all deliveries, which makes both searches fast. */
export async function settleLog(dataDir: string): Promise<void> {
  const log = await openDeliveryLog(dataDir);
  await log.startBackground({ onFailure: () => {}, onDead: () => {} });
  const slow = ["status:599", "needle"].map((text) => parseFilter(text, 0));
  for (let quick = 0; quick < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const startedMs = performance.now();
    for (const filter of slow) await log.page({ filter, from: null, direction: "older", limit: 100 });
    quick = performance.now() - startedMs < 100 ? quick + 1 : 0;
  }
  await log.close();
}
