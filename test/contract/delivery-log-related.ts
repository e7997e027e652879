import { describe, expect, test } from "vitest";
import { maxRelated } from "../../src/store/delivery-log.ts";
import { deliveryOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

/** Tests of finding the deliveries that repeat another one. */
export function relatedContract(kind: LogKind): void {
  describe("related deliveries", () => {
    test("are the replays and the duplicates of a delivery, oldest first", async () => {
      const log = await openLog(kind);
      const first = await log.append(deliveryOf("{}"));
      const again = await log.append(deliveryOf("{}", { replayOf: first }));
      const other = await log.append(deliveryOf("{}"));
      const later = await log.append(deliveryOf("{}", { replayOf: first, outcome: "failed" }));
      await log.append(deliveryOf("{}", { replayOf: again }));
      await log.markDuplicates([{ seq: other, duplicateOf: first }]);
      const { replays, duplicates } = await log.related(first);
      expect(replays.map(({ seq, outcome }) => [seq, outcome])).toEqual([
        [again, "accepted"],
        [later, "failed"],
      ]);
      expect(duplicates.map(({ seq }) => seq)).toEqual([other]);
      expect(await log.related(later)).toEqual({ replays: [], duplicates: [] });
    });

    test("are the newest ones if there are many", async () => {
      const log = await openLog(kind);
      const first = await log.append(deliveryOf("{}"));
      const seqs = await Promise.all(
        Array.from({ length: maxRelated + 5 }, () => log.append(deliveryOf("{}", { replayOf: first }))),
      );
      const { replays } = await log.related(first);
      expect(replays.map(({ seq }) => seq)).toEqual(seqs.slice(5));
    });
  });
}
