import type { JournalEntry } from "../../src/store/journal/entries.ts";
import { hostileText } from "./hostile-text.ts";
import { newDelivery } from "./new-delivery.ts";
import type { Random } from "./random.ts";

type RowEntry = Extract<JournalEntry, { kind: "row" }>;

/** The entry of a delivery that brings nothing special. */
export function rowEntry(seq: number, over: Partial<RowEntry["delivery"]> = {}): RowEntry {
  const { headers, ...delivery } = newDelivery();
  return {
    kind: "row",
    seq,
    delivery: { ...delivery, ...over },
    headersJson: JSON.stringify(headers),
    large: null,
  };
}

/** Some entries of all kinds, with texts and bytes that could be taken for a boundary. */
export function randomEntries(random: Random): JournalEntry[] {
  return Array.from({ length: random.below(12) }, (_, index) => randomEntry(random, index + 1));
}

function randomEntry(random: Random, seq: number): JournalEntry {
  switch (random.below(4)) {
    case 0:
      return {
        kind: "outcome",
        seq,
        update: {
          outcome: random.pick(["handled", "failed", "interrupted"]),
          status: maybe(random, () => 200 + random.below(400)),
          durationMs: maybe(random, () => random.next() * 1e4),
        },
      };
    case 1:
      return {
        kind: "attempt",
        seq,
        attempt: {
          target: hostileText(random, 20),
          startedAt: new Date(random.below(2 ** 31) * 1000).toISOString(),
          status: maybe(random, () => random.below(600)),
          error: maybe(random, () => hostileText(random, 20)),
          durationMs: random.next() * 1e4,
          reply: maybe(random, () => ({
            headers: [
              ["a", hostileText(random, 9)],
              [hostileText(random, 9), "\n"],
            ],
            body: randomBytes(random),
          })),
        },
      };
    default:
      return randomRow(random, seq);
  }
}

function randomRow(random: Random, seq: number): RowEntry {
  const headers = Array.from({ length: random.below(4) }, () => [
    hostileText(random, 12),
    hostileText(random, 30),
  ]);
  const large = maybe(random, () => ({
    sha256: Uint8Array.from({ length: 32 }, () => random.below(256)),
    coding: random.pick(["zstd", "plain"] as const),
    data: randomBytes(random),
  }));
  const { delivery } = rowEntry(seq, {
    receivedAtMs: random.below(2 ** 31) * 1000 + random.below(1000),
    route: maybe(random, () => hostileText(random, 10)),
    method: hostileText(random, 5),
    path: `/${hostileText(random, 30)}`,
    remote: hostileText(random, 10),
    body: large === null ? randomBytes(random) : new Uint8Array(),
    bytes: random.below(1e9),
    sha256: random.pick([null, true, "ab".repeat(32)]),
    event: maybe(random, () => ({ scope: hostileText(random, 8), action: hostileText(random, 8) })),
    repo: maybe(random, () => ({ type: "model", name: hostileText(random, 20) })),
    webhookId: maybe(random, () => hostileText(random, 8)),
    auth: random.pick(["ok", "missing", "wrong", "open"]),
    outcome: random.pick(["pending", "accepted", "rejected"]),
    schemaValid: random.next() < 0.5,
    status: maybe(random, () => random.below(600)),
    durationMs: maybe(random, () => random.next() * 1e4),
    replayOf: maybe(random, () => random.below(1e6)),
    dedupeKey: maybe(random, () => hostileText(random, 8)),
    dedupeWithinMs: maybe(random, () => random.below(1e6)),
  });
  return { kind: "row", seq, delivery, headersJson: JSON.stringify(headers), large };
}

function maybe<T>(random: Random, make: () => T): T | null {
  return random.next() < 0.5 ? null : make();
}

function randomBytes(random: Random): Uint8Array {
  return Uint8Array.from({ length: random.below(random.pick([1, 40, 4000])) }, () => random.below(256));
}
