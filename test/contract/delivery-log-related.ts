import { describe, expect, test } from "vitest";
import { maxRelated } from "../../src/store/delivery-log.ts";
import { deliveryOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

/** Tests of finding the deliveries that repeat another one. */
export function relatedContract(kind: LogKind): void {
  describe("related deliveries", () => {
    test("are the tries, the replays and the duplicates of a delivery, oldest first", async () => {
      const log = await openLog(kind);
      const { seq: first } = await log.append(deliveryOf("{}"));
      const { seq: again } = await log.append(deliveryOf("{}", { replayOf: first }));
      const { seq: other } = await log.append(deliveryOf("{}"));
      const { seq: later } = await log.append(deliveryOf("{}", { replayOf: first, outcome: "failed" }));
      const { seq: last } = await log.append(deliveryOf("{}", { replayOf: again }));
      await log.markDuplicates([{ seq: other, duplicateOf: first }]);
      const { tries, replays, duplicates } = await log.related(first);
      expect(tries.map(({ seq }) => seq)).toEqual([first, again, later, last]);
      expect(replays.map(({ seq, outcome }) => [seq, outcome])).toEqual([
        [again, "accepted"],
        [later, "failed"],
      ]);
      expect(duplicates.map(({ seq }) => seq)).toEqual([other]);
      expect(await log.related(later)).toEqual({ tries, replays: [], duplicates: [] });
    });

    test("are the newest ones if there are many", async () => {
      const log = await openLog(kind);
      const { seq: first } = await log.append(deliveryOf("{}"));
      const appended = await Promise.all(
        Array.from({ length: maxRelated + 5 }, () => log.append(deliveryOf("{}", { replayOf: first }))),
      );
      const { replays } = await log.related(first);
      expect(replays.map(({ seq }) => seq)).toEqual(appended.slice(5).map(({ seq }) => seq));
    });
  });
}
