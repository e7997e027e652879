import { expect, test } from "vitest";
import { createModes } from "../../../src/terminal/modes.ts";

function terminal() {
  const written: string[] = [];
  const stdout = { fd: -1, write: (chunk: string | Uint8Array) => written.push(String(chunk)) > 0 };
  createModes({ setRawMode: (() => {}) as never }, stdout);
  return { stdout, written };
}

test("a frame is one write", () => {
  const { stdout, written } = terminal();
  for (const chunk of ["\u001b[?2026h", "row 1", "row 2", "\u001b[?2026l"]) stdout.write(chunk);
  expect(written).toEqual(["\u001b[?2026hrow 1row 2\u001b[?2026l"]);
});

test("other writes pass at once", () => {
  const { stdout, written } = terminal();
  for (const chunk of ["a", "\u001b[?2026h", "b", "\u001b[?2026l", "c"]) stdout.write(chunk);
  expect(written).toEqual(["a", "\u001b[?2026hb\u001b[?2026l", "c"]);
});
