import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { startCluster } from "../support/cluster/cluster.ts";
import { startSending } from "../support/cluster/retrying-sender.ts";
import { startViewer } from "../support/cluster/viewer.ts";
import { httpTarget } from "../support/http-target.ts";
import { natsServerFile } from "../support/nats-server.ts";

/** Number of deliveries; HOOKLENS_CLUSTER_FORWARDS=10000 for a thorough run. */
const count = Number(process.env["HOOKLENS_CLUSTER_FORWARDS"] ?? 2_000);
const connections = 48;
/** Time that the target takes for a delivery, in milliseconds, so that some are in flight at each kill. */
const targetMs = 50;
const killEveryMs = 1_000;
/** Deliveries that a receiver forwards at a time. */
const inFlight = 16;
/** Time after which a forward of a killed receiver is resumed, in milliseconds. */
const ackWaitMs = 5_000;

/** Target that counts what arrives. */
interface CountingTarget {
  readonly url: string;
  /** Times at which each attempt of the sender arrived, in milliseconds. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>;
}

async function startTarget(): Promise<CountingTarget> {
  const arrivals = new Map<string, number[]>();
  const { url, seen } = await httpTarget((_, response) => {
    const { webhook } = JSON.parse(seen.at(-1)?.body ?? "") as { webhook: { id: string } };
    arrivals.set(webhook.id, [...(arrivals.get(webhook.id) ?? []), performance.now()]);
    setTimeout(() => response.end("done"), targetMs);
  });
  return { url, arrivals };
}

const bodyOf = (attempt: string): string =>
  JSON.stringify({
    event: { action: "update", scope: "repo.content" },
    repo: { type: "dataset", name: "me/corpus" },
    webhook: { id: attempt, version: 3 },
  });

describe.skipIf(natsServerFile === null)("forwards of receivers that die", () => {
  test(
    "arrive at least once, and only those in flight at a kill arrive again",
    { timeout: 240_000 },
    async () => {
      const target = await startTarget();
      const { receivers, store } = await startCluster({
        settings: { ackWaitMs },
        receive: ["--forward", target.url],
      });
      const viewer = await startViewer(store);

      // While forwards are held each delivery is answered 202 and becomes a job in the queue.
      await Promise.all(receivers.map((receiver) => receiver.hold(true)));
      const ports = () => receivers.map((receiver) => receiver.port());
      const { acknowledged, done } = startSending({ ports, connections, count, bodyOf });
      await done;
      expect(target.arrivals.size).toBe(0);
      const queuedMs = performance.now();
      await Promise.all(receivers.map((receiver) => receiver.hold(false)));

      const kills: number[] = [];
      const arrived = () => acknowledged.filter((attempt) => target.arrivals.has(attempt)).length;
      for (let turn = 0; arrived() < count * 0.9; turn += 1) {
        await pause(killEveryMs);
        const receiver = receivers[turn % receivers.length];
        kills.push(performance.now());
        await receiver?.kill();
        await receiver?.restart();
      }
      await vi.waitUntil(() => arrived() === count, { timeout: 120_000, interval: 100 });

      const again = [...target.arrivals.values()].filter((times) => times.length > 1);
      process.stdout.write(
        `${count} forwards in ${Math.round(performance.now() - queuedMs)} ms, ${kills.length} kills: ${again.length} arrived more than once\n`,
      );
      expect(again.length).toBeLessThanOrEqual(kills.length * inFlight);
      // The first arrival of a duplicate was in flight, or its acknowledgment was, when a receiver was killed.
      expect(
        again.filter(([first = 0]) => !kills.some((kill) => kill > first - 1_000 && kill < first + 2_000)),
      ).toEqual([]);
      await vi.waitUntil(async () => (await viewer.list("is:waiting")).length === 0, {
        timeout: 60_000,
        interval: 500,
      });
      expect(await viewer.list("is:dead")).toEqual([]);
    },
  );
});
