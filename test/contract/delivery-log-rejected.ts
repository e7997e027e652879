import { describe, expect, test } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { shared } from "../support/shared.ts";
import { filterOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const rejected = filterOf({ kind: "is", anyOf: ["rejected"] });

async function appendRejected(log: DeliveryLog, count: number): Promise<void> {
  const delivery = newDelivery({ outcome: "rejected", auth: "wrong", status: 403 });
  for (let sent = 0; sent < count; sent += 100) {
    await Promise.all(Array.from({ length: 100 }, () => log.append(delivery)));
  }
}

export function rejectedContract(kind: LogKind): void {
  describe("rejected deliveries", () => {
    const dataDir = shared(async () => {
      const created = freshDataDir();
      const log = await kind.open(created);
      await appendRejected(log, 10_400);
      await log.close();
      return created;
    });

    test("are limited after a restart if there was no time before", async () => {
      const log = await openLog(kind, dataDir());
      await expect.poll(() => log.count(rejected)).toBe(10_000);
      expect(await log.get(400)).toBeNull();
      expect(await log.get(401)).not.toBeNull();
      expect(await log.count(emptyFilter)).toBe(10_000);
    });

    test("are limited to the newest 10,000, without removing others", async () => {
      const log = await openLog(kind, dataDir());
      const { seq: before } = await log.append(newDelivery());
      await appendRejected(log, 1_300);
      const { seq: after } = await log.append(newDelivery());
      await expect.poll(() => log.count(rejected)).toBe(10_000);
      expect(await log.count(emptyFilter)).toBe(10_002);
      const { rows } = await log.page({ filter: rejected, from: null, direction: "newer", limit: 1 });
      expect(rows[0]?.seq).toBe(1_701);
      expect(await log.get(before)).not.toBeNull();
      expect(await log.get(after)).not.toBeNull();
      expect(await log.get(402)).toBeNull();
      const reader = await kind.openReader(dataDir());
      expect(await reader.count(emptyFilter)).toBe(10_002);
      await reader.close();
    });
  });
}
