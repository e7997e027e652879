import { expect, test } from "vitest";
import { type JournalEntry, packEntries, unpackEntries } from "../../../../src/store/journal/entries.ts";
import { randomEntries, rowEntry } from "../../../support/journal-entries.ts";
import { seededRandom } from "../../../support/random.ts";

/** Through the bytes of a file, as a journal takes them. */
function roundTrip(entries: readonly JournalEntry[]): readonly JournalEntry[] {
  const { text, bodies } = packEntries(entries);
  return unpackEntries(Buffer.from(text, "utf8").toString("utf8"), Buffer.concat(bodies)).map(plainBytes);
}

/** Bytes compare by class too, and what is read is a Buffer's part. */
function plainBytes(entry: JournalEntry): JournalEntry {
  switch (entry.kind) {
    case "row": {
      const { delivery, large } = entry;
      return {
        ...entry,
        delivery: { ...delivery, body: Uint8Array.from(delivery.body) },
        large: large && {
          ...large,
          sha256: Uint8Array.from(large.sha256),
          data: Uint8Array.from(large.data),
        },
      };
    }
    case "attempt": {
      const { reply } = entry.attempt;
      const plain = reply && { ...reply, body: Uint8Array.from(reply.body) };
      return { ...entry, attempt: { ...entry.attempt, reply: plain } };
    }
    default:
      return entry;
  }
}

test("what is unpacked is what was packed, whatever texts and bytes it has", () => {
  const random = seededRandom(4);
  for (let round = 0; round < 1500; round += 1) {
    const entries = randomEntries(random);
    expect(roundTrip(entries)).toEqual(entries);
  }
});

test("no entries are no entries", () => {
  expect(roundTrip([])).toEqual([]);
});

test("each row keeps its own headers where rows and other entries alternate", () => {
  const entries: JournalEntry[] = [
    { ...rowEntry(1), headersJson: '[["A","1"]]' },
    { kind: "outcome", seq: 1, update: { outcome: "handled", status: 200, durationMs: 1.5 } },
    { ...rowEntry(2), headersJson: JSON.stringify([["B", "line\nline\u2028\r\n\u0000"]]) },
    { ...rowEntry(3), headersJson: "[]" },
  ];
  expect(roundTrip(entries)).toEqual(entries);
});
