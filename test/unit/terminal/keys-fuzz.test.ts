import { expect, it } from "vitest";
import { createKeyDecoder, type InputEvent } from "../../../src/terminal/keys.ts";
import { type Random, seededRandom } from "../../support/random.ts";

/** Bytes and pieces that often combine into sequences of every kind, whole, cut and nested. */
const pieces = [
  "\u001b",
  "\u001b[",
  "\u001bO",
  "\u001b]11;",
  "\u001bP1",
  "\u001b_G",
  "\u001b\\",
  "\u001b[200~",
  "\u001b[201~",
  "\u001b[<0;3;4M",
  "\u001b[M",
  "\u001b[1;5A",
  "\u001b[97;5u",
  "\u001b[[",
  "\u0007",
  "\r",
  "\u0003",
  "[",
  "1",
  ";",
  "~",
  "$",
  "A",
  "R",
  "q",
  "é",
  "日",
  "😀",
  "\ud83d",
  "\u009b",
  "\u009c",
];

function split(input: string | Uint8Array, random: Random): (string | Uint8Array)[] {
  const parts: (string | Uint8Array)[] = [];
  for (let at = 0; at < input.length;) {
    const length = 1 + random.below(6);
    parts.push(input.slice(at, at + length));
    at += length;
  }
  return parts;
}

function decode(parts: readonly (string | Uint8Array)[]): InputEvent[] {
  const decoder = createKeyDecoder();
  return [...parts.flatMap((part) => decoder.push(part)), ...decoder.flush()];
}

it("gives the same events however bytes are split over reads", () => {
  const random = seededRandom(20_241_107);
  for (let round = 0; round < 20_000; round += 1) {
    const input = Buffer.concat(
      Array.from({ length: 1 + random.below(12) }, () =>
        random.next() < 0.15 ? Buffer.from([random.below(256)]) : Buffer.from(random.pick(pieces)),
      ),
    );
    const hex = input.toString("hex");
    expect({ hex, events: decode(split(input, random)) }).toEqual({ hex, events: decode([input]) });
  }
});

it("gives the same events however a string is split, between the halves of a character too", () => {
  const random = seededRandom(7);
  for (let round = 0; round < 20_000; round += 1) {
    const input = Array.from({ length: 1 + random.below(12) }, () => random.pick(pieces)).join("");
    expect({ input, events: decode(split(input, random)) }).toEqual({ input, events: decode([input]) });
  }
});

it("never throws, and every key has a name and no control character in its text", () => {
  const random = seededRandom(99);
  for (let round = 0; round < 20_000; round += 1) {
    const input = Uint8Array.from({ length: random.below(40) }, () =>
      random.next() < 0.3 ? 0x1b : random.below(256),
    );
    const wrong = decode(split(input, random)).filter(
      (event) => event.type === "key" && (event.name === "" || /\p{Cc}|\p{Cs}/u.test(event.text)),
    );
    expect({ hex: Buffer.from(input).toString("hex"), wrong }).toMatchObject({ wrong: [] });
  }
});

it("keeps no more than one sequence open, whatever goes on without an end", () => {
  const decoder = createKeyDecoder();
  const events = decoder.push(`\u001b[${"1".repeat(100_000)}`);
  expect(events.length).toBeGreaterThan(0);
  expect(decoder.pending).toBe("nothing");
});
