import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { deliveryOf, filterOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

/** Deliveries that the second writer stores before it is killed; `HOOKLENS_KILL_DELIVERIES=20000` for a thorough run. */
const many = Number(process.env["HOOKLENS_KILL_DELIVERIES"] ?? 2_000);

const appender = join(import.meta.dirname, "appender-entry.ts");

/** Word in every delivery of the killed writers. */
const everyId = filterOf({ kind: "words", tokens: ["id"] });

/**
 * Runs a writer until it has acknowledged some deliveries, then kills it.
 * @returns seq and ID of each acknowledged delivery
 */
async function killedWriter(kind: LogKind, dataDir: string, wanted: number): Promise<Map<number, number>> {
  const writer = spawn(process.execPath, [appender, dataDir, await kind.storeOf(dataDir)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void writer.kill("SIGKILL"));
  const acknowledged = new Map<number, number>();
  for await (const line of createInterface(writer.stdout)) {
    const [seq, id] = line.split(" ").map(Number);
    if (seq !== undefined && id !== undefined) acknowledged.set(seq, id);
    if (acknowledged.size === wanted) writer.kill("SIGKILL");
  }
  if (writer.signalCode === null && writer.exitCode === null) await once(writer, "exit");
  expect(writer.signalCode).toBe("SIGKILL");
  return acknowledged;
}

/** Splits a list into parts of a length, the last of which may be shorter. */
function chunks<T>(all: readonly T[], length: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / length) }, (_, index) =>
    all.slice(index * length, (index + 1) * length),
  );
}

export function crashContract(kind: LogKind): void {
  describe("a writer killed by SIGKILL", () => {
    test("leaves each acknowledged delivery once, and the log continues", async () => {
      const dataDir = freshDataDir();
      for (const wanted of [100, many, 333]) {
        const acknowledged = await killedWriter(kind, dataDir, wanted);
        expect(acknowledged.size).toBeGreaterThanOrEqual(wanted);
        const log = await kind.open(dataDir);
        const bodyOf = async (seq: number): Promise<string> =>
          Buffer.from((await log.get(seq))?.body ?? []).toString();
        for (const some of chunks([...acknowledged], 200)) {
          const bodies = await Promise.all(some.map(([seq]) => bodyOf(seq)));
          expect(bodies.map((body) => JSON.parse(body))).toEqual(some.map(([, id]) => ({ id })));
        }
        expect(await log.count(everyId)).toBe(await log.count(emptyFilter));
        expect((await log.append(deliveryOf('{"id": 0}'))).seq).toBeGreaterThan(
          Math.max(...acknowledged.keys()),
        );
        await log.close();
      }
    });

    test("leaves a log that a reader can open before a writer does", async () => {
      const dataDir = freshDataDir();
      const acknowledged = await killedWriter(kind, dataDir, 50);
      const reader = await kind.openReader(dataDir);
      onTestFinished(() => reader.close());
      expect(await reader.lastSeq()).toBeGreaterThanOrEqual(Math.max(...acknowledged.keys()));
      expect(await reader.count(emptyFilter)).toBe(await reader.lastSeq());
      expect(await reader.count(everyId)).toBe(await reader.lastSeq());
      const log = await openLog(kind, dataDir);
      const { seq } = await log.append(newDelivery());
      expect(await reader.get(seq)).toMatchObject({ seq });
    });
  });
}
