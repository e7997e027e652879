import { expect, it } from "vitest";
import { logViewer } from "../../../src/screens/jobs/output.ts";
import { appendLog, jobsSlice, logOpened, viewLog } from "../../../src/screens/jobs/state.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import { setWindow } from "../../../src/tui/state/window.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { hitMoved, type Move, queryTyped, searchOpened, toStart } from "../../../src/tui/viewer/moves.ts";
import type { PaneViewer } from "../../../src/tui/viewer/pane-viewer.ts";
import { drawViewer } from "../../../src/tui/viewer/view.ts";
import { someMomentMs } from "../../support/app/deliveries.ts";
import { after, initialState, type KnownState } from "../../support/app/state.ts";

const at = new Date(someMomentMs).toISOString();
const linesOf = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ at, text: `step ${first + index}` }));

const opened = after(
  initialState({ columns: 80, rows: 24 }, someMomentMs),
  showScreen("jobs"),
  logOpened("1"),
);

function viewerOf(state: KnownState): PaneViewer {
  const viewer = logViewer(state);
  if (viewer === null) throw new Error("no log is open");
  return viewer;
}

function positionOf(state: KnownState): string {
  const { state: shown, content, size } = viewerOf(state);
  return drawViewer(shown, content, size, true).position;
}

function moved(state: KnownState, ...moves: readonly Move[]): KnownState {
  return moves.reduce((now, move) => {
    const { state: shown, content, size, put } = viewerOf(now);
    return after(now, put(move(shown, content, size)));
  }, state);
}

it("keeps a log of 280,000 lines, and follows its end until it is scrolled", () => {
  let state = after(opened, appendLog("1", linesOf(1, 280_000), false));
  expect(positionOf(state)).toMatch(/-280,000 of 280,000$/);
  state = after(state, appendLog("1", linesOf(280_001, 10), false));
  expect(positionOf(state)).toMatch(/-280,010 of 280,010$/);
  const paused = moved(state, toStart);
  expect(positionOf(after(paused, appendLog("1", linesOf(280_011, 10), false)))).toMatch(
    /^1-\d+ of 280,020$/,
  );
});

it("keeps the visible lines and the hit when old lines are dropped, many at once", () => {
  let state = after(opened, appendLog("1", linesOf(1, 300_000), false));
  state = moved(state, searchOpened, queryTyped(textField("step 299999")), hitMoved(1));
  expect(viewerOf(state).state).toMatchObject({ cursor: 299_998, hit: 0 });
  state = after(state, viewLog({ ...viewerOf(state).state, following: false }));
  state = after(state, appendLog("1", linesOf(300_001, 1), false));
  expect(jobsSlice.get(state).log).toMatchObject({ dropped: 30_001 });
  expect(viewerOf(state).state).toMatchObject({ cursor: 299_998 - 30_001, hit: 0 });
});

it("wraps output between words, and a word wider than the pane beside its time", () => {
  const narrow = after(opened, setWindow({ size: { columns: 42, rows: 24 } }));
  const text = ["image python:3.12 and flavor cpu-basic are recorded", "x".repeat(40)];
  const state = after(
    narrow,
    appendLog(
      "1",
      text.map((one) => ({ at, text: one })),
      false,
    ),
  );
  const { state: shown, content, size } = viewerOf(state);
  const rows = drawViewer(shown, content, size, true).lines.map(({ spans }) =>
    spans.map((one) => one.text).join(""),
  );
  expect(rows.map((row) => row.slice(9))).toEqual([
    "image python:3.12 and flavor",
    "cpu-basic are recorded",
    "x".repeat(31),
    "x".repeat(9),
  ]);
});
