import { describe, expect, it } from "vitest";
import { setDeliveries } from "../../src/screens/deliveries/state/deliveries.ts";
import { showScreen } from "../../src/tui/state/nav.ts";
import { initialViewer } from "../../src/tui/viewer/state.ts";
import { deliveryOf, detailOf, someMomentMs } from "../support/app/deliveries.ts";
import { drawnRows, paneRows } from "../support/app/drawn.tsx";
import { initialState, after, type KnownState } from "../support/app/state.ts";

const payload = JSON.stringify({ list: Array.from({ length: 50 }, (_, index) => index) });

/** Returns the Deliveries screen with an open detail at this size. */
function stateAt(columns: number, rows: number, change: Partial<KnownState["deliveries"]> = {}): KnownState {
  return after(
    after(initialState({ columns, rows }, someMomentMs), showScreen("deliveries")),
    setDeliveries({
      rows: [deliveryOf(1)],
      loaded: true,
      focus: "detail",
      detail: detailOf(1, payload),
      ...change,
    }),
  );
}

const detailAt = (...args: Parameters<typeof stateAt>) => paneRows(stateAt(...args), "detail");

describe("the detail of a delivery", () => {
  it("has its tabs and the position in the border", () => {
    const rows = drawnRows(stateAt(80, 24));
    expect(rows[1]).toMatch(/^╭─ \[Request\] Response Headers 1 Attempts 0 Raw ─+╮$/);
    expect(rows[21]).toMatch(/^╰─ line 1 of 57 ─+╯$/);
    expect(drawnRows(stateAt(40, 10))[1]).toBe("─ [Request] Resp Head Atte Raw ─────────");
    expect(drawnRows(stateAt(80, 10))[1]).toMatch(
      /^─ \[Request\] Response Headers 1 Attempts 0 Raw ─+ line 1 of 57 ─$/,
    );
  });

  it("has room for text in the smallest terminal, below a header of two cut lines", () => {
    expect(detailAt(40, 10).slice(0, 4)).toEqual([
      "#1 POST /webhooks/inbox",
      "2026-11-20 09:14:03.218 · no secret req…",
      "❯▾ {",
      '   ▾ "list": [',
    ]);
  });

  it("shows the full header if there is room", () => {
    expect(detailAt(80, 24).slice(0, 4)).toEqual([
      "#1 POST /webhooks/inbox",
      "2026-11-20 09:14:03.218 · no secret required · 150 bytes",
      "❯▾ {",
      '   ▾ "list": [',
    ]);
  });

  it.each([
    [40, 10],
    [80, 14],
    [80, 24],
    [140, 30],
  ])("scrolls at most to its last line at %i x %i", (columns, rows) => {
    const shown = detailAt(columns, rows, {
      viewer: { ...initialViewer, of: "1 request", cursor: 10_000, top: { line: 10_000, row: 0 } },
    });
    expect(shown.at(-1)).toBe("❯✓ matches the schema of payloads");
  });
});
