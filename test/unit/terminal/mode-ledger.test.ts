import { describe, expect, it } from "vitest";
import { createModeLedger } from "../../../src/terminal/mode-ledger.ts";

function undoAfter(...outputs: string[]): string {
  const ledger = createModeLedger();
  for (const output of outputs) ledger.note(output);
  return ledger.undo();
}

describe("sequences written to a terminal", () => {
  it("is nothing to take back when only text and colors were written", () => {
    expect(undoAfter("text \u001b[31mred\u001b[0m \u001b[5;1Hmoved \u001b[2J")).toBe("");
  });

  it("is taken back from the inside out: reports, keyboard, colors, screen, cursor", () => {
    expect(
      undoAfter("\u001b[?1049h", "\u001b[?25l", "\u001b[>1u", "\u001b[?2004h\u001b[?1002;1006hframe"),
    ).toBe("\u001b[?1006l\u001b[?1002l\u001b[?2004l\u001b[<1u\u001b[0m\u001b[?1049l\u001b[?25h");
  });

  it("is not taken back twice", () => {
    expect(undoAfter("\u001b[?1049h\u001b[?25l", "frame", "\u001b[?1049l\u001b[?25h")).toBe("");
    const ledger = createModeLedger();
    ledger.note("\u001b[?1049h\u001b[?2004h\u001b[>1u");
    ledger.note(ledger.undo());
    expect(ledger.undo()).toBe("");
  });

  it("ends a frame that was being written, which some terminals would go on holding back", () => {
    expect(undoAfter("\u001b[?2026hhalf a fra")).toBe("\u001b[?2026l\u001b[0m");
  });

  it("counts keyboard flags, which terminals keep as a stack", () => {
    expect(undoAfter("\u001b[>1u\u001b[>5u\u001b[<u")).toBe("\u001b[<1u\u001b[0m");
  });

  it("lets long lines wrap again, which they do at the start", () => {
    expect(undoAfter("\u001b[?7l")).toBe("\u001b[?7h\u001b[0m");
    expect(undoAfter("\u001b[?7h", "\u001b[?7l\u001b[?7h")).toBe("");
  });

  it("ignores modes that need no restoring", () => {
    expect(undoAfter("\u001b[?12h")).toBe("");
  });
});
