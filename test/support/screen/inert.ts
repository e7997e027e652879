import { expect } from "vitest";
import { backgroundQuery } from "../../../src/terminal/background.ts";
import type { Screen } from "./screen.ts";

/** Expects no sequences that could harm a terminal, and no invisible characters. */
export function expectInert({ raw: output }: Pick<Screen, "raw">): void {
  // The color of the background is asked once, by OSC 11.
  const raw = output.replace(backgroundQuery, "");
  // OSC, DCS, APC, PM, SOS and full reset are never used here.
  expect(raw).not.toMatch(/\u001b[\]PX^_c]/);
  expect(raw).not.toMatch(/[\u0080-\u009f]/);
  // Only CSI sequences for colors, the cursor, erasing, and modes that are restored.
  const sequences = raw.match(/\u001b\[[^@-~]*[@-~]/g) ?? [];
  const unknown = sequences.filter(
    (one) => !/^\u001b\[(?:[\d;]*[mABCDEGHJK]|\?(?:7|25|1000|1002|1006|1049|2004|2026)[hl])$/.test(one),
  );
  expect([...new Set(unknown)]).toEqual([]);
  // No bidi controls, zero-width characters or tags: terminals hide them or reverse the line.
  expect(raw).not.toMatch(/[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\u{e0000}-\u{e007f}]/u);
  // No backspaces, tabs or bells; Ink moves the cursor by CR and LF.
  expect(raw.replaceAll(/\u001b\[/g, "")).not.toMatch(/[\0-\u0009\u000b\u000c\u000e-\u001f\u007f]/);
}
