import { describe, expect, test } from "vitest";
import type { NewDelivery } from "../../src/model/delivery.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

export function appendContract(kind: LogKind): void {
  describe("appending", () => {
    test("numbers deliveries from 1 in the order they were handed over", async () => {
      const log = await openLog(kind);
      expect(await log.lastSeq()).toBe(0);
      const seqs = await Promise.all(Array.from({ length: 50 }, () => log.append(newDelivery())));
      expect(seqs).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      expect(await log.append(newDelivery())).toBe(51);
      expect(await log.lastSeq()).toBe(51);
      expect(await log.count(emptyFilter)).toBe(51);
    });

    test("goes on numbering after it was closed and opened", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await first.append(newDelivery());
      await first.close();
      const second = await openLog(kind, dataDir);
      expect(await second.append(newDelivery())).toBe(2);
    });

    test("gives back everything a delivery was made of", async () => {
      const log = await openLog(kind);
      const kept = {
        route: null,
        method: "PUT",
        path: "/nowhere?a=%20b",
        remote: "2001:db8::1",
        headers: [
          ["X-Twice", "1"],
          ["x-twice", "2"],
          ["X-Text", 'naïve "quotes" \\ 𝄞'],
        ],
        body: Uint8Array.from({ length: 256 }, (_, index) => index),
        bytes: 10_000,
        sha256: "ab".repeat(32),
        event: { scope: "repo.content", action: "update" },
        repo: { type: "dataset", name: "me/corpus" },
        webhookId: "0123456789abcdef01234567",
        auth: "open",
        outcome: "failed",
        schemaValid: false,
        status: 503,
        durationMs: 1.25,
        replayOf: 7,
      } as const satisfies Partial<NewDelivery>;
      const receivedAt = "2026-11-20T10:11:12.345Z";
      const seq = await log.append(newDelivery({ ...kept, receivedAtMs: Date.parse(receivedAt) }));
      expect(await log.get(seq)).toEqual({
        ...kept,
        seq,
        receivedAt,
        duplicateOf: null,
        attempts: [],
        removed: [kept.replayOf],
      });
      expect(await log.get(seq + 1)).toBeNull();
    });

    test("refuses what comes after it was closed", async () => {
      const log = await kind.open(freshDataDir());
      await log.close();
      await expect(log.append(newDelivery())).rejects.toMatchObject({ code: "store-closed" });
    });
  });

  describe("what comes of a delivery", () => {
    test("replaces its outcome, status and duration", async () => {
      const log = await openLog(kind);
      const seq = await log.append(newDelivery({ outcome: "pending", status: null }));
      await log.outcome(seq, { outcome: "handled", status: 201, durationMs: 12.5 });
      expect(await log.get(seq)).toMatchObject({ outcome: "handled", status: 201, durationMs: 12.5 });
    });

    test("keeps every attempt in order", async () => {
      const log = await openLog(kind);
      const seq = await log.append(newDelivery());
      const refused = {
        target: "http://127.0.0.1:9/",
        startedAt: "2026-11-20T10:00:00.000Z",
        status: null,
        error: "connection refused",
        durationMs: 0.5,
        reply: null,
      };
      const reply = {
        headers: [
          ["X-Twice", "1"],
          ["x-twice", "2"],
        ],
        body: Uint8Array.of(0, 255),
      } as const;
      const answered = { ...refused, status: 204, error: null, reply };
      await Promise.all([log.attempt(seq, refused), log.attempt(seq, answered)]);
      const bare = { ...answered, reply: { headers: [], body: new Uint8Array() } };
      await log.attempt(seq, bare);
      await log.attempt(seq + 1, answered);
      expect((await log.get(seq))?.attempts).toEqual([refused, answered, bare]);
    });

    test("is 'interrupted' for what was pending when the log was opened, and for nothing newer", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await Promise.all(
        ["pending", "accepted", "pending"].map((outcome) =>
          first.append(newDelivery({ outcome: outcome === "pending" ? "pending" : "accepted" })),
        ),
      );
      await first.close();
      const log = await openLog(kind, dataDir);
      const running = await log.append(newDelivery({ outcome: "pending" }));
      expect(await log.interruptPending()).toBe(2);
      expect(await log.interruptPending()).toBe(0);
      expect(await log.get(1)).toMatchObject({ outcome: "interrupted" });
      expect(await log.get(2)).toMatchObject({ outcome: "accepted" });
      expect(await log.get(running)).toMatchObject({ outcome: "pending" });
    });
  });
}
