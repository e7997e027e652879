import { describe, expect, test } from "vitest";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const pending = { outcome: "pending", status: null, durationMs: null } as const;

const receiver = { url: "http://127.0.0.1:7860", version: "1.0.0" };

export function interruptContract(kind: LogKind): void {
  describe("a delivery without an outcome", () => {
    test("is interrupted if its receiver has ended", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await first.announce(receiver);
      await first.append(newDelivery(pending));
      await first.append(newDelivery());
      await first.append(newDelivery(pending));
      await first.close();
      const log = await openLog(kind, dataDir);
      await log.announce(receiver);
      const { seq: running } = await log.append(newDelivery(pending));
      await log.interruptPending();
      expect(await log.get(1)).toMatchObject({
        outcome: "interrupted",
        reason: "the receiver stopped; the delivery may have run",
      });
      expect(await log.get(2)).toMatchObject({ outcome: "accepted" });
      expect(await log.get(3)).toMatchObject({ outcome: "interrupted" });
      expect(await log.get(running)).toMatchObject({ outcome: "pending" });
    });
  });
}

/** Tests of the receiver of a data directory, which marks the deliveries that the last one left. */
export function localInterruptContract(kind: LogKind): void {
  describe("interruptPending", () => {
    test("returns the number of marked deliveries, once", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await first.append(newDelivery(pending));
      await first.append(newDelivery());
      await first.append(newDelivery(pending));
      await first.close();
      const log = await openLog(kind, dataDir);
      await log.append(newDelivery(pending));
      expect(await log.interruptPending()).toBe(2);
      expect(await log.interruptPending()).toBe(0);
    });
  });
}
