import { expect, it } from "vitest";
import { clipboardSequence } from "../../../src/terminal/clipboard.ts";

it("carries the text encoded, so that nothing in it can be taken for a command", () => {
  const text = "héllo \u001b]0;title\u0007";
  const sequence = clipboardSequence(text, {}) ?? "";
  expect(sequence.startsWith("\u001b]52;c;") && sequence.endsWith("\u0007")).toBe(true);
  const body = sequence.slice(7, -1);
  expect(body).toMatch(/^[A-Za-z0-9+/=]+$/u);
  expect(Buffer.from(body, "base64").toString()).toBe(text);
});

it("in tmux goes both ways: for tmux itself, and passed on to the terminal outside", () => {
  expect(clipboardSequence("a", { TMUX: "/tmp/tmux-1000/default,1,0" })).toBe(
    "\u001b]52;c;YQ==\u0007\u001bPtmux;\u001b\u001b]52;c;YQ==\u0007\u001b\\",
  );
});

it("is refused when a terminal would cut it", () => {
  expect(clipboardSequence("x".repeat(74_994), {})?.length).toBe(100_000);
  expect(clipboardSequence("x".repeat(74_995), {})).toBeNull();
});
