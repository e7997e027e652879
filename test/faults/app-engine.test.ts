import { randomInt } from "node:crypto";
import process from "node:process";
import { expect, it } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import { openDeliveryReader } from "../../src/store/sqlite/deliveries/delivery-reader.ts";
import { appProcess } from "../support/app-process.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { postMany } from "../support/load.ts";
import { deliver } from "../support/running-engine.ts";
import { canInject, inject } from "./faulty-disk.ts";

const rounds = Number(process.env["HOOKLENS_KILL_ROUNDS"] ?? 2);
const count = 1500;
const connections = 8;

const bodyOf = (round: number, id: number): string =>
  JSON.stringify({ event: { action: "update", scope: "repo" }, round, id });

async function bodiesIn(dataDir: string): Promise<readonly string[]> {
  const reader = openDeliveryReader(dataDir);
  try {
    const { rows } = await reader.page({
      filter: emptyFilter,
      from: null,
      direction: "older",
      limit: 1_000_000,
    });
    const details = await Promise.all(rows.map(({ seq }) => reader.get(seq)));
    return details.map((detail) => Buffer.from(detail?.body ?? "").toString());
  } finally {
    await reader.close();
  }
}

it(
  `the app's engine killed with -9 under load ${rounds} times is started again each time, with every acknowledged delivery once`,
  async () => {
    const dataDir = freshDataDir();
    const app = appProcess(dataDir);
    let { receiver } = await app.next();
    const acknowledged: string[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const killAt = randomInt(1, count - 500);
      const { pid, url } = receiver;
      const taken = await postMany({
        port: Number(new URL(url).port),
        secret: null,
        connections,
        count,
        makeBody(id) {
          if (id === killAt) process.kill(pid, "SIGKILL");
          return bodyOf(round, id);
        },
      });
      expect(taken.length).toBeGreaterThanOrEqual(killAt - connections);
      expect(taken.length).toBeLessThan(count);
      acknowledged.push(...taken.map((id) => bodyOf(round, id)));
      const next = await app.next();
      expect(next).toMatchObject({ started: true, lost: expect.arrayContaining(["receiver"]) });
      receiver = next.receiver;
    }
    const times = new Map<string, number>();
    for (const body of await bodiesIn(dataDir)) times.set(body, (times.get(body) ?? 0) + 1);
    expect(acknowledged.filter((body) => times.get(body) !== 1)).toEqual([]);
    // At most one more for each connection: it was stored, and the process was killed before the response was
    // sent.
    expect(times.size - acknowledged.length).toBeLessThanOrEqual(connections * rounds);
  },
  30_000 + rounds * 20_000,
);

it.skipIf(!canInject)(
  "the app's engine ends when a sync fails, and the app starts it again",
  async () => {
    const dataDir = freshDataDir();
    const app = appProcess(dataDir);
    const first = await app.next();
    expect(await deliver(first.receiver.url, { id: 1 })).toBe(200);
    await inject(first.receiver.pid, "fsync,fdatasync:error=EIO");
    let acknowledged = 1;
    while ((await deliver(first.receiver.url, { id: acknowledged + 1 })) === 200) acknowledged += 1;
    const second = await app.next();
    expect(second).toMatchObject({ started: true, lost: expect.arrayContaining(["receiver"]) });
    expect(await deliver(second.receiver.url, { id: "again" })).toBe(200);
    const bodies = await bodiesIn(dataDir);
    for (let id = 1; id <= acknowledged; id += 1) {
      expect(bodies.filter((body) => body === JSON.stringify({ id }))).toHaveLength(1);
    }
  },
  60_000,
);
