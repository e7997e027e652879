import { setImmediate as nextTick } from "node:timers/promises";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { LogPosition } from "../../src/store/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

export function tailContract(kind: LogKind): void {
  describe("the tail", () => {
    test("yields the current position, then each commit, also one without new rows", async () => {
      const log = await openLog(kind);
      await log.append(newDelivery({ outcome: "pending" }));
      const stop = new AbortController();
      const tail = log.tail(stop.signal)[Symbol.asyncIterator]();
      const first = await tail.next();
      expect(first.value).toMatchObject({ seq: 1 });
      await log.setOutcome(1, { outcome: "handled", status: 200, durationMs: 1 });
      const second = await tail.next();
      expect(second.value).toMatchObject({ seq: 1 });
      expect(second.value).not.toEqual(first.value);
      const waiting = tail.next();
      await log.append(newDelivery());
      expect((await waiting).value).toMatchObject({ seq: 2 });
      stop.abort();
      expect(await tail.next()).toEqual({ done: true, value: undefined });
    });

    test("does not repeat revisions after a restart", async () => {
      const now = vi.spyOn(Date, "now").mockReturnValue(0);
      onTestFinished(() => now.mockRestore());
      const dataDir = freshDataDir();
      const revisions: unknown[] = [];
      for (let opening = 0; opening < 3; opening += 1) {
        const log = await kind.open(dataDir);
        for await (const { revision } of log.tail(AbortSignal.timeout(10_000))) {
          revisions.push(revision);
          break;
        }
        await log.close();
      }
      expect(new Set(revisions).size).toBe(3);
    });

    test("gives a slow follower the newest position only, never ahead of the rows", async () => {
      const log = await openLog(kind);
      const stop = new AbortController();
      const seen: LogPosition[] = [];
      const following = (async () => {
        for await (const position of log.tail(stop.signal)) {
          expect(await log.lastSeq()).toBeGreaterThanOrEqual(position.seq);
          seen.push(position);
          for (let turns = 0; turns < 5; turns += 1) await nextTick();
          if (position.seq === 2000) return;
        }
      })();
      for (let batch = 0; batch < 200; batch += 1) {
        await Promise.all(Array.from({ length: 10 }, () => log.append(newDelivery())));
      }
      await following;
      expect(seen.length).toBeLessThan(150);
      expect(seen.map(({ seq }) => seq)).toEqual(seen.map(({ seq }) => seq).toSorted((a, b) => a - b));
      expect(new Set(seen.map(({ revision }) => revision)).size).toBe(seen.length);
    });

    test("ends with the signal of each follower, and when the log is closed", async () => {
      const log = await kind.open(freshDataDir());
      const stop = new AbortController();
      const seen = { stopped: 0, closed: 0 };
      const follow = async (name: keyof typeof seen, signal: AbortSignal): Promise<void> => {
        for await (const { seq } of log.tail(signal)) seen[name] = seq;
      };
      const stopped = follow("stopped", stop.signal);
      const closed = follow("closed", new AbortController().signal);
      await log.append(newDelivery());
      await expect.poll(() => seen).toEqual({ stopped: 1, closed: 1 });
      stop.abort();
      await stopped;
      await log.append(newDelivery());
      await expect.poll(() => seen).toEqual({ stopped: 1, closed: 2 });
      await log.close();
      await closed;
    });

    test("has revisions of no earlier opening", async () => {
      const dataDir = freshDataDir();
      const revisions: number[] = [];
      for (let opening = 0; opening < 3; opening += 1) {
        const log = await kind.open(dataDir);
        await log.append(newDelivery());
        for await (const { revision } of log.tail(new AbortController().signal)) {
          revisions.push(revision);
          break;
        }
        await log.close();
      }
      expect(new Set(revisions).size).toBe(3);
    });
  });
}
