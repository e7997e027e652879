import { describe, expect, it } from "vitest";
import { setDeliveries } from "../../src/screens/deliveries/state.ts";
import { showScreen } from "../../src/tui/state/nav.ts";
import { deliveryOf, detailOf, someMomentMs } from "../support/app/deliveries.ts";
import { drawnRows } from "../support/app/drawn.tsx";
import { initialState, after, type KnownState } from "../support/app/state.ts";

const payload = JSON.stringify({ list: Array.from({ length: 50 }, (_, index) => index) });

/** Draws the Deliveries screen with an open detail at this size. */
function detailAt(
  columns: number,
  rows: number,
  change: Partial<KnownState["deliveries"]> = {},
): readonly string[] {
  const state = after(
    after(initialState({ columns, rows }, someMomentMs), showScreen("deliveries")),
    setDeliveries({
      rows: [deliveryOf(1)],
      loaded: true,
      focus: "detail",
      detail: detailOf(1, payload),
      ...change,
    }),
  );
  return drawnRows(state);
}

describe("the detail of a delivery", () => {
  it("has room for text in the smallest terminal, below a one-line header", () => {
    expect(detailAt(40, 10).slice(4, 8)).toEqual([
      "[Payload] Headers 1  Attempts 0  Raw",
      "#1 POST /webhooks/inbox",
      "{",
      '  "list": [',
    ]);
  });

  it("shows the full header if there is room", () => {
    expect(detailAt(80, 24).slice(4, 10)).toEqual([
      "[Payload] Headers 1  Attempts 0  Raw",
      "#1 POST /webhooks/inbox",
      "2026-11-20T09:14:03.218Z · no secret required · 150 bytes",
      "",
      "{",
      '  "list": [',
    ]);
  });

  it.each([
    [40, 10],
    [80, 14],
    [80, 24],
    [140, 30],
  ])("scrolls at most to its last line at %i x %i", (columns, rows) => {
    const shown = detailAt(columns, rows, { detailTop: 10_000 });
    expect(shown[rows - 3]).toMatch(/}$/);
    expect(shown[rows - 4]).toMatch(/ {2}]$/);
  });
});
