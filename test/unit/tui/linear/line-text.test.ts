import { expect, it } from "vitest";
import { line, span } from "../../../../src/text/line.ts";
import { v } from "../../../../src/text/visible.ts";
import { lineText } from "../../../../src/tui/linear/line-text.ts";

it("joins a padded label and its value with a colon", () => {
  expect(lineText(line(span(v`  id        `, "muted"), span(v`6390de93b`), span(v`    `)))).toBe(
    "id: 6390de93b",
  );
  expect(lineText(line(span(v`❯ URL       `, "accent"), span(v`http://a.example`)))).toBe(
    "URL: http://a.example",
  );
  expect(lineText(line(span(v`  Enter            `), span(v`Open the webhook`)))).toBe(
    "Enter: Open the webhook",
  );
  expect(lineText(line(span(v`secret    `)))).toBe("secret");
});

it("leaves out rules, borders, gauges and padding", () => {
  expect(lineText(line(span(v`────────`)))).toBe("");
  expect(lineText(line(span(v`   `), span(v`│ `), span(v`▁▂▅█ `)))).toBe("");
  expect(lineText(line(span(v` a   b `)))).toBe("a b");
});

it("reads glyphs as words, or not at all where a word follows", () => {
  expect(lineText(line(span(v`✗ it failed`, "error")))).toBe("error: it failed");
  expect(lineText(line(span(v`status    `, "muted"), span(v`● enabled`, "ok")))).toBe("status: enabled");
  expect(lineText(line(span(v`seal    `, "muted"), span(v`↺ changed`, "warn")))).toBe("seal: changed");
  expect(lineText(line(span(v` paused · 3 new`)))).toBe("paused, 3 new");
});

it("tells a warning from what is stronger than before by its tone", () => {
  expect(lineText(line(span(v`▲ 2 stronger`, "ok")))).toBe("2 stronger");
  expect(lineText(line(span(v`▲ 2 stronger`, "warn")))).toBe("warning: 2 stronger");
});

it("keeps the glyphs of a text that is not ours", () => {
  expect(lineText(line(span(v`  "`), span(v`a ✗ b ● c`), span(v`"`)))).toBe('"a ✗ b ● c"');
});
