import { expect, it } from "vitest";
import { joinMarks, span } from "../../../src/text/line.ts";
import { v } from "../../../src/text/visible.ts";

it("moves a mark to the span of the character that it joins", () => {
  const spans = [span(v`Cafe`, "ok"), span(v`\u0301\u0308s`, "muted"), span(v`\u0301`, "error")];
  expect(joinMarks(spans)).toEqual([span(v`Cafe\u0301\u0308`, "ok"), span(v`s\u0301`, "muted")]);
  expect(joinMarks([span(v`\u0301a`, "ok")])).toEqual([span(v`\u0301`), span(v`a`, "ok")]);
});
