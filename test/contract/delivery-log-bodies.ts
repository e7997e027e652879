import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { emptyFilter } from "../../src/model/filter.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { allSeqs, deliveryOf, filterOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const words = (...tokens: readonly string[]) => filterOf({ kind: "words", tokens });

export function bodiesContract(kind: LogKind): void {
  describe("bodies of any size", () => {
    test("are stored exactly, compressible or not", async () => {
      const log = await openLog(kind);
      const bodies = [0, 1, 65_535, 65_536, 65_537, 3_000_000].flatMap((length) => [
        randomBytes(length),
        Buffer.alloc(length, '{"corpus":1}'),
      ]);
      const appended = await Promise.all(
        bodies.map((body) => log.append(newDelivery({ body, bytes: body.length }))),
      );
      const seqs = appended.map(({ seq }) => seq);
      expect(new Set(seqs).size).toBe(bodies.length);
      for (const [index, body] of bodies.entries()) {
        const kept = await log.get(seqs[index] ?? 0);
        expect(Buffer.from(kept?.body ?? []).equals(body)).toBe(true);
        expect(kept?.bytes).toBe(body.length);
      }
    });

    test("belong to each delivery, also if several are equal", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      const text = JSON.stringify({ text: "corpus ".repeat(20_000) });
      const { seq: whole } = await first.append(deliveryOf(text));
      const { seq: again } = await first.append(deliveryOf(text));
      const { seq: cut } = await first.append(deliveryOf(text.slice(0, 100_000), { bytes: text.length }));
      await first.close();
      const log = await openLog(kind, dataDir);
      const { seq: after } = await log.append(deliveryOf(text));
      for (const seq of [whole, again, after]) {
        expect(Buffer.from((await log.get(seq))?.body ?? []).toString()).toBe(text);
      }
      expect((await log.get(cut))?.body).toHaveLength(100_000);
    });

    test("are found by their words", async () => {
      const log = await openLog(kind);
      const filler = "filler ".repeat(20_000);
      await log.append(deliveryOf(JSON.stringify({ text: `${filler} needle` })));
      await log.append(deliveryOf(JSON.stringify({ text: filler })));
      await log.append(deliveryOf(JSON.stringify({ text: "needle" })));
      expect(await allSeqs(log, words("needle"))).toEqual([1, 3]);
      expect(await log.count(words("filler"))).toBe(2);
    });

    test("that are still compressed during close are stored", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      const appended = first.append(deliveryOf("x".repeat(4_000_000)));
      await first.close();
      expect(await appended).toMatchObject({ seq: 1 });
      const log = await openLog(kind, dataDir);
      expect(await log.count(emptyFilter)).toBe(1);
      expect((await log.get(1))?.body).toHaveLength(4_000_000);
    });
  });
}
