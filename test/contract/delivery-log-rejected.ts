import { describe, expect, test } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { filterOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const rejected = filterOf({ kind: "is", anyOf: ["rejected"] });

export function rejectedContract(kind: LogKind): void {
  describe("rejected deliveries", () => {
    test("are limited to the newest 10,000, without removing others", async () => {
      const dataDir = freshDataDir();
      const log = await openLog(kind, dataDir);
      const before = await log.append(newDelivery());
      for (let sent = 0; sent < 11_300; sent += 100) {
        await Promise.all(
          Array.from({ length: 100 }, () =>
            log.append(newDelivery({ outcome: "rejected", auth: "wrong", status: 403 })),
          ),
        );
      }
      const after = await log.append(newDelivery());
      await expect.poll(() => log.count(rejected), { timeout: 10_000 }).toBe(10_000);
      expect(await log.count(emptyFilter)).toBe(10_002);
      const { rows } = await log.page({ filter: rejected, from: null, direction: "newer", limit: 1 });
      expect(rows[0]?.seq).toBe(1302);
      expect(await log.get(before)).not.toBeNull();
      expect(await log.get(after)).not.toBeNull();
      expect(await log.get(2)).toBeNull();
      const reader = await kind.openReader(dataDir);
      expect(await reader.count(emptyFilter)).toBe(10_002);
      await reader.close();
    });

    test("are limited after a restart if there was no time before", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      const rejectedOne = newDelivery({ outcome: "rejected", auth: "missing", status: 401 });
      for (let sent = 0; sent < 10_400; sent += 400) {
        await Promise.all(Array.from({ length: 400 }, () => first.append(rejectedOne)));
      }
      await first.close();
      const log = await openLog(kind, dataDir);
      await expect.poll(() => log.count(rejected), { timeout: 10_000 }).toBe(10_000);
      expect(await log.get(400)).toBeNull();
      expect(await log.get(401)).not.toBeNull();
      expect(await log.count(emptyFilter)).toBe(10_000);
    });
  });
}
