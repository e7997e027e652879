import { describe, expect, test } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import type { DeliveryLog, PageQuery } from "../../src/store/delivery-log.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { allSeqs, deliveryOf, filterOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const even = filterOf({ kind: "route", anyOf: ["even"] });

/** Ten deliveries: odd seqs on route `odd`, even ones on `even`; the body of each holds its number as a word. */
async function tenDeliveries(kind: LogKind): Promise<DeliveryLog> {
  const log = await openLog(kind);
  for (let seq = 1; seq <= 10; seq += 1) {
    await log.append(
      deliveryOf(JSON.stringify({ text: `Delivery number${seq}` }), {
        route: seq % 2 === 0 ? "even" : "odd",
        status: 200 + seq,
      }),
    );
  }
  return log;
}

async function seqsOf(log: DeliveryLog, query: Partial<PageQuery>): Promise<[seqs: number[], more: boolean]> {
  const { rows, more } = await log.page({
    filter: emptyFilter,
    from: null,
    direction: "older",
    limit: 3,
    ...query,
  });
  return [rows.map(({ seq }) => seq), more];
}

export function pageContract(kind: LogKind): void {
  describe("pages", () => {
    test("start at the newest (older) or the oldest (newer), newest first in both directions", async () => {
      const log = await tenDeliveries(kind);
      expect(await seqsOf(log, {})).toEqual([[10, 9, 8], true]);
      expect(await seqsOf(log, { direction: "newer" })).toEqual([[3, 2, 1], true]);
    });

    test("include the anchor", async () => {
      const log = await tenDeliveries(kind);
      expect(await seqsOf(log, { from: 5 })).toEqual([[5, 4, 3], true]);
      expect(await seqsOf(log, { from: 5, direction: "newer" })).toEqual([[7, 6, 5], true]);
      expect(await seqsOf(log, { from: 3 })).toEqual([[3, 2, 1], false]);
      expect(await seqsOf(log, { from: 8, direction: "newer" })).toEqual([[10, 9, 8], false]);
      expect(await seqsOf(log, { from: 11, direction: "newer" })).toEqual([[], false]);
      expect(await seqsOf(log, { from: 0 })).toEqual([[], false]);
      expect(await seqsOf(log, { limit: 0 })).toEqual([[], true]);
    });

    test("do not shift when rows are added", async () => {
      const log = await tenDeliveries(kind);
      await log.append(newDelivery());
      expect(await seqsOf(log, { from: 9 })).toEqual([[9, 8, 7], true]);
    });

    test("contain matches only, also from an anchor that does not match", async () => {
      const log = await tenDeliveries(kind);
      expect(await seqsOf(log, { filter: even })).toEqual([[10, 8, 6], true]);
      expect(await seqsOf(log, { filter: even, from: 5 })).toEqual([[4, 2], false]);
      expect(await seqsOf(log, { filter: even, from: 5, direction: "newer" })).toEqual([[10, 8, 6], false]);
      expect(await allSeqs(log, even)).toEqual([2, 4, 6, 8, 10]);
      expect(await log.count(even)).toBe(5);
    });

    test("find words at the start of a token, case-insensitively", async () => {
      const log = await tenDeliveries(kind);
      const words = (...tokens: string[]): Promise<number[]> =>
        allSeqs(log, filterOf({ kind: "words", tokens }));
      expect(await words("number1")).toEqual([1, 10]);
      expect(await words("delivery", "number7")).toEqual([7]);
      expect(await words("umber7")).toEqual([]);
      expect(await words("number7", "delivery")).toEqual([]);
    });

    test("combine words and columns, also negated", async () => {
      const log = await tenDeliveries(kind);
      const [word, state] = filterOf(
        { kind: "words", tokens: ["number1"] },
        { kind: "status", anyOf: [[{ op: ">=", value: 205 }]] },
      ).terms;
      if (word === undefined || state === undefined) throw new Error("two terms were made");
      const count = (...terms: (typeof word)[]): Promise<number> => log.count({ text: "", terms });
      expect(await count(word, state)).toBe(1);
      expect(await count({ ...word, negated: true }, state)).toBe(5);
      expect(await count({ ...word, negated: true }, { ...state, negated: true })).toBe(3);
    });

    test("treat special characters of a filter as text", async () => {
      const log = await openLog(kind);
      await log.append(newDelivery({ route: "100%" }));
      await log.append(newDelivery({ route: "1000" }));
      await log.append(newDelivery({ route: "it's" }));
      const routes = (...anyOf: string[]): Promise<number[]> =>
        allSeqs(log, filterOf({ kind: "route", anyOf }));
      expect(await routes("100%")).toEqual([1]);
      expect(await routes("100_")).toEqual([]);
      expect(await routes("IT'S", "1*0")).toEqual([2, 3]);
      expect(await routes("' OR 1=1 --")).toEqual([]);
    });
  });
}
