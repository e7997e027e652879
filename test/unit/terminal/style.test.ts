import { describe, expect, it } from "vitest";
import { link } from "../../../src/terminal/links.ts";
import { wantsColor, createStyle } from "../../../src/terminal/style.ts";
import { visible } from "../../../src/text/visible.ts";

describe("style", () => {
  it("wraps text in a color and ends only that color, so that wraps can be nested", () => {
    const style = createStyle({ color: true });
    expect(style.error("failed")).toBe("\u001b[31mfailed\u001b[39m");
    expect(style.bold(visible("a\u001bb"))).toBe("\u001b[1ma␛b\u001b[22m");
  });

  it("leaves text as it is when there is to be no color", () => {
    const style = createStyle({ color: false });
    expect(Object.values(style).map((wrap) => wrap("x", { bold: true }))).toEqual(Array(7).fill("x"));
  });

  it("accepts only visible text and literals", () => {
    const style = createStyle({ color: true });
    const foreign: string = "from outside";
    // @ts-expect-error a string that could be anything
    expect(style.ok(foreign)).toContain("from outside");
  });
});

describe("color", () => {
  const terminal = { isTTY: true };
  it.each([
    ["on a terminal", {}, terminal, false, true],
    ["not in a file or a pipe", {}, {}, false, false],
    ["not against --no-color", {}, terminal, true, false],
    ["not against NO_COLOR", { NO_COLOR: "1" }, terminal, false, false],
    ["with an empty NO_COLOR, which does not count", { NO_COLOR: "" }, terminal, false, true],
    ["not on a dumb terminal", { TERM: "dumb" }, terminal, false, false],
  ])("is wanted %s", (_when, env, stream, flag, expected) => {
    expect(wantsColor(env, stream, flag)).toBe(expected);
  });
});

describe("a link", () => {
  const text = visible("settings");

  it("opens its address and shows its text", () => {
    expect(link("https://huggingface.co/settings/webhooks/1", text)).toBe(
      "\u001b]8;;https://huggingface.co/settings/webhooks/1\u001b\\settings\u001b]8;;\u001b\\",
    );
  });

  it("has no control character in its address, whatever was built", () => {
    const made = link("https://huggingface.co/\u001b]52;c;YQ==\u0007\n/日 \u009b", text);
    expect(made.slice(5, made.indexOf("\u001b\\"))).toMatch(/^https:\/\/huggingface\.co\/[!-~]*$/u);
  });

  it.each(["HTTPS://HuggingFace.co:443/a", "http://localhost:7870/", "http://0x7f.1/a", "http://[::1]:1/"])(
    "opens %j, a page of the Hub or of this machine",
    (address) => {
      expect(link(address, text)).toContain(new URL(address).href);
    },
  );

  it.each([
    "javascript:alert(1)",
    "file:///etc/passwd",
    "no address",
    "",
    "https://evil.example/",
    "https://huggingface.co.evil.example/",
    "https://huggingface.co:evil@evil.example/",
    "https://huggingface.co@evil.example/",
    "https://user@huggingface.co/",
    String.raw`https://evil.example\\@huggingface.co/`,
    "https://huggingface.co:444/",
    "http://huggingface.co/",
    "http://127.0.0.1.evil.example/",
    "http://127.0.0.1:80@evil.example/",
    "http://localhost.evil.example/",
  ])("is only text for %j", (address) => {
    expect(link(address, text)).toBe("settings");
  });
});
