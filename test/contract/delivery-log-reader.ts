import { describe, expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { allSeqs } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

export function readerContract(kind: LogKind): void {
  describe("a reader beside the writer", () => {
    test("sees an empty log before it exists, and its deliveries afterwards", async () => {
      const dataDir = freshDataDir();
      const reader = await kind.openReader(dataDir);
      onTestFinished(() => reader.close());
      expect(await reader.lastSeq()).toBe(0);
      expect(await reader.count(emptyFilter)).toBe(0);
      expect(await reader.get(1)).toBeNull();
      expect(await allSeqs(reader)).toEqual([]);
      const log = await openLog(kind, dataDir);
      await log.append(newDelivery());
      expect(await reader.lastSeq()).toBe(1);
      expect(await allSeqs(reader)).toEqual([1]);
    });

    test("sees each acknowledged delivery, also after the writer has closed", async () => {
      const dataDir = freshDataDir();
      const log = await kind.open(dataDir);
      const reader = await kind.openReader(dataDir);
      onTestFinished(() => reader.close());
      for (let seq = 1; seq <= 20; seq += 1) {
        await log.append(newDelivery());
        expect(await reader.lastSeq()).toBe(seq);
      }
      await log.close();
      expect(await reader.count(emptyFilter)).toBe(20);
      expect(await reader.get(20)).toMatchObject({ seq: 20 });
    });
  });
}
