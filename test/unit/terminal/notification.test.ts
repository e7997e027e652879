import { expect, it } from "vitest";
import { desktopSequence } from "../../../src/terminal/notification.ts";
import { visible } from "../../../src/text/visible.ts";

const text = visible("a;b\u001b]0;x\u0007 \u009c");

it("is OSC 9, or OSC 777 where only this one is shown, and its text is no command", () => {
  expect(desktopSequence(text, { TERM: "xterm-256color" })).toBe(
    `\u001b]9;hooklens: ${text.replaceAll(";", ",")}\u0007`,
  );
  for (const env of [{ VTE_VERSION: "7600" }, { TERM: "foot" }, { TERM: "rxvt-unicode" }]) {
    expect(desktopSequence(text, env)).toBe(`\u001b]777;notify;hooklens;${text.replaceAll(";", ",")}\u0007`);
  }
  // Only the introducer and the end are control characters.
  expect(desktopSequence(text, {}).slice(1, -1)).not.toMatch(/\p{Cc}/u);
});

it("is passed on by tmux, and is short", () => {
  expect(desktopSequence(visible("a"), { TMUX: "/tmp/tmux" })).toBe(
    "\u001bPtmux;\u001b\u001b]9;hooklens: a\u0007\u001b\\",
  );
  expect(desktopSequence(visible("x".repeat(999)), {}).length).toBeLessThan(220);
});
