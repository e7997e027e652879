import { describe, expect, it } from "vitest";
import { duration } from "../../../src/text/duration.ts";
import { shortenId } from "../../../src/text/identifiers.ts";
import { byteSize, count, plural, readByteSize } from "../../../src/text/numbers.ts";
import { relativeTime } from "../../../src/text/relative-time.ts";

const nowMs = Date.UTC(2026, 10, 20, 9, 14, 3, 218);
const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe("relativeTime", () => {
  it.each([
    [0, "now"],
    [999, "now"],
    [-999, "now"],
    [second, "1 s"],
    [59_999, "59 s"],
    [minute, "1 min"],
    [2 * minute + 59_999, "2 min"],
    [hour - 1, "59 min"],
    [hour, "1 h"],
    [day - 1, "23 h"],
    [2 * day, "2 d"],
    [1234 * day, "1,234 d"],
    [-5 * second, "in 5 s"],
    [-2 * hour, "in 2 h"],
    [Number.NaN, "?"],
  ])("%d ms ago is %j", (agoMs, expected) => {
    expect(relativeTime(nowMs - agoMs, nowMs)).toBe(expected);
  });
});

describe("duration", () => {
  it.each([
    [0, "0 ms"],
    [4, "4 ms"],
    [11.4, "11 ms"],
    [999.4, "999 ms"],
    [999.6, "1 s"],
    [1200, "1.2 s"],
    [9940, "9.9 s"],
    [9960, "10 s"],
    [59_400, "59 s"],
    [59_960, "1 min"],
    [90_000, "1.5 min"],
    [5 * minute, "5 min"],
    [hour - 1, "1 h"],
    [36 * hour, "1.5 d"],
    [2000 * day, "2,000 d"],
    [-1, "?"],
    [Number.POSITIVE_INFINITY, "?"],
  ])("%d ms is %j", (ms, expected) => {
    expect(duration(ms)).toBe(expected);
  });
});

describe("count, plural and byteSize", () => {
  it.each([
    [0, "0"],
    [999, "999"],
    [1000, "1,000"],
    [12_408, "12,408"],
    [-1_234_567, "-1,234,567"],
    [-123, "-123"],
  ])("counts %d as %j", (n, expected) => {
    expect(count(n)).toBe(expected);
  });

  it("words a number of things", () => {
    expect(plural(1, "delivery", "deliveries")).toBe("1 delivery");
    expect(plural(12_408, "delivery", "deliveries")).toBe("12,408 deliveries");
    expect(plural(0, "row")).toBe("0 rows");
  });

  it.each([
    [0, "0 bytes"],
    [1, "1 byte"],
    [1204, "1,204 bytes"],
    [9999, "9,999 bytes"],
    [10_000, "10 kB"],
    [12_345, "12.3 kB"],
    [999_499, "999 kB"],
    [999_500, "1 MB"],
    [5 * 1024 * 1024, "5 MiB"],
    [5 * 1024 * 1024 + 1, "5.24 MB"],
    [2 * 1024 ** 3, "2 GiB"],
    [1.5e15, "1,500 TB"],
  ])("words %d bytes as %j", (bytes, expected) => {
    expect(byteSize(bytes)).toBe(expected);
  });
});

describe("shortenId", () => {
  it.each([
    ["639010f2a7b3c4d5e6fde93b", "6390…de93b"],
    ["0123456789", "0123456789"],
    ["01234567890", "0123…67890"],
    ["", ""],
    ["\u202Eabc", "⟨202E⟩abc"],
  ])("%j is %j", (id, expected) => {
    expect(shortenId(id)).toBe(expected);
  });
});

describe("readByteSize", () => {
  it.each([
    ["0", 0],
    ["4096", 4096],
    ["12b", 12],
    ["2GiB", 2_147_483_648],
    ["500 MB", 500_000_000],
    ["1.5kb", 1500],
    ["0.5KiB", 512],
    [" 1 tib ", 1_099_511_627_776],
  ])("reads %j as %i bytes", (text, bytes) => {
    expect(readByteSize(text)).toBe(bytes);
  });

  it.each(["", "GiB", "-1", "2 G iB", "2XB", "1e9", "9999999999999TB", "2GiB!"])(
    "takes %j for none",
    (text) => {
      expect(readByteSize(text)).toBeNull();
    },
  );
});
