import { describe, expect, it } from "vitest";
import { jsonDocument } from "../../../../src/text/json-document.ts";
import { line, lineWidth, span } from "../../../../src/text/line.ts";
import { v, visible } from "../../../../src/text/visible.ts";
import { textField } from "../../../../src/tui/text-field.ts";
import type { ViewerContent } from "../../../../src/tui/viewer/content.ts";
import { hitsOf } from "../../../../src/tui/viewer/hits.ts";
import { jsonContent } from "../../../../src/tui/viewer/json-content.ts";
import * as moves from "../../../../src/tui/viewer/moves.ts";
import { afterDropped, initialViewer, type ViewerState } from "../../../../src/tui/viewer/state.ts";
import { linesContent, textContent } from "../../../../src/tui/viewer/text-content.ts";
import { drawViewer } from "../../../../src/tui/viewer/view.ts";
import { hostileText } from "../../../support/hostile-text.ts";
import { randomJson } from "../../../support/random-json.ts";
import { seededRandom } from "../../../support/random.ts";

const size = { columns: 30, rows: 6 };

function json(value: unknown): ViewerContent {
  const read = jsonDocument(JSON.stringify(value));
  if (read === null) throw new Error("not JSON");
  return jsonContent(read);
}

function text(...lines: readonly string[]): ViewerContent {
  return linesContent(
    lines.map((one, index) => ({ line: line(span(visible(one))), indent: 2, isProse: index % 3 === 2 })),
  );
}

function go(content: ViewerContent, ...steps: readonly moves.Move[]): ViewerState {
  return steps.reduce((state, step) => step(state, content, size), initialViewer);
}

function draw(state: ViewerState, content: ViewerContent, at = size) {
  const drawn = drawViewer(state, content, at, true);
  const rows = drawn.lines.map(({ spans }) =>
    spans
      .map((one) => one.text)
      .join("")
      .trimEnd(),
  );
  const spans = drawn.lines.flatMap((one) => one.spans);
  const marked = (kind: "current" | "other") =>
    spans.filter(({ hit }) => hit === kind).map((one) => one.text);
  return { ...drawn, rows, current: marked("current"), others: marked("other") };
}

const search = (query: string) => [moves.searchOpened, moves.queryTyped(textField(query)), moves.searchDone];
const down = moves.stepped(1);
const up = moves.stepped(-1);
const next = moves.hitMoved(1);
const previous = moves.hitMoved(-1);

const numbered = text(...Array.from({ length: 20 }, (_, index) => `line ${index + 1}`));
const repo = json({ repo: { name: "me/corpus", tags: ["a", "b"] }, last: true });

describe("a text", () => {
  it("scrolls by rows, by pages and to its ends, and says where it is", () => {
    expect(draw(initialViewer, numbered).position).toBe("1-6 of 20");
    expect(draw(go(numbered, down, down), numbered).rows[0]).toBe("line 3");
    expect(draw(go(numbered, moves.paged(1), moves.paged(0.5)), numbered).position).toBe("10-15 of 20");
    const end = go(numbered, moves.toEnd, down);
    expect(draw(end, numbered).position).toBe("15-20 of 20");
    expect(draw(up(end, numbered, size), numbered).position).toBe("14-19 of 20");
    expect(draw(moves.toStart(end, numbered, size), numbered).position).toBe("1-6 of 20");
  });

  it("wraps long lines with an indent, and scrolls within them", () => {
    const long = text("x".repeat(70), "end");
    expect(draw(initialViewer, long).rows).toEqual([
      "x".repeat(30),
      `  ${"x".repeat(28)}`,
      `  ${"x".repeat(12)}`,
      "end",
    ]);
    const small = { columns: 30, rows: 2 };
    expect(draw(down(initialViewer, long, small), long, small).rows).toEqual([
      `  ${"x".repeat(28)}`,
      `  ${"x".repeat(12)}`,
    ]);
  });

  it("wraps prose between words", () => {
    const prose = (words: string) =>
      linesContent([{ line: line(span(visible(words))), indent: 1, isProse: true }]);
    const words = prose("The request had no body, or it was not read.");
    expect(draw(initialViewer, words).rows).toEqual(["The request had no body, or it", " was not read."]);
    expect(draw(initialViewer, prose("本 was no body, or éven it wasn't read.")).rows).toEqual([
      "本 was no body, or éven it",
      " wasn't read.",
    ]);
    expect(draw(initialViewer, prose("x".repeat(40))).rows).toEqual(["x".repeat(30), ` ${"x".repeat(10)}`]);
  });

  it("scrolls to the side when it is not wrapped", () => {
    const long = text(`0123456789${"abcdefghij".repeat(5)}`, "short");
    const cut = go(long, moves.wrapToggled);
    expect(draw(cut, long).rows).toEqual(["0123456789abcdefghijabcdefghi…", "short"]);
    const right = go(long, moves.wrapToggled, moves.shifted(1));
    expect(draw(right, long).rows[0]).toBe("abcdefghijabcdefghijabcdefghi…");
    expect(draw(right, long).position).toBe("1-2 of 2 · column 11");
    expect(moves.shifted(-1)(right, long, size).left).toBe(0);
    expect(go(long, moves.shifted(1)).left).toBe(0);
  });

  it("keeps wide characters whole at both edges", () => {
    const wide = text("日本語".repeat(20));
    const state = { ...go(wide, moves.wrapToggled), left: 1 };
    const { rows } = draw(state, wide, { columns: 8, rows: 1 });
    expect(rows).toEqual([" 本語日…"]);
  });

  it("follows lines added at its end until it is scrolled up, and again at its end", () => {
    const log = (count: number) =>
      textContent({
        source: numbered,
        count,
        grows: true,
        at: (index) => ({ line: line(span(v`line ${index + 1}`)), indent: 0 }),
        textAt: (index) => `line ${index + 1}`,
      });
    const following = { ...initialViewer, following: true };
    expect(draw(following, log(20)).position).toBe("15-20 of 20");
    expect(draw(following, log(30)).position).toBe("25-30 of 30");
    const paused = up(following, log(20), size);
    expect(draw(paused, log(30)).position).toBe("14-19 of 30");
    expect(draw(moves.toEnd(paused, log(30), size), log(40)).position).toBe("35-40 of 40");
    expect(draw(afterDropped(paused, 10), log(30)).position).toBe("4-9 of 30");
  });

  it("draws nothing of an empty content", () => {
    expect(draw(go(text(), down, up, moves.toEnd, ...search("x"), next), text()).rows).toEqual([
      " search  x            no hits",
    ]);
  });
});

describe("JSON", () => {
  it("marks the cursor and what can be folded, and names the path", () => {
    const state = go(repo, down, down);
    expect(draw(state, repo, { columns: 40, rows: 20 }).rows).toEqual([
      " ▾ {",
      '   ▾ "repo": {',
      '❯      "name": "me/corpus",',
      '     ▾ "tags": [',
      '         "a",',
      '         "b"',
      "       ]",
      "     },",
      '     "last": true',
      "   }",
    ]);
    expect(draw(state, repo).path).toBe(".repo.name");
    expect(draw(state, repo).position).toBe("line 3 of 10");
  });

  it("folds and unfolds as jless does", () => {
    const folded = go(repo, down, moves.leftward);
    expect(draw(folded, repo).rows).toEqual([
      " ▾ {",
      '❯  ▸ "repo": { 2 keys },',
      '     "last": true',
      "   }",
    ]);
    expect(draw(down(folded, repo, size), repo).path).toBe(".last");
    expect(up(down(folded, repo, size), repo, size).cursor).toBe(1);
    // From a folded container, and from a value, to the container around it.
    expect(moves.leftward(folded, repo, size).cursor).toBe(0);
    expect(go(repo, down, down, moves.leftward).cursor).toBe(1);
    // First unfolds, then goes to the first value.
    const unfolded = moves.rightward(folded, repo, size);
    expect(unfolded.folded).toEqual([]);
    expect(moves.rightward(unfolded, repo, size).cursor).toBe(2);
    expect(go(repo, down, moves.foldToggled, moves.foldToggled)).toMatchObject({ cursor: 1, folded: [] });
    // On a closing bracket, the container that it closes.
    expect(go(repo, moves.toEnd, moves.foldToggled)).toMatchObject({ cursor: 0, folded: [0] });
  });

  it("follows a click, and folds on the second one", () => {
    const clicked = go(repo, moves.pointed(3, true));
    expect(clicked).toMatchObject({ cursor: 3, folded: [] });
    expect(moves.pointed(3, true)(clicked, repo, size)).toMatchObject({ cursor: 3, folded: [3] });
    expect(moves.pointed(3, false)(clicked, repo, size).folded).toEqual([]);
    // The first row is that of the search.
    expect(go(repo, ...search("corpus"), moves.pointed(0, true)).cursor).toBe(2);
    expect(go(repo, ...search("corpus"), moves.pointed(2, true)).cursor).toBe(1);
    expect(go(numbered, moves.pointed(3, true)).cursor).toBe(0);
  });

  it("scrolls through a value higher than the pane before it leaves it", () => {
    const long = json({ a: "x".repeat(200), b: 1 });
    const small = { columns: 31, rows: 3 };
    let state = initialViewer;
    const seen: string[] = [];
    for (let step = 0; step < 12; step++) {
      seen.push(...draw(state, long, small).rows);
      state = down(state, long, small);
    }
    expect(seen.join("").match(/x+"/g)).not.toBeNull();
    expect(draw(state, long, small).position).toBe("line 4 of 4");
    for (let step = 0; step < 12; step++) state = up(state, long, small);
    expect(draw(state, long, small).position).toBe("line 1 of 4");
  });

  it("scrolls values to the side when they are not wrapped, and folds only at the left edge", () => {
    const long = json({ a: "x".repeat(200) });
    const state = go(long, moves.wrapToggled, down, moves.rightward, moves.rightward);
    expect(state).toMatchObject({ cursor: 1, left: 20 });
    expect(moves.leftward(state, long, size)).toMatchObject({ cursor: 1, left: 10 });
  });
});

describe("the search", () => {
  it("ignores case unless an upper-case letter is typed, and takes the text literally", () => {
    const lines = text("Quick", "quick (a.c)", "abc");
    expect(hitsOf(lines, "quick").lines).toEqual([0, 1]);
    expect(hitsOf(lines, "Quick").lines).toEqual([0]);
    expect(hitsOf(lines, "a.c").lines).toEqual([1]);
    expect(hitsOf(lines, "").lines).toEqual([]);
    expect(hitsOf(text("İİ x", "\u0007 bell"), "x").offsets).toEqual([3]);
    expect(hitsOf(text("\u0007 bell"), "\u0007").lines).toEqual([0]);
    const values = json({ Name: "x", other: ["name", "NAME"] });
    expect(hitsOf(values, '"name"').lines).toEqual([1, 3, 4]);
    expect(hitsOf(values, "NAME").lines).toEqual([4]);
    expect(hitsOf(values, '"other": [').lines).toEqual([2]);
  });

  it("shows the first hit while it is typed, and returns when it is cleared", () => {
    const start = go(numbered, down, moves.searchOpened);
    const typed = moves.queryTyped(textField("line 1"))(start, numbered, size);
    expect(draw(typed, numbered)).toMatchObject({ caret: 14, current: ["line 1"] });
    expect(draw(typed, numbered).rows[0]).toContain("2 of 11 hits");
    const longer = moves.queryTyped(textField("line 19"))(typed, numbered, size);
    expect(draw(longer, numbered).rows.slice(1)).toEqual([16, 17, 18, 19, 20].map((n) => `line ${n}`));
    expect(draw(longer, numbered).rows[0]).toContain("1 of 1 hit");
    const cleared = moves.searchCleared(longer, numbered, size);
    expect(draw(cleared, numbered).position).toBe("2-7 of 20");
    expect(draw(cleared, numbered).caret).toBeNull();
  });

  it("goes through the hits in both directions, around the ends", () => {
    const lines = text("a a", "b", "a");
    const at = ({ cursor, hit }: ViewerState) => [cursor, hit];
    const found = go(lines, ...search("a"));
    expect(at(found)).toEqual([0, 0]);
    const states = [found];
    for (let step = 0; step < 3; step++) states.push(next(states.at(-1) ?? found, lines, size));
    expect(states.map(at)).toEqual([
      [0, 0],
      [0, 2],
      [2, 0],
      [0, 0],
    ]);
    expect(at(previous(found, lines, size))).toEqual([2, 0]);
    expect(draw(next(found, lines, size), lines)).toMatchObject({ current: ["a"], others: ["a", "a"] });
  });

  it("continues from the cursor, or from the first visible line, after a move", () => {
    const found = go(numbered, ...search("line"));
    const moved = moves.paged(1)(found, numbered, size);
    expect(draw(moved, numbered).rows[0]).toContain("20 hits");
    expect(next(moved, numbered, size).cursor).toBe(moved.top.line);
    expect(go(repo, ...search('"'), down, down, next).cursor).toBe(3);
  });

  it("unfolds what hides a hit, and scrolls to it in lines that are not wrapped", () => {
    const folded = go(repo, down, moves.leftward, ...search("corpus"));
    expect(folded).toMatchObject({ folded: [], cursor: 2 });
    const long = text(`${"x".repeat(100)}needle${"y".repeat(100)}`);
    const found = go(long, moves.wrapToggled, ...search("needle"));
    expect(draw(found, long).current).toEqual(["needle"]);
    const back = go(long, moves.wrapToggled, ...search("needle"), moves.toStart, ...search("xx"));
    expect(draw(back, long).rows[1]?.startsWith("xxxx")).toBe(true);
  });

  it("highlights a hit over a wrapped row's end, and whole characters only", () => {
    const long = text(`${"x".repeat(28)}needle`);
    expect(draw(go(long, ...search("needle")), long).current).toEqual(["ne", "edle"]);
    const accents = text("cafe\u0301 e\u0301");
    expect(draw(go(accents, ...search("e")), accents)).toMatchObject({
      current: ["e\u0301"],
      others: ["e\u0301"],
    });
  });

  it("finds added lines without searching the others again", () => {
    const asked: number[] = [];
    const log = (count: number) =>
      textContent({
        source: asked,
        count,
        grows: true,
        at: () => ({ line: line(span(v`hit`)), indent: 0 }),
        textAt(index) {
          asked.push(index);
          return "hit";
        },
      });
    expect(hitsOf(log(3), "hit").lines).toEqual([0, 1, 2]);
    expect(hitsOf(log(5), "hit").lines).toEqual([0, 1, 2, 3, 4]);
    expect(asked).toEqual([0, 1, 2, 3, 4]);
  });
});

it("fills exactly its size with safe text, whatever happens (seeded)", () => {
  const random = seededRandom(12);
  const all = [
    down,
    up,
    next,
    previous,
    moves.toStart,
    moves.toEnd,
    moves.paged(1),
    moves.paged(-1),
    moves.paged(0.5),
    moves.scrolled(3),
    moves.scrolled(-3),
    moves.leftward,
    moves.rightward,
    moves.foldToggled,
    moves.wrapToggled,
    moves.shifted(1),
    moves.searchOpened,
    moves.searchDone,
    moves.searchCleared,
  ] as const;
  for (let round = 0; round < 100; round++) {
    const content =
      random.below(2) === 0
        ? json(randomJson(random, 6))
        : text(
            ...Array.from({ length: random.below(20) }, () => hostileText(random, 60).replaceAll("\n", " ")),
          );
    let state = initialViewer;
    for (let step = 0; step < 30; step++) {
      const at = { columns: 12 + random.below(40), rows: 1 + random.below(12) };
      const move =
        random.below(8) === 0 ? moves.queryTyped(textField(hostileText(random, 1))) : random.pick(all);
      state = move(state, content, at);
      const drawn = drawViewer(state, content, at, true);
      const { lines } = drawn;
      expect(lines.length).toBeLessThanOrEqual(Math.max(at.rows, 2));
      expect(lines.filter((one) => lineWidth(one) > at.columns)).toEqual([]);
      const texts = lines.flatMap(({ spans }) => spans.map((one) => one.text));
      expect(texts.filter((one) => visible(one) !== one)).toEqual([]);
      expect(drawViewer(moves.settled(state, content, at), content, at, true)).toEqual(drawn);
    }
  }
});
