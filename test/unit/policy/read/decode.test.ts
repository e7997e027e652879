import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { decodePolicy } from "../../../../src/policy/read/decode.ts";
import { maxBytes } from "../../../../src/policy/read/fault.ts";
import { readPolicy } from "../../../../src/policy/read/read-policy.ts";
import { readFault } from "../../../support/policy/readings.ts";

test("UTF-8 is decoded, and a byte order mark is preserved", () => {
  expect(decodePolicy(Buffer.from("\uFEFFΛ: 🦉"))).toEqual({ ok: true, text: "\uFEFFΛ: 🦉" });
});

test.each([
  ["a byte that begins nothing", [0x61, 0x80], 1],
  ["Latin-1", [0x61, 0x3a, 0x20, 0xe9, 0x0a], 3],
  ["a character cut off", [0xce, 0x9b, 0xf0, 0x9f, 0xa6], 2],
  ["a form too long", [0x61, 0xc0, 0xaf], 1],
  ["a three-byte form too long", [0xe0, 0x80, 0xaf], 0],
  ["half a surrogate pair", [0x61, 0xed, 0xa0, 0x80], 1],
  ["past the last character", [0xf4, 0x90, 0x80, 0x80], 0],
])("%s is one finding at the first bad byte", (_, bytes, offset) => {
  const decoded = decodePolicy(Uint8Array.from(bytes));
  expect(decoded.ok).toBe(false);
  if (decoded.ok) return;
  expect(decoded.text).toBe(Buffer.from(bytes.slice(0, offset)).toString());
  expect(decoded.finding).toMatchObject({ rule: "parse", start: decoded.text.length });
  expect(decoded.finding.message).toContain(`byte ${offset} of the file`);
});

test("the line and column of a bad byte are those of the text before it", () => {
  const decoded = decodePolicy(Buffer.concat([Buffer.from("a: 1\nΛ: "), Buffer.from([0xff])]));
  expect(decoded).toMatchObject({ ok: false, finding: { line: 2, column: 4 } });
});

test.each([
  ["little", [0xff, 0xfe, 0x61, 0x00]],
  ["big", [0xfe, 0xff, 0x00, 0x61]],
])("UTF-16 with the %s end first is called that", (_, bytes) => {
  expect(decodePolicy(Uint8Array.from(bytes))).toMatchObject({
    ok: false,
    finding: { message: expect.stringContaining("UTF-16") },
  });
});

test("a file of 10 MB is read, and not one byte more, as bytes or as text", () => {
  const text = `# ${"Λ".repeat((maxBytes - 8) / 2)}\na: 1\n`;
  const bytes = Buffer.from(text);
  expect(bytes.length).toBe(maxBytes);
  expect(decodePolicy(bytes).ok).toBe(true);
  expect(readPolicy(text).ok).toBe(true);
  expect(decodePolicy(Buffer.concat([bytes, Buffer.from("\n")])).ok).toBe(false);
  expect(readFault(readPolicy(`${text}\n`)).message).toMatch(/10 MB/);
});
