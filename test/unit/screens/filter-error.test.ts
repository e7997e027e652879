import { expect, it } from "vitest";
import { filterErrorLines } from "../../../src/screens/deliveries/head/filter-error.ts";
import { deliveriesLayout } from "../../../src/screens/deliveries/layout.ts";
import { setDeliveries } from "../../../src/screens/deliveries/state/deliveries.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import { setWindow } from "../../../src/tui/state/window.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { after, initialState } from "../../support/app/state.ts";

const message = "unknown key. Keys are status, route, repo, scope, action, webhook, is, since and until.";

function rows(columns: number, start: number, height = 20): readonly string[] {
  const state = after(
    initialState({ columns: 80, rows: 24 }, someMomentMs),
    setDeliveries({ filterError: { message, span: [start, start + 3] } }),
  );
  return filterErrorLines(state, { columns, rows: height }).map(({ spans }) =>
    spans.map(({ text }) => text).join(""),
  );
}

it("stands whole below its place, and further left where it would be narrow", () => {
  for (const columns of [40, 60, 80, 200]) {
    for (const start of [0, 5, 30, 400]) {
      const drawn = rows(columns, start);
      expect(Math.max(...drawn.map((row) => row.length))).toBeLessThanOrEqual(columns);
      expect(drawn.map((row) => row.trim()).join(" ")).toBe(`✗ ${message}`);
    }
  }
  expect(rows(80, 5)[0]?.indexOf("✗")).toBe(9 + 5);
  expect(rows(40, 5)[0]?.indexOf("✗")).toBe(1);
});

it("leaves half of the pane to the list, which gets its rows back with a valid filter", () => {
  expect(rows(40, 0, 4)).toHaveLength(2);
  const open = after(initialState({ columns: 40, rows: 20 }, someMomentMs), showScreen("deliveries"));
  const wrong = after(open, setDeliveries({ filterError: { message, span: [0, 3] } }));
  const [before, during] = [open, wrong].map((state) => deliveriesLayout(state));
  expect(during?.listRows).toBe((before?.listRows ?? 0) - (during?.listHeadRows ?? 0) + 2);
  const after10 = after(wrong, setWindow({ size: { columns: 40, rows: 10 } }));
  expect(deliveriesLayout(after10).listRows).toBeGreaterThan(0);
});
