import { describe, expect, it, vi } from "vitest";
import type { Line } from "../../src/text/line.ts";
import { frameOf } from "../../src/tui/app-frame.ts";
import { messageShown } from "../../src/tui/state/messages.ts";
import { someMomentMs } from "../support/app/deliveries.ts";
import { drawnRows } from "../support/app/drawn.tsx";
import { frameFaults, layoutFaults } from "../support/app/frame-faults.ts";
import { randomState } from "../support/app/random-state.ts";
import { registry } from "../support/app/registry.ts";
import { after, initialState } from "../support/app/state.ts";
import { seededRandom } from "../support/random.ts";

/** Number of states of each size; `HOOKLENS_FRAME_ROUNDS=150` for a thorough run. */
const rounds = Number(process.env["HOOKLENS_FRAME_ROUNDS"] ?? 25);
vi.setConfig({ testTimeout: 2_400 * rounds });

const textOf = ({ spans }: Line) => spans.map(({ text }) => text).join("");

describe("a frame", () => {
  it.each([
    [40, 10],
    [80, 24],
    [100, 12],
    [120, 40],
    [200, 60],
  ])("of %i x %i has that size and only visible text, whatever the state", (columns, rows) => {
    const random = seededRandom(columns);
    for (let round = 0; round < rounds; round += 1) {
      const state = randomState(random, { columns, rows });
      // The layout takes most of the time, so only every tenth frame is checked.
      const laidOut = round % 10 === 0 ? layoutFaults(state, columns, rows) : [];
      expect([...frameFaults(state, columns, rows), ...laidOut]).toEqual([]);
    }
  });

  it("is correct at every size from the smallest", () => {
    const random = seededRandom(9);
    for (let round = 0; round < rounds; round += 1) {
      const [columns, rows] = [40 + random.below(100), 10 + random.below(40)];
      const state = randomState(random, { columns, rows });
      // The layout takes most of the time, so only every tenth frame is checked.
      const laidOut = round % 10 === 0 ? layoutFaults(state, columns, rows) : [];
      expect([...frameFaults(state, columns, rows), ...laidOut]).toEqual([]);
    }
  });

  it("shows each change of the state, whatever was drawn before", () => {
    const random = seededRandom(17);
    const size = { columns: 120, rows: 40 };
    for (let round = 0; round < rounds; round += 1) {
      const state = randomState(random, size);
      const other = randomState(random, size);
      frameOf(state, registry);
      const [name, slice] = random.pick(Object.entries(other));
      const changed = { ...state, [name]: slice };
      // No part of a frame of copies was drawn before.
      expect(frameOf(changed, registry)).toEqual(frameOf(structuredClone(changed), registry));
    }
  });

  it("contains the selected row, wherever the list is", () => {
    const random = seededRandom(13);
    for (let round = 0; round < 2 * rounds; round += 1) {
      const size = { columns: 40 + random.below(100), rows: 10 + random.below(40) };
      const state = randomState(random, size);
      const deliveries = state.deliveries;
      const webhooks = state.webhooks;
      const screen = state.nav.screen;
      const list = screen === "deliveries" ? deliveries.rows : screen === "webhooks" ? webhooks.items : [];
      const isListFocused = (screen === "deliveries" ? deliveries : webhooks).focus === "list";
      const { panes } = frameOf(state, registry);
      const shown = panes.find(({ id }) => id === "list");
      // Another pane may fill a window that has no room for both.
      if (list.length === 0 || (!isListFocused && shown === undefined)) continue;
      const marked = (shown?.lines ?? []).filter((line) => textOf(line).startsWith("❯"));
      expect(marked).toHaveLength(1);
      expect(marked[0]?.spans[0]?.selected).toBe(true);
    }
  });

  it("is one wrapped sentence in a terminal that is too small", () => {
    const sizes = [
      [39, 24, ["Enlarge to 40x10 (now 39x24) to show", "hooklens"]],
      [80, 9, ["Enlarge to 40x10 (now 80x9) to show hooklens"]],
      [20, 5, ["Enlarge to 40x10", "(now 20x5) to show", "hooklens"]],
      [10, 2, ["Enlarge to", "40x10 (now"]],
    ] as const;
    for (const [columns, rows, text] of sizes) {
      const state = initialState({ columns, rows }, someMomentMs);
      expect(frameOf(state, registry).dialogs).toEqual([]);
      const drawn = drawnRows(state);
      expect(drawn.slice(0, text.length)).toEqual(text);
      expect(drawn.slice(text.length).join("")).toBe("");
    }
  });

  it("shows all of a long error in the smallest terminal, over its status", () => {
    const error =
      "no authtoken for ngrok is set (neither NGROK_AUTHTOKEN nor the configuration nor an ngrok.yml has one). " +
      "Get it at https://dashboard.ngrok.com/get-started/your-authtoken and set NGROK_AUTHTOKEN.";
    const state = after(
      initialState({ columns: 40, rows: 10 }, someMomentMs),
      messageShown("error", error, someMomentMs),
    );
    expect(frameFaults(state, 40, 10)).toEqual([]);
    const [box] = frameOf(state, registry).dialogs;
    const text = box?.lines.map((line) => textOf(line).trimEnd()).join(" ") ?? "";
    expect(text.replaceAll(" ", "")).toBe(error.replaceAll(" ", ""));
  });

  it("explains at the first start which hub is used, and what to press", () => {
    expect(drawnRows(initialState({ columns: 80, rows: 10 }, someMomentMs))).toEqual([
      "[1 Webhooks] 2 Deliveries  3 Policies  4 Jobs  5 Messages       ◌hub  ◌ receiver",
      `─ Webhooks ${"─".repeat(69)}`,
      "",
      "  Starting the hub…",
      "",
      "",
      "",
      "",
      "",
      " c new  t trigger  g go to  m more  ? help",
    ]);
  });
});
