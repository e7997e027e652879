import { describe, expect, test } from "vitest";
import { frameAt, frameBytes, headBytes, lengthOf } from "../../../../src/store/journal/frame.ts";

const packed = { text: "äöü\n[]", bodies: [Buffer.from([0, 255, 10]), Buffer.from("x")] };
const mark = { generation: 7, salt: 0x9e3779b9 };
const frame = frameBytes(mark, packed);

test("a frame is read as it was written, wherever it begins, and tells where the next one does", () => {
  const bytes = Buffer.concat([Buffer.from("before"), frame, frame]);
  const first = frameAt(bytes, 6, mark);
  expect(first).toEqual({ text: packed.text, bodies: Buffer.from([0, 255, 10, 120]), end: 6 + frame.length });
  expect(frameAt(bytes, 6 + frame.length, mark)?.end).toBe(bytes.length);
  expect(frameAt(bytes, bytes.length, mark)).toBeNull();
});

test("a frame of nothing is its head", () => {
  const empty = frameBytes(mark, { text: "", bodies: [] });
  expect(empty).toHaveLength(headBytes);
  expect(frameAt(empty, 0, mark)).toEqual({ text: "", bodies: Buffer.alloc(0), end: headBytes });
});

describe("what is no whole frame is none", () => {
  test("one that was cut off at any byte", () => {
    for (let length = 0; length < frame.length; length += 1) {
      expect(frameAt(frame.subarray(0, length), 0, mark), `${length} bytes`).toBeNull();
      // Written over zeros, as in a file that has grown before.
      const inZeros = Buffer.alloc(frame.length + 64);
      frame.copy(inZeros, 0, 0, length);
      expect(frameAt(inZeros, 0, mark), `${length} bytes over zeros`).toBeNull();
    }
  });

  test("one with any bit changed", () => {
    for (let bit = 0; bit < frame.length * 8; bit += 1) {
      const changed = Buffer.from(frame);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(frameAt(changed, 0, mark), `bit ${bit}`).toBeNull();
    }
  });

  test("one of another writer, which a body can look like", () => {
    expect(frameAt(frame, 0, { ...mark, salt: 1 })).toBeNull();
  });

  test("one of another generation, and zeros", () => {
    expect(frameAt(frame, 0, { ...mark, generation: 8 })).toBeNull();
    expect(lengthOf(frame, 8)).toBeNull();
    expect(lengthOf(frame, 7)).toBe(frame.length);
    expect(frameAt(Buffer.alloc(4096), 0, mark)).toBeNull();
  });
});
