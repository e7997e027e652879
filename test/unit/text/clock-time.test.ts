import { describe, expect, it } from "vitest";
import { dateTime, isTimeZone, timeOfDay, zoneName } from "../../../src/text/clock-time.ts";

const newYork = "America/New_York";
const atMs = Date.parse("2026-11-22T07:45:10.740Z");

describe("a time", () => {
  it("is that of the zone, with the date of the zone", () => {
    expect(dateTime(atMs, newYork)).toBe("2026-11-22 02:45:10.740");
    expect(dateTime(atMs, "utc")).toBe("2026-11-22 07:45:10.740");
    expect(dateTime(atMs, "Asia/Kathmandu", "second")).toBe("2026-11-22 13:30:10");
    expect(dateTime(Date.parse("2026-11-22T01:00:00Z"), newYork, "minute")).toBe("2026-11-21 20:00");
    expect(timeOfDay(atMs, newYork)).toBe("02:45:10");
  });

  it("follows daylight saving time to the minute", () => {
    const at = (text: string) =>
      `${timeOfDay(Date.parse(text), newYork)} ${zoneName(Date.parse(text), newYork)}`;
    expect(at("2026-03-08T06:59:59Z")).toBe("01:59:59 EST");
    expect(at("2026-03-08T07:00:00Z")).toBe("03:00:00 EDT");
    expect(at("2026-11-01T05:59:59Z")).toBe("01:59:59 EDT");
    expect(at("2026-11-01T06:00:00Z")).toBe("01:00:00 EST");
  });

  it("agrees with Intl in many zones over a year", () => {
    const zones = [newYork, "Europe/Berlin", "Australia/Lord_Howe", "Asia/Tokyo", "Pacific/Chatham", "UTC"];
    for (const timeZone of zones) {
      const exact = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" });
      for (let ms = Date.parse("2026-01-01T00:07:00Z"); ms < Date.parse("2027-01-01"); ms += 7 * 3_600_000) {
        expect(dateTime(ms, timeZone, "second")).toBe(exact.format(ms));
      }
    }
  });

  it("is a question mark if it is none", () => {
    expect([
      dateTime(Number.NaN, newYork),
      timeOfDay(Number.NaN, "local"),
      zoneName(Number.NaN, "utc"),
    ]).toEqual(["?", "?", ""]);
    expect(dateTime(9e15, newYork)).toBe("?");
  });
});

describe("a time zone", () => {
  it("has its short name, or its distance from UTC", () => {
    const names = [newYork, "Europe/Berlin", "utc", "UTC", "Asia/Tokyo", "Asia/Kolkata", "+02:00"];
    expect(names.map((zone) => zoneName(atMs, zone))).toEqual([
      "EST",
      "CET",
      "UTC",
      "UTC",
      "UTC+9",
      "UTC+5:30",
      "UTC+2",
    ]);
  });

  it("exists or not", () => {
    expect(["local", "utc", newYork, "europe/berlin"].map(isTimeZone)).toEqual([true, true, true, true]);
    expect(["", "Mars/Olympus", "EDT5"].map(isTimeZone)).toEqual([false, false, false]);
  });
});
