import { describe, expect, it } from "vitest";
import { span } from "../../../src/text/line.ts";
import { v } from "../../../src/text/visible.ts";
import { paneBorder } from "../../../src/tui/frame/pane-border.ts";
import { type Arrangement, contains, paneSize, type PaneTree, placePanes } from "../../../src/tui/layout.ts";
import { initialState } from "../../support/app/state.ts";

const beside: PaneTree = {
  direction: "row",
  parts: [
    { pane: "list", share: 0.6, minColumns: 48 },
    { pane: "detail", share: 0.4, minColumns: 38 },
  ],
};
const nested: PaneTree = {
  direction: "column",
  parts: [
    { pane: "matrix", size: 10, minRows: 3 },
    { direction: "row", parts: [{ pane: "cell" }, { pane: "state", minColumns: 38 }] },
  ],
};

/** Returns the areas of the panes at this size as `id x,y columns x rows`. */
function placed(tree: PaneTree, columns: number, rows: number, focused = ""): readonly string[] {
  const arrangement: Arrangement = { id: "s", layout: () => tree, focusedPane: () => focused };
  return placePanes(initialState({ columns, rows }, 0), arrangement).map(
    ({ id, rect }) => `${id} ${rect.x},${rect.y} ${rect.columns}x${rect.rows}`,
  );
}

describe("the layout of panes", () => {
  it("divides the room between header and status by shares", () => {
    expect(placed(beside, 120, 30)).toEqual(["list 0,1 72x27", "detail 72,1 48x27"]);
    expect(placed(beside, 90, 30)).toEqual(["list 0,1 50x27", "detail 50,1 40x27"]);
  });

  it("shows only the focused pane where the minimum sizes do not fit", () => {
    expect(placed(beside, 89, 30)).toEqual(["list 0,1 89x27"]);
    expect(placed(beside, 89, 30, "detail")).toEqual(["detail 0,1 89x27"]);
  });

  it("nests rows and columns, of which a part has its wanted size, if the others keep their minimum", () => {
    expect(placed(nested, 100, 33)).toEqual(["matrix 0,1 100x12", "cell 0,13 50x18", "state 50,13 50x18"]);
    expect(placed(nested, 100, 15)).toEqual(["matrix 0,1 100x8", "cell 0,9 50x4", "state 50,9 50x4"]);
    expect(placed(nested, 60, 33, "state")).toEqual(["matrix 0,1 60x12", "state 0,13 60x18"]);
  });

  it("has borders around the content, in a low window only above it", () => {
    const state = (rows: number) => initialState({ columns: 120, rows }, 0);
    const arrangement: Arrangement = { id: "s", layout: () => beside, focusedPane: () => "list" };
    expect(placePanes(state(14), arrangement).map(({ inner }) => inner)).toEqual([
      { x: 1, y: 2, columns: 70, rows: 9 },
      { x: 73, y: 2, columns: 46, rows: 9 },
    ]);
    // A line separates the second pane from the first.
    expect(placePanes(state(13), arrangement).map(({ inner }) => inner)).toEqual([
      { x: 0, y: 2, columns: 72, rows: 9 },
      { x: 73, y: 2, columns: 47, rows: 9 },
    ]);
    expect(paneSize(state(14), arrangement, "hidden")).toMatchObject({ columns: 118, rows: 9 });
  });

  it("covers every cell of the room once, at any size", () => {
    for (let columns = 40; columns < 200; columns += 7) {
      for (let rows = 10; rows < 60; rows += 3) {
        for (const tree of [beside, nested]) {
          const arrangement: Arrangement = { id: "s", layout: () => tree, focusedPane: () => "cell" };
          const rects = placePanes(initialState({ columns, rows }, 0), arrangement).map(({ rect }) => rect);
          for (const point of [
            { x: 0, y: 1 },
            { x: columns - 1, y: rows - 3 },
            { x: columns >> 1, y: rows >> 1 },
          ]) {
            expect(rects.filter((rect) => contains(rect, point))).toHaveLength(1);
          }
          expect(rects.reduce((sum, rect) => sum + rect.columns * rect.rows, 0)).toBe(columns * (rows - 3));
        }
      }
    }
  });
});

describe("the border of a pane", () => {
  const text = (columns: number, isCompact: boolean) => {
    const border = paneBorder(
      {
        title: [span(v`Deliveries`)],
        position: v`1-36 of 280,017`,
        foot: [span(v`2 marked`)],
        rect: { x: 0, y: 1, columns, rows: 20 },
        isFocused: true,
      },
      isCompact,
    );
    const plain = (line: typeof border.foot) => line?.spans.map((one) => one.text).join("") ?? null;
    return [plain(border.title), plain(border.foot)];
  };

  it("has the title above, and position and foot below, cut to its width", () => {
    expect(text(40, false)).toEqual([" Deliveries ", " 1-36 of 280,017 · 2 marked "]);
    expect(text(24, false)).toEqual([" Deliveries ", " 1-36 of 280,017 · …"]);
  });

  it("has the position beside the title if there is no bottom border", () => {
    expect(text(40, true)).toEqual([" Deliveries ", " 1-36 of 280,017 "]);
    expect(text(30, true)).toEqual([" Deliveries ", null]);
  });
});
