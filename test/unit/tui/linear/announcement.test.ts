import { describe, expect, it } from "vitest";
import { v } from "../../../../src/text/visible.ts";
import { type LinearLine, type LinearPage, newLines } from "../../../../src/tui/linear/announcement.ts";

const text = (content: string): LinearLine => ({ text: v`${content}`, role: "text" });
const row = (content: string): LinearLine => ({ text: v`${content}`, role: "quiet" });
const current = (content: string, mark = "selected"): LinearLine => ({
  text: v`${content}`,
  role: "current",
  mark: v`${mark}`,
});
const page = (...lines: readonly LinearLine[]): LinearPage => ({ place: "webhooks list", lines });

describe("the announced lines", () => {
  const list = page(text("Webhooks"), current("one", "selected 1 of 3"), row("two"), row("three"));

  it("are all lines at the start and at another place", () => {
    const all = ["Webhooks", "selected 1 of 3: one", "two", "three"];
    expect(newLines(null, list)).toEqual(all);
    expect(newLines({ ...list, place: "deliveries list" }, list)).toEqual(all);
    expect(newLines(list, list)).toEqual([]);
  });

  it("are not what is said once, at another place, unless it changed", () => {
    const zone = (name: string): LinearLine => ({ text: v`time zone: ${name}`, role: "once" });
    const [before, after] = [page(text("Webhooks"), zone("UTC")), page(text("Jobs"), zone("UTC"))];
    expect(newLines(null, before)).toEqual(["Webhooks", "time zone: UTC"]);
    expect(newLines(before, { ...after, place: "jobs list" })).toEqual(["Jobs"]);
    expect(newLines(before, page(text("Webhooks"), zone("CET")))).toEqual(["time zone: CET"]);
  });

  it("are the newly selected row, known before or not", () => {
    const moved = page(text("Webhooks"), row("one"), current("two", "selected 2 of 3"), row("three"));
    expect(newLines(list, moved)).toEqual(["selected 2 of 3: two"]);
    const scrolled = page(text("Webhooks"), row("three"), row("four"), current("five", "selected 5 of 5"));
    expect(newLines(list, scrolled)).toEqual(["selected 5 of 5: five"]);
  });

  it("are not the same row at another position", () => {
    const later = page(text("Webhooks"), row("zero"), current("one", "selected 2 of 4"), row("two"));
    expect(newLines(list, later)).toEqual([]);
  });

  it("are the field in use, and new texts", () => {
    const form = page(current("URL: http", "editing"), text("secret: none"));
    const typed = page(current("URL: https", "editing"), text("secret: none"), text("error: too short"));
    expect(newLines(form, typed)).toEqual(["editing: URL: https", "error: too short"]);
    const moved = page(text("URL: https"), current("secret: none", "editing"), text("error: too short"));
    expect(newLines(typed, moved)).toEqual(["editing: secret: none"]);
  });

  it("are not texts of which only an age changed", () => {
    const waiting = (age: string) => page(text(`next attempt in ${age}`), text("took 1.2 s"));
    expect(newLines(waiting("5 s"), waiting("4 min"))).toEqual([]);
  });
});
